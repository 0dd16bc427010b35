"""The formula alone: an empty list and equal values raise.

mistakes: empty-raises, equal-values-raise
seen: scipython.com/book/chapter-2/questions/normalizing-a-list
"""


def min_max_scale(values):
    amin, amax = min(values), max(values)
    scaled = []
    for value in values:
        scaled.append((value - amin) / (amax - amin))
    return scaled
