"""Answers that are alike are shown, and those that everybody writes are not."""

import re
from pathlib import Path

import pytest

from normbook.grader import find
from normbook.grader.classroom.alike import alike, passages, written_alike
from normbook.grader.classroom.assignment import unweighted
from normbook.grader.classroom.grade import files_of
from normbook.grader.classroom.gradebook import Gradebook
from normbook.grader.classroom.layouts import Student
from normbook.grader.classroom.notices import notices, told_of
from normbook.grader.classroom.people import without_roster
from normbook.grader.classroom.submissions import Submission, Work

CORPUS = Path(__file__).parents[2] / "diagnosis" / "corpus"
STANDARDIZE = find("standardize")
VERDICT = {"points": 0, "worth": 3, "status": "fail", "title": "", "checks": [], "findings": []}
VERDICT |= {"overall": ""}
# Odd on purpose: nobody else would write it so.
LONG = """
import numpy as np


def standardize(x):
    result = []
    for k in range(x.shape[1]):
        entries = sorted((value, row) for row, value in enumerate(x[:, k]))
        smallest, largest = entries[0][0], entries[-1][0]
        if smallest == largest:
            result.append([0.0 for _ in entries])
            continue
        shifted = [(value - smallest, row) for value, row in entries]
        total = sum(value for value, _ in shifted) / len(shifted)
        squares = sum(value * value for value, _ in shifted) / len(shifted)
        spread = (squares - total * total) ** 0.5
        column = [0.0] * len(shifted)
        for value, row in shifted:
            column[row] = (value - total) / spread
        result.append(column)
    return np.array(result, dtype=x.dtype).T
"""
DISGUISED = '''
# All my own work.
import numpy as numpy


def standardize(data):
    """Standardize it."""
    out = []
    for j in range(data.shape[1]):
        pairs = sorted(
            (v, i)   # by value
            for i, v in enumerate(data[:, j])
        )
        lo, hi = pairs[0][0], pairs[-1][0]
        if lo == hi:
            out.append([0.0 for _ in pairs])
            continue
        moved = [(v - lo, i) for v, i in pairs]
        m = sum(v for v, _ in moved) / len(moved)
        sq = sum(v * v for v, _ in moved) / len(moved)
        s = (sq - m * m) ** 0.5
        c = [0.0] * len(moved)
        for v, i in moved:
            c[i] = (v - m) / s
        out.append(c)
    return numpy.array(out, dtype=data.dtype).T
'''


def book_of(exercise, sources):
    """Return the gradebook of a class, an answer each."""
    works = []
    for name, source in sources.items():
        student = Student(name, name)
        source = source.encode() if isinstance(source, str) else source
        works.append(Work(student, (Submission(student, exercise, source, f"{name}.py"),)))
    verdicts = {(name, exercise.slug): VERDICT for name in sources}
    return Gradebook(unweighted([exercise]), works, verdicts, without_roster(works).people)


def others(exercise, count=20):
    """Return answers that were written apart from each other."""
    paths = sorted((CORPUS / exercise.slug).glob("*.py"))[:count]
    return {path.stem: path.read_bytes() for path in paths}


def test_names_comments_and_layout_hide_nothing():
    book = book_of(STANDARDIZE, {**others(STANDARDIZE), "anna": LONG, "berta": DISGUISED})
    (pair,) = alike(book)
    assert pair.students == ("anna", "berta")
    assert pair.same
    assert pair.likeness == 1.0


def test_a_changed_line_leaves_most_of_it():
    changed = DISGUISED.replace("s = (sq - m * m) ** 0.5", "s = numpy.sqrt(abs(sq - m**2))")
    (pair,) = alike(book_of(STANDARDIZE, {**others(STANDARDIZE), "anna": LONG, "berta": changed}))
    assert not pair.same
    assert 0.8 <= pair.likeness < 1.0


@pytest.mark.parametrize(
    "slug", ["standardize", "layer_norm", "min_max_scale", "stable_variance", "rms_norm"]
)
def test_answers_that_were_written_apart_are_not_listed(slug):
    exercise = find(slug)
    assert alike(book_of(exercise, others(exercise))) == []


@pytest.mark.parametrize(
    "path", [STANDARDIZE.solution, *STANDARDIZE.variants], ids=lambda p: p.stem
)
def test_what_the_book_writes_itself_accuses_nobody(path):
    same = dict.fromkeys(("anna", "berta"), path.read_bytes())
    assert alike(book_of(STANDARDIZE, {**others(STANDARDIZE), **same})) == []


def test_answers_to_other_exercises_in_the_same_file_are_told_of_these_alone():
    answers = others(STANDARDIZE)
    ends = {"anna": "ddof_and_eps", "berta": "ddof_and_float64"}
    beside = LONG.replace("standardize", "rms_norm")
    files = {name: f"{answers.pop(end).decode()}\n{beside}" for name, end in ends.items()}
    assert alike(book_of(STANDARDIZE, {**answers, **files})) == []
    rms_norm = find("rms_norm")
    (pair,) = alike(book_of(rms_norm, {**others(rms_norm), **files}))
    assert pair.students == ("anna", "berta")


def test_what_many_write_is_how_one_writes_it():
    many = {f"student {number}": LONG for number in range(4)}
    assert alike(book_of(STANDARDIZE, {**others(STANDARDIZE), **many})) == []


def test_a_class_of_few_tells_nothing():
    assert alike(book_of(STANDARDIZE, {"anna": LONG, "berta": DISGUISED})) == []


