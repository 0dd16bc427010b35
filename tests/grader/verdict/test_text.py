"""Nothing that an attempt says is a command, is hidden, or turns a line around."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normbook.grader.verdict.text import REPLACEMENT, as_cell, clean

HOSTILE = {
    "clears the screen": "\x1b[2J\x1b[H",
    "the same in eight bits": "\x9b2J",
    "a title": "\x1b]0;10 of 10\x07",
    "begins the line again": "0 of 10\r10 of 10",
    "takes letters back": "0\b1",
    "nothing": "\0",
    "bidi override": "\u202e01 fo 01\u202c",
    "bidi isolate": "\u2067x\u2069",
    "marks": "\u200e\u200f\u061c",
    "zero width": "pa\u200bss\u200d\u2060\ufeff",
    "soft hyphen": "pa\u00adss",
    "variation": "a\ufe0f\U000e0101",
    "fillers": "\u3164\u115f\uffa0\u2800\u034f\u180e",
    "tags": "\U000e0041\U000e007f",
    "lines of other kinds": "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg",
    "half of a pair": "\ud800",
    "private": "\ue000",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_cannot_be_seen_is_shown(text):
    shown = clean(text)
    assert REPLACEMENT in shown
    assert not {*text} & {*shown} - {*filter(str.isascii, filter(str.isprintable, text))}


COMMANDS = [
    "::error::",
    "::set-output name=points::10",
    "##[error]",
    "##vso[task.complete]",
    "##x[y",
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("before", ["", "\n", "  ", "\t", "so\n \t", "\u200b", "\n\u3000"])
def test_commands_of_a_log_are_none(command, before):
    shown = clean(f"{before}{command}10 of 10")
    assert not re.search(r"^\s*::|##\w*\[", shown, re.MULTILINE)
    assert shown.endswith("10 of 10")


@pytest.mark.parametrize(
    "text", ["", "x[::2] = 1", "a\n\tb", "μ ± σ², «ß» 漢字 עב 🙂", "# ## [1]", "a: b", "f(x)[0]\n"]
)
def test_honest_text_stays(text):
    assert clean(text) == text


@given(st.text())
def test_clean_text_stays_clean(text):
    assert clean(clean(text)) == clean(text)
    assert clean(text).encode().decode() == clean(text)


def test_a_text_of_empty_lines_is_cleaned_at_once():
    assert clean("\n" * 260_000 + "::error::") == "\n" * 260_000 + ": :error::"


@pytest.mark.parametrize("space", ["\t", "\n", " "])
def test_a_cell_of_spaces_is_written_at_once(space):
    spaces = space * 100_000
    assert as_cell(f"{spaces}=1") in (f"{spaces}'=1", f"'{spaces}=1")
