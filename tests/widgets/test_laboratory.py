"""The laboratory's settings: what B has where one setting more differs in it."""

import pytest
from traitlets import TraitError

from normbook.widgets import Laboratory


def test_a_setting_that_comes_to_differ_in_b_has_there_the_value_of_a():
    laboratory = Laboratory(blocks=24, differs="rate", other_value=0.01)
    laboratory.differs = "blocks"
    assert laboratory.other_value == 24
    laboratory.other_value = 8
    laboratory.differs = "learn_gamma"
    assert laboratory.other_value == 1
    laboratory.differs = "nothing"
    assert laboratory.other_value == 0


def test_a_value_of_b_is_refused_in_words_that_name_its_trait():
    laboratory = Laboratory(differs="rate", other_value=0.01)
    with pytest.raises(TraitError, match=r"other_value: rate is -0\.0; expected a number"):
        laboratory.other_value = -0.0
    assert laboratory.other_value == 0.01
