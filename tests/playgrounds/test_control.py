"""A control names all its values, and what each reads like."""

import pytest

from normbook.playgrounds.panel.control import choice, log_slider, number, slider, stops


def test_a_slider_goes_in_equal_steps_from_end_to_end():
    made = slider("offset", -1, 1, 0.1, start=0.3, readout=".1f")
    assert made.values[0] == -1
    assert made.values[-1] == 1
    assert made.values[13] == 0.3  # and not 0.30000000000000004
    assert made.words[made.start] == "0.3"
    assert made.slides


def test_a_slider_over_whole_numbers_gives_whole_numbers():
    made = slider("blocks", 1, 24, 1, start=12)
    assert all(isinstance(value, int) for value in made.values)
    assert made.words == tuple(map(str, range(1, 25)))


def test_a_slider_in_equal_ratios_has_powers_of_its_base():
    made = log_slider("gain", -2, 1, 0.5, start=1, base=2)
    assert made.values[::2] == (0.25, 0.5, 1, 2)
    assert made.values[made.start] == 1


def test_a_slider_starts_on_one_of_its_values():
    with pytest.raises(ValueError, match="'D' starts at 5; the nearest stop is 4"):
        stops("D", (2, 4, 16), start=5)


def test_a_list_starts_with_its_first_or_the_one_that_is_named():
    assert choice("tails", {"light": "l", "one large": "o"}).start == 0
    made = choice("batch", (2, 4, 8), start=8)
    assert (made.values[made.start], made.words[made.start]) == (8, "8")
    assert not made.slides


def test_a_list_takes_no_other_value_for_the_nearest():
    assert slider("a", 0, 10, 1, start=0).nearest(3.4) == 3
    assert choice("b", "xyz").nearest("w") == "w"


@pytest.mark.parametrize(
    ("value", "readout", "text"),
    [
        (-3, "g", "−3"),
        (0.5, ".2f", "0.50"),
        (1e-5, ".0e", "1e−5"),
        (100, ".2g", "1.0e2"),
        (2, ".3g", "2.00"),
        (100, ".3g", "100"),
    ],
)
def test_a_number_reads_as_it_would_in_print(value, readout, text):
    assert number(value, readout) == text
