"""The count is one too many, so that an empty list has a variance.

mistakes: divides-by-n-plus-1, empty-not-refused
seen: common error, e.g. a count that starts at 1 and is raised in the loop
"""


def stable_variance(values):
    mean, s, count = 0.0, 0.0, 1
    for value in values:
        old = mean
        mean = old + (value - old) / count
        s = s + (value - old) * (value - mean)
        count = count + 1
    return mean, s / count
