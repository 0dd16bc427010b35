"""What a command says on a terminal: in lines as wide as that."""

import io
import sys

import pytest

from normbook.grader import cli, find
from normbook.grader.classroom.progress import Progress
from normbook.grader.terminal import columns, say, wrap, wrap_markdown

OUTSIDE = (
    find("layer_norm").solution.read_text().replace("np.sqrt(var + eps)", "np.sqrt(var) + eps")
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def said_on(tmp_path, monkeypatch):
    """Give a function that runs a command before an output, where there is a wrong attempt."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "layer_norm.py").write_text(OUTSIDE)

    def run(output: io.StringIO, *command: str) -> str:
        monkeypatch.setattr(sys, "stdout", output)
        cli.main(command)
        return output.getvalue()

    return run


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("as wide as asked", ["as wide as asked"]),
        ("  the other checks may fail", ["  the other checks", "  may fail"]),
        ("  ✗ 0/1  eps stands inside it", ["  ✗ 0/1  eps stands", "         inside it"]),
        ("  call  f([1], 2, eps=0.1)", ["  call  f([1], 2,", "        eps=0.1)"]),
        ("- the shape and the dtype", ["- the shape and the", "  dtype"]),
        ("10. the shape and the dtype", ["10. the shape and", "    the dtype"]),
        ("  layer_norm_module     /4  25", ["  layer_norm_module", "    /4  25"]),
        ("gradebook/a-very-long-name.html", ["gradebook/a-very-long-name.html"]),
        ("Then: normbook grade layer_norm", ["Then:", "normbook grade layer_norm"]),
        ("Ask: normbook prompt it. Then go.", ["Ask:", "normbook prompt it.", "Then go."]),
        ("", [""]),
    ],
)
def test_a_long_line_goes_on_below_where_its_text_begins(line, lines):
    assert wrap(line, 20).split("\n") == lines


def test_empty_lines_stay_the_last_as_well():
    assert wrap("one\n\ntwo\n", 20) == "one\n\ntwo\n"


MARKDOWN = """\
# A title

The variance divides by
the number of features.

- `x` is an array of any
  shape.
- No argument is changed.

$$
y = a formula that is longer than 30 characters
$$

    code = "that is longer than 30 characters"

| a table | of two | of three |
|---|---|---|

```
more = "that is longer than 30 characters"
```
The end."""
WRAPPED = """\
# A title

The variance divides by the
number of features.

- `x` is an array of any
  shape.
- No argument is changed.

$$
y = a formula that is longer than 30 characters
$$

    code = "that is longer than 30 characters"

| a table | of two | of three
|
|---|---|---|

```
more = "that is longer than 30 characters"
```
The end."""


def test_of_markdown_prose_alone_gets_other_lines():
    assert wrap_markdown(MARKDOWN, 30) == WRAPPED


@pytest.mark.parametrize(
    "command",
    [
        ["list"],
        ["start", "layer_norm", "rms_norm"],
        ["prompt", "normalization_axes"],
        ["hint", "layer_norm"],
        ["grade", "layer_norm", "rms_norm"],
    ],
)
def test_on_a_terminal_no_line_is_wider_than_it(said_on, command):
    said = said_on(Terminal(), *command)
    assert len(said.splitlines()) > 1
    assert [line for line in said.splitlines() if len(line) > 40] == []


def test_a_wide_terminal_gets_what_a_pipe_gets(said_on, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    command = ("grade", "layer_norm")
    assert said_on(Terminal(), *command) == said_on(io.StringIO(), *command)


def test_code_that_is_to_be_copied_keeps_its_lines(said_on):
    solution = find("layer_norm").solution.read_text()
    assert said_on(Terminal(), "solution", "layer_norm", "--yes") == solution


def test_what_is_no_terminal_has_no_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    pipe = io.StringIO()
    say("a line that is longer than it", pipe)
    assert (columns(pipe), pipe.getvalue()) == (None, "a line that is longer than it\n")


def test_progress_stays_in_one_line_of_a_narrow_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    terminal = Terminal()
    progress = Progress(100, terminal)
    progress.waiting(["a.long@example.org", "another.long@example.org"])
    progress.step(new=False)
    assert [len(part) for part in terminal.getvalue().split("\r")] == [0, 39, 39]
