"""What min-max scaling must do. The expected values are computed by hand."""

import math


def expect(received, expected, question):
    """Fail with a question, unless received is a list of the expected numbers."""
    right = (
        isinstance(received, list)
        and len(received) == len(expected)
        and all(isinstance(value, (int, float)) for value in received)
        and all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(received, expected, strict=True))
    )
    assert right, f"{question}\nreceived {received}\nexpected {expected}"


def test_the_smallest_becomes_0_and_the_largest_1(attempt):
    seven = attempt([22, 5, 6, 8, 10, 19, 2])
    negative = attempt([-8.0, -2.0, -6.0])
    both = attempt([1, -2, 4])
    thirds = attempt([4.0, 5.0, 7.0])
    tiny = attempt([4e-9, 2e-9, 6e-9])
    question = "[22, 5, 6, 8, 10, 19, 2]: do you subtract the smallest, and divide by the range?"
    expect(seven, [1.0, 0.15, 0.2, 0.3, 0.4, 0.85, 0.0], question)
    question = "[-8, -2, -6]: are the smallest and the largest found among the values alone?"
    expect(negative, [0.0, 1.0, 1 / 3], question)
    expect(both, [0.5, 0.0, 1.0], "[1, -2, 4]: is the range largest − smallest, whatever the sign?")
    expect(thirds, [0.0, 1 / 3, 1.0], "[4, 5, 7]: is 1/3 left as it is, not rounded?")
    expect(tiny, [0.5, 0.0, 1.0], "A range of 4e-9: is the divisor the range, and nothing else?")


def test_equal_values_give_0_and_no_values_give_no_values(attempt):
    for values in ([4], [-3, -3], [5.0, 5.0, 5.0]):
        question = f"{values}: the largest is the smallest, too. Is each result the float 0.0?"
        received = attempt(values)
        expect(received, [0.0] * len(values), question)
        assert all(isinstance(value, float) for value in received), (
            f"{question}\nreceived {received}\nexpected {[0.0] * len(values)}"
        )
    expect(attempt([]), [], "[] has no smallest value. Do you ask for one?")


def test_the_result_is_a_new_list_of_floats(attempt):
    received = attempt([3, 1, 2])
    assert attempt.changed == [], (
        "Does your function write into its argument, or sort it?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected it as it was"
    )
    floats = isinstance(received, list) and [type(value) for value in received] == [float] * 3
    assert floats, (
        "[3, 1, 2] holds integers. Is your result a list of three floats?\n"
        f"received {received!r}\nexpected [1.0, 0.0, 0.5]"
    )
