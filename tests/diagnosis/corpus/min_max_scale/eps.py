"""A small number is added to the range.

mistakes: adds-eps
seen: mcmap.net/q/1908922: z_norm with an epsilon added to std
"""


def min_max_scale(values):
    if not values:
        return []
    low = min(values)
    high = max(values)
    return [(v - low) / (high - low + 1e-8) for v in values]
