"""All comes back as it went."""


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    return x, running_mean, running_var
