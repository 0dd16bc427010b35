"""What a one-pass variance must do. The expected values are computed by hand."""

import math


def expect(received, expected, question):
    """Fail with a question, unless received is the expected pair of floats."""
    right = (
        isinstance(received, (tuple, list))
        and len(received) == 2
        and all(isinstance(value, float) for value in received)
        and all(
            math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-20)
            for a, b in zip(received, expected, strict=True)
        )
    )
    assert right, f"{question}\nreceived {received}\nexpected {expected}"


def expect_mean(received, mean, question):
    """Fail with a question, unless the first of two numbers is this mean."""
    first = received[0] if isinstance(received, (tuple, list)) and received else received
    right = isinstance(first, (int, float)) and math.isclose(first, mean, rel_tol=1e-6)
    assert right, f"{question}\nreceived {received}\nexpected {mean} and the variance"


def test_a_list_gives_its_mean_and_its_biased_variance(attempt):
    received = attempt([2.0, 3.0, 8.0, 3.0])
    assert attempt.changed == [], (
        "Does your function change its argument, as `values.pop()` does?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected it as it was"
    )
    integers = attempt([7, 1, 4])
    halves = attempt([1, 2, 4, 3])
    alike = attempt([4, 4, 7, 7, 7, 7])
    single = attempt([5])
    tiny = attempt([2e-7, 3e-7, 9e-7, 4e-7])
    expect_mean(
        received, 4.0, "[2, 3, 8, 3]: is the first number the mean, their sum divided by n?"
    )
    question = "[2, 3, 8, 3]: is the variance the sum of the squared deviations, divided by n?"
    expect(received, (4.0, 5.5), question)
    expect(integers, (4.0, 6.0), "[7, 1, 4]: are mean and variance right, and both floats?")
    question = "[1, 2, 4, 3]: integers have a mean between them. Do you divide by `/`, not `//`?"
    expect(halves, (2.5, 1.25), question)
    question = "[4, 4, 7, 7, 7, 7]: does a value count that equals the one before it?"
    expect(alike, (6.0, 2.0), question)
    expect(single, (5.0, 0.0), "[5]: one value does not deviate. Is its variance 0.0?")
    question = "[2, 3, 9, 4] · 1e-7: is the mean neither rounded, as `//` does, nor taken for 0?"
    expect(tiny, (4.5e-7, 7.25e-14), question)


def test_a_mean_of_a_billion_does_not_spoil_the_variance(attempt):
    values = [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]
    positive = attempt(values)
    negative = attempt([-value for value in values])
    close = attempt([1e9 + 1, 1e9 + 3, 1e9 + 2, 1e9 + 6])
    question = "[4, 7, 13, 16] + 1e9: squares near 1e18 are exact to 128. Do you subtract two?"
    expect(positive, (1e9 + 10, 22.5), question)
    expect(negative, (-1e9 - 10, 22.5), "The same values below 0: is the variance the same?")
    expect(close, (1e9 + 3, 3.5), "[1, 3, 2, 6] + 1e9: do you sum squares of deviations only?")


def test_an_empty_list_raises_value_error_and_one_value_has_variance_0(attempt):
    try:
        outcome = f"returned {attempt([])}"
    except NotImplementedError:
        raise
    except Exception as error:
        outcome = f"raised {type(error).__name__}"
    received, zero = attempt([3.0]), attempt([0.0])
    assert outcome == "raised ValueError", (
        f"[] has no mean. Do you say so before you divide?\nreceived {outcome}\n"
        "expected raised ValueError"
    )
    expect(received, (3.0, 0.0), "[3] is not empty. Do you give its mean and variance?")
    expect(zero, (0.0, 0.0), "[0.0] is not empty. Is a mean of 0 taken for an empty list?")
