"""What a build makes at some cost is made once."""

from pathlib import Path

import pytest

from normbook.sphinx import kept as module
from normbook.sphinx.kept import PINNED, bytes_once, made_once


@pytest.fixture
def made() -> list[Path]:
    """The folders that were filled."""
    return []


@pytest.fixture
def make(made):
    def fill(folder: Path) -> None:
        made.append(folder)
        (folder / "file").write_text(str(len(made)))

    return fill


def test_it_is_made_again_only_where_it_is_made_from_something_else(tmp_path, make, made):
    kept = tmp_path / "kept"
    texts = [
        (made_once(kept, [content, b"same"], make) / "file").read_text()
        for content in (b"one", b"one", b"two", b"two", b"one")
    ]
    assert texts == ["1", "1", "2", "2", "3"]
    assert len(list(kept.iterdir())) == 1


def test_where_one_content_ends_and_the_next_begins_counts(tmp_path, make, made):
    made_once(tmp_path / "kept", [b"ab", b"c"], make)
    made_once(tmp_path / "kept", [b"a", b"bc"], make)
    assert len(made) == 2


def test_it_is_made_again_by_packages_of_other_versions(tmp_path, make, made, monkeypatch):
    assert all(path.is_file() for path in PINNED)
    pinned = tmp_path / "constraints.txt"
    monkeypatch.setattr(module, "PINNED", (pinned,))
    for versions in ("numpy==2.4.6", "numpy==2.4.6", "numpy==2.4.7"):
        pinned.write_text(versions)
        made_once(tmp_path / "kept", [b"same"], make)
    assert len(made) == 2


def test_it_is_made_again_by_other_code(tmp_path):
    source, made = tmp_path / "module.py", []
    for code in ("made.append(1)", "made.append(1)", "made.append(2)"):
        source.write_text(f"def make(folder): {code}")
        names = {"made": made}
        exec(compile(source.read_text(), source, "exec"), names)
        made_once(tmp_path / "kept", [b"same"], names["make"])
    assert made == [1, 2]


def test_what_an_interruption_left_half_removed_is_not_taken_for_whole(
    tmp_path, make, made, monkeypatch
):
    kept = tmp_path / "kept"
    first = made_once(kept, [b"one"], make)

    def interrupted(folder: Path) -> None:
        (folder / "file").unlink()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("shutil.rmtree", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made_once(kept, [b"two"], make)
    assert (made_once(kept, [b"one"], make) / "file").exists()
    assert [path.name for path in kept.iterdir()] == [first.name]
    assert len(made) == 2


def test_what_could_not_be_made_is_not_kept(tmp_path, make, made):
    def fail(folder: Path) -> None:
        (folder / "half").write_text("")
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        made_once(tmp_path / "kept", [b"one"], fail)
    assert [path.name for path in made_once(tmp_path / "kept", [b"one"], make).iterdir()] == [
        "file"
    ]


def test_bytes_are_made_again_only_of_others(tmp_path):
    made = []

    def upper(content: bytes) -> bytes:
        made.append(content)
        return content.upper()

    results = [bytes_once(tmp_path / "kept", content, upper) for content in (b"a", b"a", b"b")]
    assert results == [b"A", b"A", b"B"]
    assert made == [b"a", b"b"]
