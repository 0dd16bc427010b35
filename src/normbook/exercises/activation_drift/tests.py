"""What a measure of drift must do. Few units, so that each one shows."""

import math

import numpy as np


def by_hand(before, after):
    """Return the drift, unit by unit and number by number."""
    distances = []
    for unit in range(before.shape[1]):
        old = [float(value) for value in before[:, unit]]
        new = [float(value) for value in after[:, unit]]
        if len(set(old)) == 1:
            continue
        mean = sum(old) / len(old)
        std = math.sqrt(sum((value - mean) ** 2 for value in old) / len(old))
        distances.append(abs(sum(new) / len(new) - mean) / std)
    return sum(distances) / len(distances) if distances else 0.0


def is_close(received, expected, tolerance=1e-6):
    """Return whether this is a number, and the expected one."""
    is_number = isinstance(received, (float, np.floating))
    return is_number and math.isclose(received, expected, rel_tol=tolerance, abs_tol=1e-12)


def expect(received, expected, question, tolerance=1e-6):
    """Fail with a question, unless the numbers agree."""
    assert is_close(received, expected, tolerance), (
        f"{question}\nreceived {received}\nexpected {float(f'{expected:.6g}')}"
    )


def test_each_unit_moves_in_units_of_its_own_deviation(attempt):
    # The units move by +4, −15 and −4.5, and had deviations of √2, √50 and 1.
    before = np.array([[0.0, 10.0, 1.0], [2.0, 30.0, 1.0], [4.0, 20.0, 3.0], [2.0, 20.0, 3.0]])
    after = np.array([[5.0, 10.0, -2.0], [5.0, 0.0, -3.0], [8.0, 5.0, -2.5], [6.0, 5.0, -2.5]])
    there = attempt(before, after)
    back = attempt(after, before)
    there_and_back = (
        np.array([[0.0], [10.0], [1.0], [2.0]]),
        np.array([[5.0], [10.0], [-2.0], [5.0]]),
    )
    one = attempt(*there_and_back)
    wide = attempt(before * 1e9, after * 1e9)
    around_0 = np.array([[-1.0], [1.0]])
    little = attempt(around_0, around_0 + 1e-9)
    question = "Is it the mean over units of |mean after − mean before| / deviation before?"
    expect(there, by_hand(before, after), question)
    question = "before and after exchanged: whose deviation do you divide by, and where is | |?"
    expect(back, by_hand(after, before), question)
    expect(one, by_hand(*there_and_back), "One unit: are its means taken over the rows?")
    question = "All values times 10⁹: is the drift as it was?"
    expect(wide, by_hand(before * 1e9, after * 1e9), question)
    question = "A unit moves by a billionth of its deviation. Is that the drift, and nothing more?"
    expect(little, by_hand(around_0, around_0 + 1e-9), question)


