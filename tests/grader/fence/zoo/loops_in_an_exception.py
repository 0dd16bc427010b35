"""Raises an exception whose message never ends."""

# verdict: timeout
# points: 0


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def layer_norm(*arguments, **keywords):
    raise Endless
