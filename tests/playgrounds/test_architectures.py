"""What the playground says of the difference that a norm leaves."""

import pytest

from normbook.playgrounds.architectures import draw


@pytest.mark.parametrize(
    ("norm", "said"), [("instance (H, W)", ": 0.00 everywhere"), ("none", ", up to 0.48")]
)
def test_a_difference_that_is_gone_is_no_black_square_without_a_word(norm, said):
    assert draw("contrast of all", 0.5, norm).panels[-1].title == f"difference{said}"
