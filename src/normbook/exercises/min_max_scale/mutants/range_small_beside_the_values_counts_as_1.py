"""You divide by 1 where the range is small beside the values, as 20 is beside 10¹⁶. Your results
are then the distances from the smallest, and do not end at 1. Ask whether smallest and largest are
equal, and divide by any range that is not 0."""


def min_max_scale(values):
    """Return the values, mapped so that the smallest is 0 and the largest 1."""
    if not values:
        return []
    low, high = min(values), max(values)
    span = high - low
    if span <= 1e-9 * max(abs(low), abs(high)):
        span = 1
    return [(value - low) / span for value in values]
