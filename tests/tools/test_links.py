"""Links that do not answer are told from those that do."""

import subprocess
from pathlib import Path
from types import SimpleNamespace

import links
import pytest
from links import broken

OUTPUT = """\
book/a.md:3: [working] https://example.org/there
book/a.md:4: [broken] https://example.org/gone: 404 Client Error
book/b.md:9: [redirected permanently] https://example.org/old to https://example.org/new
book/b.md:12: [timeout] https://example.org/slow: timed out
"""


def test_a_link_is_broken_where_nobody_answers_or_not_in_time():
    assert [line.split()[0] for line in broken(OUTPUT)] == ["book/a.md:4:", "book/b.md:12:"]


@pytest.mark.parametrize(
    ("status", "output", "said"),
    [
        (0, OUTPUT.splitlines()[0], ["Every link answers."]),
        (1, OUTPUT, OUTPUT.splitlines()[1::2]),
        (1, None, ["a chapter failed"]),
    ],
)
def test_what_does_not_answer_is_printed_or_why_none_was_asked(
    tmp_path, monkeypatch, capsys, status, output, said
):
    def build(command: list[str], stdout, stderr) -> SimpleNamespace:
        to = Path(command[command.index("--path-output") + 1], "_build", "html")
        to.mkdir()
        if output:
            (to / "output.txt").write_text(output)
        stdout.write("a chapter failed\n")
        return SimpleNamespace(returncode=status)

    monkeypatch.setattr(links, "CACHE", tmp_path / ".jupyter_cache")
    monkeypatch.setattr(links, "FOLDER", tmp_path / "links" / "_build")
    monkeypatch.setattr(subprocess, "run", build)
    links.CACHE.mkdir()
    assert links.main() == status
    assert capsys.readouterr().out.splitlines() == said
