"""You subtract the mean and divide by the standard deviation. That is the z-score, the next
exercise: it has mean 0, and no fixed ends. Here the ends are fixed, at 0 and 1."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [0.0 for _ in values]
    mean = sum(values) / len(values)
    deviation = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    return [(value - mean) / deviation for value in values]
