"""Uses no processor time, and never returns."""

# verdict: timeout
# points: 0

import time


def layer_norm(*arguments, **keywords):
    time.sleep(1e6)
