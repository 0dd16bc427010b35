"""Python takes and refuses the same states as JavaScript: tests/js/states, a file an explorable."""

import contextlib
import json
from pathlib import Path

import pytest
from traitlets import TraitError

from normbook.widgets.explorable import HERE, find_explorable

FOLDER = Path(__file__).parents[1] / "js" / "states"
SLUGS = sorted(path.stem for path in FOLDER.glob("*.json"))
CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}: {case['why']}")
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]


def test_every_explorable_has_its_states():
    slugs = {path.parent.name for path in HERE.glob("*/widget.py")} - {"quiz"}  # its own tests
    listed = {path.stem for path in FOLDER.glob("*.json")}
    assert not slugs - listed, f"write tests/js/states/{min(slugs - listed)}.json"
    assert not listed - slugs, f"remove tests/js/states/{min(listed - slugs)}.json"


@pytest.mark.parametrize(("slug", "case"), CASES)
def test_a_state_is_taken_or_refused_in_words(slug, case):
    kind = find_explorable(slug)
    where = f"tests/js/states/{slug}.json and src/normbook/widgets/{slug}/widget.py disagree"
    state, refusal = take(kind, case["state"])
    assert (state is not None) == case["valid"], f"{where}: {case['state']}, {case['why']}"
    if state is None:
        assert "expected" in refusal, (
            f"widget.py of {slug}: say what is expected, beside: {refusal}"
        )
    else:
        assert {name: state[name] for name in case["state"]} == case["state"], where
        assert take(kind, state) == (state, ""), where


@pytest.mark.parametrize("slug", SLUGS)
def test_no_assignment_leads_to_a_state_that_a_new_explorable_refuses(slug):
    kind = find_explorable(slug)
    cases = json.loads((FOLDER / f"{slug}.json").read_text(encoding="utf-8"))
    values = {json.dumps(pair) for case in cases for pair in case["state"].items()}
    for start in (case["state"] for case in cases if case["valid"]):
        explorable = kind(**start)
        before = explorable.state()
        for name, value in map(json.loads, sorted(values)):
            with contextlib.suppress(TraitError):
                setattr(explorable, name, value)
            if (state := explorable.state()) != before:
                assert take(kind, state) == (state, ""), f"{start}, then {name} = {value}"
                explorable = kind(**start)


def take(kind, wanted):
    """Return the state that an explorable takes, and no words; or None, and why it refuses."""
    try:
        return kind(**wanted).state(), ""
    except TraitError as error:
        return None, str(error)
