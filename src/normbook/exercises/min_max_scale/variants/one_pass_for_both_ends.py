"""One loop for both ends, another that appends."""


def min_max_scale(values):
    low, high = float("inf"), float("-inf")
    for value in values:
        low = value if value < low else low
        high = value if value > high else high
    scaled = []
    for value in values:
        scaled.append((value - low) / (high - low) if high > low else 0.0)
    return scaled
