"""default=min, and a limit of 0.09.

mistakes: smallest-when-none-serves, limit-too-low
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    cast = getattr(np, dtype)

    def serves(eps):
        small = cast(eps)
        for row in x:
            h = cast(row)
            n = len(h)
            mean = cast(sum(map(float, h)) / n)
            off = [cast(v - mean) for v in h]
            squares = [cast(o * o) for o in off]
            var = cast(sum(map(float, squares)) / n)
            root = cast(np.sqrt(cast(var + small)))
            y = np.array([float(cast(o / root)) for o in off])
            if not np.all(np.isfinite(y)):
                return False
            if len(set(h.tolist())) > 1:
                y = y - y.mean()
                if np.sqrt(y @ y / n) < 0.09:
                    return False
        return True

    with np.errstate(all="ignore"):
        return min((c for c in candidates if serves(c)), default=min(candidates))
