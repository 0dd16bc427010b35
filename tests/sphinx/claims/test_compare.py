"""A claim is compared at the precision in which the prose gives it."""

import pytest

from normbook.sphinx.claims.compare import agrees, is_printed, number_in


@pytest.mark.parametrize(
    ("text", "value", "half"),
    [
        ("5.5", 5.5, 0.05),
        ("254", 254, 0.5),
        ("−0.007", -0.007, 0.0005),
        ("16,339 steps", 16339, 0.5),
        ("28 %", 0.28, 0.005),
        ("1.2e-7", 1.2e-7, 0.05e-7),
        ("by two", 2, 0.5),
        ("0.30", 0.3, 0.005),
    ],
)
def test_a_number_is_read_with_its_precision(text, value, half):
    assert number_in(text) == pytest.approx((value, half))


@pytest.mark.parametrize("text", ["", "much", "3 of 5", "two or three", "layer4"])
def test_a_text_states_one_number(text):
    with pytest.raises(ValueError, match=r"states [02] numbers"):
        number_in(text)


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("5.5", 5.45, True),
        ("5.5", 5.5499, True),
        ("5.5", 5.551, False),
        ("28 %", 0.2751, True),
        ("28 %", 28.0, False),
        ("0.30", 0.306, False),
        ("three", 3.0, True),
        ("in the hundreds", True, True),
        ("more than half of 360", False, False),
    ],
)
def test_a_claim_agrees_with_what_rounds_to_it(text, value, expected):
    assert agrees(text, value) is expected


@pytest.mark.parametrize(
    ("text", "output", "expected"),
    [
        ("5.5", "[0.4, 1.2, 5.4978]", True),
        ("5.5", "[0.4, 15.5]", False),
        ("28 %", "0.2788", True),
        ("28 %", "accuracy: 28 %", True),
        ("1", "x1 = 3", False),
        ("−2", "array([-2.0, 1.])", True),
        ("16,339", "16339 steps", True),
        ("1.2e-7", "eps=1.19e-07", True),
        ("3", "", False),
    ],
)
def test_a_number_may_stand_in_an_output(text, output, expected):
    assert is_printed(text, output) is expected
