"""It rounds, adds a small number to the range, and raises for an empty list.

mistakes: rounds, adds-eps, empty-raises
seen: mcmap.net/q/1908922: z_norm with an epsilon added to std
"""


def min_max_scale(values):
    low, high = min(values), max(values)
    return [round((v - low) / (high - low + 1e-8), 4) for v in values]
