"""Says in its exception what it finds in the environment, which may hold secrets."""

# verdict: error
# points: 0

import gc
import os
import sys

SECRET = "-".join(["normbook", "zoo", "secret"])


def layer_norm(*arguments, **keywords):
    found = [repr(os.environ), repr(os.environb), *sys.argv, *sys.orig_argv]
    found += [repr(each) for each in gc.get_objects() if isinstance(each, dict) and SECRET in each]
    raise ValueError(" ".join(found))