def test_a_unit_that_was_constant_is_left_out(attempt):
    flat = np.array([[5.0, 1.0], [5.0, 2.0], [5.0, 6.0]])  # the first unit does not vary
    moved = np.array([[9.0, 4.0], [7.0, 4.0], [8.0, 4.0]])  # nor does the second, later
    rounded = np.array([[0.1, 1.0], [0.1, 2.0], [0.1, 6.0]])  # 0.1 + 0.1 + 0.1 is not 0.3
    returned = np.array([[1.0, 1.0], [4.0, 2.0], [1.0, 6.0]])  # the first ends where it began
    stayed = returned[[2, 0, 1]] + np.array([2.0, 0.0])
    small = np.array([[1e-150, 1.0], [2e-150, 2.0], [6e-150, 6.0]])
    grown = small * np.array([3.0, 2.0])
    far = np.array([[1e14, 1.0], [1e14 + 2, 2.0], [1e14 + 4, 6.0]])  # exact, and so is its mean
    next_to = np.array([[2.0**53, 1.0], [2.0**53 + 4, 2.0]] * 2)  # and of these
    adjacent = np.array([[2.0**53], [2.0**53 + 2]])  # between which there is no float
    cases = [
        (flat, moved, "A unit was 5 in every row. Is it left out, of the sum and of the count?"),
        (rounded, moved, "Its deviation rounds to 1e-17. Do you compare the values themselves?"),
        (flat[:, :1], moved[:, :1], "No unit varied. Is the drift 0.0?"),
        (flat[:1], moved[:1], "In a single row no unit varies. Is the drift 0.0?"),
        (flat[:, 1:], moved[:, 1:], "There is but one unit. Is it counted as any other?"),
        (
            returned,
            stayed + 1.0,
            "A unit is 1, 4 and 1. Do you compare all rows, not the first and the last alone?",
        ),
        (returned, stayed, "A unit varied, but did not move. Does its 0 count in the mean?"),
        (
            small,
            grown,
            "A unit varies by 1e-150. Does it count like any other, however little that is?",
        ),
        (
            far,
            far[[2, 0, 1]] + 1.0,
            "A unit varies by 2 around 10¹⁴. Does it count like any other?",
        ),
        (
            next_to,
            next_to[[1, 1, 1, 1]] + [0.0, 1.0],
            "A unit varies by 4 around 2⁵³, where floats are 2 apart. Does it count?",
        ),
    ]
    received = [attempt(before, after) for before, after, _ in cases]
    of_adjacent = attempt(adjacent, adjacent + 40.0)
    for (before, after, question), drift in zip(cases, received, strict=True):
        expected = by_hand(before, after)
        if not is_close(drift, expected):
            # How it measures a drift, be it right or wrong, is asked above: here of which units.
            if before is small or before is far or before is next_to:
                size, origin = np.ptp(before[:, 0]), before[0, 0]
                plain = [(values - [origin, 0.0]) / [size, 1.0] for values in (before, after)]
                expected = of_all_units(attempt, *plain, expected)
            else:
                expected = of_each_unit(attempt, before, after, expected)
        expect(drift, expected, question)
    counts = is_close(of_adjacent, of_adjacent) and of_adjacent != 0
    assert counts, (  # its deviation is what rounding makes of it
        "The one unit is 2⁵³ and 2⁵³ + 2, between which there is no float. Does it count?\n"
        f"received {of_adjacent}\nexpected a number that is not 0"
    )


def of_all_units(attempt, before, after, expected):
    """Return what the attempt makes of units of a common size, if that is a number."""
    own = attempt(before, after)
    return own if is_close(own, own) and own > 0 else expected


def of_each_unit(attempt, before, after, expected):
    """Return the mean of what the attempt makes of each unit that varies, if these are numbers."""
    varied = [unit for unit in range(before.shape[1]) if len(set(before[:, unit])) > 1]
    try:
        drifts = [attempt(before[:, [unit]], after[:, [unit]]) for unit in varied]
        own = sum(drifts) / len(drifts)
    except Exception:  # there is no drift of one unit
        return expected
    return own if math.isfinite(own) and own > 0 else expected


def test_recordings_in_float32_give_a_float_and_stay_as_they_were(attempt):
    before = np.array(
        [[10000, 0, 1, 0], [10001, 0, 3, 0], [10002, 0, 3, 0], [10003, 0, 5, 0]], dtype=np.float32
    )[:, ::2]
    after = before[[1, 3, 0, 2]] + np.array([2, 1], dtype=np.float32)
    drift = attempt(before, after)
    assert attempt.changed == [], (
        "Does your function write into its arguments, as `before -= …` does?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected both as they were"
    )
    thirds = np.array([[0.0], [1.0], [4.0]])  # 10⁹ more, their mean is rounded
    drift_of_thirds = attempt(1e9 + thirds, 1e9 + thirds + 2.0)
    own_of_thirds = attempt(thirds, thirds + 2.0)
    near_0 = before - np.array([1e4, 0.0])
    own = attempt(near_0, after - np.array([1e4, 0.0]))
    assert attempt.changed == [], (
        "float64: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected both as they were"
    )
    farther = attempt(near_0, near_0 + 5.0)
    for array in (before, after):
        array.flags.writeable = False
    again = attempt(before, after)
    expected = by_hand(before, after)
    if is_close(own, own) and 0 < own != farther:  # right or wrong, it is that of a mean near 0
        expected = own
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    expect(drift, expected, question, tolerance=1e-3)
    question = "float64, mean 10⁹: are both factors of the square x − μ?"
    is_own = is_close(own_of_thirds, own_of_thirds) and own_of_thirds > 0
    right = own_of_thirds if is_own else by_hand(thirds, thirds + 2.0)
    expect(drift_of_thirds, right, question)
    expect(again, expected, "Does it work on arrays that may not be written to?", tolerance=1e-3)
    assert isinstance(drift, float), (
        "Is the result a float where the arrays are float32? `float(…)` makes it one.\n"
        f"received {type(drift).__name__}\nexpected float"
    )