def test_stubs_and_files_that_are_no_python_are_passed_over():
    stub = dict.fromkeys(("anna", "berta"), STANDARDIZE.stub)
    broken = dict.fromkeys(("cat", "dan"), f"{LONG}\n(((")
    assert alike(book_of(STANDARDIZE, {**others(STANDARDIZE), **stub, **broken})) == []


def test_a_number_too_long_for_decimals_is_no_crash():
    source = f"MASK = 0x{'f' * 5000}\n{LONG}"
    assert alike(book_of(STANDARDIZE, {**others(STANDARDIZE), "anna": source})) == []


def test_the_page_and_the_terminal_show_them_and_accuse_nobody():
    sources = {**others(STANDARDIZE), "anna<b>": LONG, "berta": DISGUISED}
    book = book_of(STANDARDIZE, sources)
    pairs = alike(book)
    page = files_of(book, pairs)["gradebook.html"]
    part = page.partition("Answers that are alike")[2]
    assert "anna&lt;b&gt; and berta: the same but for names, comments and layout" in part
    assert "look at both" in " ".join(part.split())
    first, line = told_of(pairs)
    assert "look at both" in first
    assert line.startswith("  standardize: anna<b> and berta: the same but for names")
    for text in (part, first, line):
        assert not any(word in text.casefold() for word in ("cheat", "plagiar", "copied"))
    others_pages = [text for name, text in files_of(book, pairs).items() if "feedback" in name]
    assert not any("alike" in text for text in others_pages)


def test_without_any_there_is_no_word_of_it():
    book = book_of(STANDARDIZE, others(STANDARDIZE))
    assert "alike" not in files_of(book, alike(book))["gradebook.html"]
    assert list(told_of([])) == []


def test_of_many_the_terminal_shows_some():
    (pair,) = alike(book_of(STANDARDIZE, {**others(STANDARDIZE), "a": LONG, "b": DISGUISED}))
    *_, last = told_of([pair] * 25)
    assert last == "  and 5 pairs more, in gradebook.html"


SHORT = """# My very own idea: grandma says so (typo: vairance).
def standardize(x):
    return (x - x.mean(axis=0)) / x.std(axis=0)
"""
PLAIN = SHORT.partition("\n")[2]


@pytest.mark.parametrize("count", [0, 1, 40])
def test_files_that_are_equal_to_the_byte_are_told_by_words_that_nobody_else_has(count):
    rest = {f"student {number}": f"{PLAIN}# {number}\n" for number in range(count)}
    book = book_of(STANDARDIZE, {**rest, "anna": SHORT, "berta": SHORT})
    (pair,) = alike(book)
    assert pair.students == ("anna", "berta")
    assert "vairance" in pair.words
    assert str(pair) == (
        "anna and berta: equal to the byte, with words that nobody else has: grandma, idea, my, "
        "says, typo, …"
    )
    assert str(pair) in files_of(book, [pair])["gradebook.html"]


def test_long_files_that_are_equal_to_the_byte_are_called_so():
    names = re.findall(r"\b(?:result|entries|value|row|smallest|largest|shifted|total)\b", LONG)
    letters = dict(zip(dict.fromkeys(names), "abcdefgh", strict=True))
    own = {**letters, "squares": "m", "spread": "n", "column": "o"}
    text = re.sub(r"\b[a-z]+\b", lambda word: own.get(word[0], word[0]), LONG)
    pair, *_ = alike(book_of(STANDARDIZE, {**others(STANDARDIZE), "anna": text, "berta": text}))
    assert not pair.words
    assert str(pair).startswith("anna and berta: equal to the byte, ")
    pair, *_ = alike(book_of(STANDARDIZE, {**others(STANDARDIZE), "a": text, "b": f"{text}\n"}))
    assert str(pair).startswith("a and b: the same but for names, comments and layout, ")


def test_what_most_write_alike_is_named_as_not_judged():
    short, long = find("spot_the_bug"), STANDARDIZE
    assert written_alike(book_of(short, others(short, 40))) == [short]
    assert written_alike(book_of(long, others(long))) == []
    assert written_alike(book_of(short, others(short, 2))) == []  # of so few nothing is told
    said = "would be listed: spot_the_bug"
    book = book_of(short, others(short, 40))
    assert said in "\n".join(notices(book, [], {}))
    assert said in files_of(book)["gradebook.html"]


def test_equal_files_without_words_of_their_own_accuse_nobody():
    for text in (PLAIN, f"# Centred.\n{STANDARDIZE.solution.read_text()}", f"{PLAIN}# mu\n"):
        assert alike(book_of(STANDARDIZE, {"anna": text, "berta": text, "cat": LONG})) == []
    third = {"anna": SHORT, "berta": SHORT, "cat": f"{SHORT}\n"}
    assert alike(book_of(STANDARDIZE, third)) == []
    many = dict.fromkeys(map(str, range(5)), SHORT)
    assert alike(book_of(STANDARDIZE, many)) == []


def test_names_of_one_s_own_are_words_and_those_of_numpy_are_none():
    text = "def standardize(kartoffel):\n    zwiebel = kartoffel\n    return zwiebel.flatten()\n"
    (pair,) = alike(book_of(STANDARDIZE, {"anna": text, "berta": text}))
    assert pair.words == ("kartoffel", "zwiebel")


def test_passages_are_tokens_in_a_row():
    assert passages(tuple("abcdefghijk")) == {tuple("abcdefghij"), tuple("bcdefghijk")}
    assert passages(tuple("abc")) == frozenset()
