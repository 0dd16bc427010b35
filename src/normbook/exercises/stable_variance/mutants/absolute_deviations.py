"""You take the absolute deviations from the mean and average those. They measure spread as well,
but the variance is the mean of the squared ones."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean = sum(values) / len(values)
    return mean, sum(abs(value - mean) for value in values) / len(values)
