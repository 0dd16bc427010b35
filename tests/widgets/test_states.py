"""Python takes and refuses the same states as JavaScript: tests/js/states, a file an explorable."""

import json
from pathlib import Path

import pytest
from traitlets import TraitError

from normbook.widgets.explorable import HERE, find_explorable

FOLDER = Path(__file__).parents[1] / "js" / "states"
CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}: {case['why']}")
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]


def test_every_explorable_has_its_states():
    slugs = {path.parent.name for path in HERE.glob("*/widget.py")} - {"quiz"}  # its own tests
    assert {path.stem for path in FOLDER.glob("*.json")} == slugs


@pytest.mark.parametrize(("slug", "case"), CASES)
def test_a_state_is_taken_or_refused_in_words(slug, case):
    kind = find_explorable(slug)
    if case["valid"]:
        state = kind(**case["state"]).state()
        assert {name: state[name] for name in case["state"]} == case["state"]
        assert kind(**state).state() == state
    else:
        with pytest.raises(TraitError, match="expected"):
            kind(**case["state"])
