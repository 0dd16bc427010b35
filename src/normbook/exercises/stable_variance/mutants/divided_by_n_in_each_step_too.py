"""You divide by n in each step, and at the end again. Either move the variance by (δ δ₂ − v) / n and return
it as it is, or add up δ δ₂ and divide once."""


def stable_variance(values):
    if not values:
        raise ValueError("The mean of no values does not exist; give at least one.")
    mean, m2 = 0.0, 0.0
    for k, value in enumerate(values, start=1):
        deviation = value - mean
        mean += deviation / k
        m2 += (deviation * (value - mean) - m2) / k
    return mean, m2 / len(values)
