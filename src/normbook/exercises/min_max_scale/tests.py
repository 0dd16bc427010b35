"""What min-max scaling must do. The expected values are computed by hand."""

import math


def expect(received, expected, question, tolerance=1e-9):
    """Fail with a question, unless received is a list of the expected numbers."""
    assert not isinstance(received, tuple), (
        "You return a tuple. Is the result a list, as `[… for value in values]` makes it?\n"
        f"received {received}\nexpected {expected}"
    )
    right = (
        isinstance(received, list)
        and len(received) == len(expected)
        and all(isinstance(value, (int, float)) for value in received)
        and all(
            math.isclose(a, b, rel_tol=tolerance) for a, b in zip(received, expected, strict=True)
        )
    )
    assert right, f"{question}\nreceived {received}\nexpected {expected}"


def test_the_smallest_becomes_0_and_the_largest_1(attempt):
    seven = attempt([22, 5, 6, 8, 10, 19, 2])
    negative = attempt([-8.0, -2.0, -5.0])
    both = attempt([1, -2, 4])
    small = attempt([0, 1, 300_000])
    tiny = attempt([2e-310, 0.0, 4e-310])
    two = attempt([7, 3])
    far = attempt([10**16 + 2, 10**16 + 8, 10**16 + 22])
    question = "[22, 5, 6, 8, 10, 19, 2]: do you subtract the smallest, and divide by the range?"
    expect(seven, [1.0, 0.15, 0.2, 0.3, 0.4, 0.85, 0.0], question)
    question = "[-8, -2, -5]: are the smallest and the largest found among the values alone?"
    expect(negative, [0.0, 1.0, 0.5], question)
    expect(both, [0.5, 0.0, 1.0], "[1, -2, 4]: is the range largest − smallest, whatever the sign?")
    question = "[0, 1, 300000]: is 1/300000 left as it is, not rounded?"
    expect(small, [0.0, 1 / 300_000, 1.0], question, tolerance=1e-12)
    expect(two, [1.0, 0.0], "[7, 3]: is one of two values the largest, and the other the smallest?")
    question = "A range of 4e-310: do you divide, and by the range and nothing else?"
    expect(tiny, [0.5, 0.0, 1.0], question)
    question = "10¹⁶ and a bit: do you subtract first, then divide, by a range of 20 as by any?"
    expect(far, [0.0, 0.3, 1.0], question)


def test_equal_values_give_0_and_no_values_give_no_values(attempt):
    cases = [4], [3e-9], [-3, -3], [5.0, 5.0, 5.0]
    two_of_three = attempt([5, 7, 5])
    results = [result_or_error(attempt, values) for values in cases]
    of_none = result_or_error(attempt, [])
    for values, received in zip(cases, results, strict=True):
        question = f"{values}: the largest is the smallest, too. Is each result the float 0.0?"
        expect(received, [0.0] * len(values), question)
        assert all(isinstance(value, float) for value in received), (
            f"{question}\nreceived {received}\nexpected {[0.0] * len(values)}"
        )
    assert are_numbers(two_of_three, 3) and len(set(two_of_three)) == 2, (
        "[5, 7, 5]: not all are equal. Is 7 told from 5, and 5 given one result?\n"
        f"received {two_of_three}\nexpected [0.0, 1.0, 0.0]"
    )
    expect(of_none, [], "[] has no smallest value. Do you ask for one?")


def are_numbers(received, count):
    """Return whether this is a list of so many numbers."""
    is_list = isinstance(received, list) and len(received) == count
    return is_list and all(isinstance(value, (int, float)) for value in received)


def result_or_error(attempt, values):
    """Return what the attempt makes of the values, or the name of its error."""
    try:
        return attempt(values)
    except NotImplementedError:
        raise
    except Exception as error:
        return type(error).__name__


def test_the_result_is_a_new_list_of_floats(attempt):
    received = attempt([3, 1, 2])
    changed = attempt.changed
    wider = attempt([10, 0, 2, 5])
    assert changed == [], (
        "Does your function write into its argument, or sort it?\n"
        f"received {' and '.join(changed)} changed\nexpected it as it was"
    )
    floats = isinstance(received, list) and [type(value) for value in received] == [float] * 3
    assert floats, (
        "[3, 1, 2] holds integers. Is your result a list of three floats?\n"
        f"received {received!r}\nexpected [1.0, 0.0, 0.5]"
    )
    assert received[1] < received[2] < received[0] and received != [3.0, 1.0, 2.0], (
        "[3, 1, 2]: are they scaled, and in the order of the values?\n"
        f"received {received}\nexpected [1.0, 0.0, 0.5]"
    )
    assert are_numbers(wider, 4) and not math.isclose(wider[2], received[2], rel_tol=1e-9), (
        "[10, 0, 2, 5]: the range is 10 now. Has 2 another result than in [3, 1, 2]?\n"
        f"received {wider}\nexpected [1.0, 0.0, 0.2, 0.5]"
    )
