"""Never returns."""

# verdict: timeout
# points: 0


def layer_norm(*arguments, **keywords):
    while True:
        pass
