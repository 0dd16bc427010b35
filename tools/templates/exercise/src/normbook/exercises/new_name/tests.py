"""FILL IN: what it must do, one sentence. Small inputs, so that a wrong answer shows."""

import numpy as np


def by_hand(x):
    """FILL IN: what this returns. A slow, obvious loop; the solution is not imported."""
    return np.array([[value - sum(row) / len(row) for value in row] for row in x.tolist()])


def expect(received, expected, question):
    """Fail with a question, unless the values agree."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected), (
        f"{question}\nreceived {show(received)}\nexpected {show(expected)}"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


# FILL IN: a test for each thing that goes wrong. Its name is a sentence; it reaches the attempt by
# the argument `attempt` alone; its message asks about the likely misconception. The attempt gets
# copies: which arguments it wrote into, attempt.changed alone says.
def test_each_row_has_its_own_mean(attempt):
    x = np.array([[1.0, 2.0, 6.0], [4.0, 4.0, 10.0]])
    expect(attempt(x), by_hand(x), "Do you take the mean of each row, along the last axis?")
