"""A small number is added to the range, and an empty list raises.

mistakes: adds-eps, empty-raises
seen: mcmap.net/q/1908922: z_norm with an epsilon added to std
"""


def min_max_scale(values):
    smallest, largest = min(values), max(values)
    return [(x - smallest) / (largest - smallest + 1e-9) for x in values]
