"""Never lets go of an object."""

# verdict: timeout
# points: 0


class Sticky:
    def __del__(self):
        while True:
            pass


def layer_norm(x, *arguments, **keywords):
    Sticky()
    return x
