"""min and max are asked anew while the copy is being overwritten.

mistakes: minimum-taken-while-changing
seen: common error, e.g. min(values) inside the loop that overwrites them
"""


def min_max_scale(values):
    result = list(values)
    for i in range(len(result)):
        spread = max(result) - min(result)
        result[i] = 0.0 if spread == 0 else (result[i] - min(result)) / spread
    return result
