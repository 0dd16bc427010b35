"""The vectors that JavaScript is tested with are what normbook.norms says today."""

import json

import pytest
from vectors import __main__ as vectors
from vectors.__main__ import FOLDER, cases_of, explorables

STALE = "the vectors are stale: run `make vectors`"


def test_there_is_a_file_for_each_explorable_with_cases_and_no_other():
    stored, fresh = {path.stem for path in FOLDER.glob("*.json")}, set(explorables())
    assert stored >= fresh, STALE
    assert stored <= fresh, f"tools/vectors has none for {sorted(stored - fresh)}"


def test_one_is_written_alone_and_an_unknown_one_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(vectors, "FOLDER", tmp_path)
    vectors.main(["cancellation"])
    assert [path.name for path in tmp_path.iterdir()] == ["cancellation.json"]
    with pytest.raises(SystemExit, match=r"no cases of nothing; there are: axes, .*, training\."):
        vectors.main(["cancellation", "nothing"])


@pytest.mark.parametrize("name", explorables())
def test_the_vectors_are_up_to_date(name, one_thread):
    stored = json.loads(FOLDER.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    assert_same(stored, json.loads(json.dumps(cases_of(name))))


def assert_same(stored, fresh):
    """Compare to the digits that all machines agree on."""
    if isinstance(fresh, dict):
        assert stored.keys() == fresh.keys(), STALE
        for key in fresh:
            assert_same(stored[key], fresh[key])
    elif isinstance(fresh, list):
        assert len(stored) == len(fresh), STALE
        for one, other in zip(stored, fresh, strict=True):
            assert_same(one, other)
    elif isinstance(fresh, float):
        assert stored == pytest.approx(fresh, rel=1e-10, abs=1e-14), STALE
    else:
        assert stored == fresh, STALE
