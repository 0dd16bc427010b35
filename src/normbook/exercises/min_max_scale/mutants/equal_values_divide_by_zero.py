"""You divide by the range even where it is 0, and Python raises ZeroDivisionError. Equal values
have no range: answer that case before you divide, with 0.0 for each."""


def min_max_scale(values):
    if not values:
        return []
    low, high = min(values), max(values)
    return [(value - low) / (high - low) for value in values]
