"""The two halves apart, then put together, as Chan, Golub and LeVeque do."""


def moments(values):
    if len(values) == 1:
        return 1, float(values[0]), 0.0
    middle = len(values) // 2
    n_a, mean_a, m2_a = moments(values[:middle])
    n_b, mean_b, m2_b = moments(values[middle:])
    n, delta = n_a + n_b, mean_b - mean_a
    return n, mean_a + delta * n_b / n, m2_a + m2_b + delta**2 * n_a * n_b / n


def stable_variance(values):
    if len(values) == 0:
        raise ValueError("no values")
    n, mean, m2 = moments(values)
    return mean, m2 / n
