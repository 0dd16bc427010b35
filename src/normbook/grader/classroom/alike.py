"""Finds answers of different students that are alike beyond what the exercise asks for.

An answer is read as its passages, so many tokens in a row, in which names of the student's own,
comments and layout do not count. A passage that the book has itself, or that many in the class
have, says nothing: that is how one writes it, and in a short exercise that is all there is. What is
left are passages that few have; two answers that share most of them are shown side by side, for
someone to look at. So are those that are equal to the byte, however short, if they have words, in
comments, texts or names, that nobody else has. Why answers are alike, no program knows.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from ..verdict.find import Exercise
from ..verdict.load import LoadError, decode
from ..verdict.merge import tokens_of
from .gradebook import Gradebook
from .python import names_bound, parse

PASSAGE = 10
"""Tokens in a row."""
FEW = 10
"""A passage counts if at most one in so many has it, or two."""
CLASS = 5
"""Answers, at least; among fewer nothing tells what is usual."""
SHARED = 16
"""Passages that few have, at least."""
ALIKE = 0.8
"""The share of their passages that two answers have in common, at least."""
OWN_WORDS = 2
"""Words that nobody else has, of answers that are equal to the byte, at least."""
MAX_WORDS = 5
"""Of these, that are told."""
WORD = re.compile(r"[^\W\d_]{2,}")

Passage = tuple[str, ...]
Import = ast.Import | ast.ImportFrom
PROSE = (tokenize.COMMENT, tokenize.STRING)
OWN = "·"
"""Stands for any name of the student's own."""


@dataclass(frozen=True)
class Pair:
    """Two answers that are alike."""

    exercise: Exercise
    students: tuple[str, str]
    shared: int
    """Passages that both have, and few others."""
    likeness: float
    """Their share of all such passages of the two."""
    same: bool
    """Whether nothing but names, comments and layout differs."""
    words: tuple[str, ...] = ()
    """Of answers that are equal to the byte: what nobody else has."""

    def __str__(self) -> str:
        if self.words:
            told = ", ".join([*self.words[:MAX_WORDS], *["…"][: len(self.words) > MAX_WORDS]])
            how = f"equal to the byte, with words that nobody else has: {told}"
            return f"{' and '.join(self.students)}: {how}"
        how = "the same but for names, comments and layout" if self.same else f"{self.likeness:.0%}"
        return f"{' and '.join(self.students)}: {how}, {self.shared} passages that few others have"


def alike(book: Gradebook) -> list[Pair]:
    """Return the pairs of answers that are alike, by exercise, those most alike first."""
    sources: dict[Exercise, dict[str, bytes]] = defaultdict(dict)
    for work in book.works:
        for submission in work.submissions:
            if book.mark(work.student, submission.exercise).is_answer:
                sources[submission.exercise][work.student.key] = submission.source
    return [pair for exercise in book.exercises for pair in _in_order(exercise, sources[exercise])]


def _in_order(exercise: Exercise, sources: Mapping[str, bytes]) -> list[Pair]:
    """Return those that are equal to the byte, then the others, those most alike first."""
    equal = list(_equal(exercise, sources))
    told = {pair.students for pair in equal}
    others = (pair for pair in _pairs(exercise, sources) if pair.students not in told)
    return [*equal, *sorted(others, key=lambda each: -each.likeness)]


def _equal(exercise: Exercise, sources: Mapping[str, bytes]) -> Iterator[Pair]:
    """Yield the pairs that are equal to the byte, and have words of their own."""
    holders: dict[bytes, list[str]] = defaultdict(list)
    for student, source in sources.items():
        holders[source].append(student)
    most = max(2, len(sources) // FEW)
    if not any(1 < len(students) <= most for students in holders.values()):
        return
    words = {source: own_words(source) for source in holders}
    counts: Counter[str] = Counter()
    for source, students in holders.items():
        counts.update(dict.fromkeys(words[source], len(students)))
    for source, students in holders.items():
        own = {word for word in words[source] if counts[word] == len(students)}
        rare = sorted(own - _words_of_the_book(exercise))
        if 1 < len(students) <= most and len(rare) >= OWN_WORDS:
            for pair in combinations(students, 2):
                yield Pair(exercise, pair, 0, 1.0, True, tuple(rare))


@cache
def _words_of_the_book(exercise: Exercise) -> frozenset[str]:
    """Return the words that students were given, or that the book's own answers have."""
    texts = [exercise.prompt, exercise.stub, *(hint.text for hint in exercise.hints)]
    files = [exercise.solution, *exercise.variants, *exercise.mutants]
    texts += [path.read_text(encoding="utf-8") for path in files if path.is_file()]
    return frozenset(_in_words("\n".join(texts)))


def own_words(source: bytes) -> frozenset[str]:
    """Return the words of a source's comments, texts and own names; none if it is broken."""
    try:
        text = decode(source, "a file")
        if (tree := parse(text)) is None:
            return frozenset()
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        prose = [each.string for each in tokens if each.type in PROSE]
        return frozenset(_in_words("\n".join([*prose, *_own_names(tree)])))
    except (LoadError, RecursionError, SyntaxError, tokenize.TokenError):
        return frozenset()


def _in_words(text: str) -> Iterator[str]:
    return (word.casefold() for word in WORD.findall(text))


def _pairs(exercise: Exercise, sources: Mapping[str, bytes]) -> Iterator[Pair]:
    texts = {student: _words(source) for student, source in sources.items()}
    found = {student: passages(text) for student, text in texts.items() if text}
    if len(found) < CLASS:
        return
    counts = Counter(passage for each in found.values() for passage in each)
    usual, most = _of_the_book(exercise), max(2, len(found) // FEW)
    rare = {
        student: {each for each in own if each not in usual and counts[each] <= most}
        for student, own in found.items()
    }
    for (a, b), shared in _in_common(rare).items():
        likeness = 2 * shared / (len(rare[a]) + len(rare[b]))
        if shared >= SHARED and likeness >= ALIKE:
            yield Pair(exercise, (a, b), shared, likeness, texts[a] == texts[b])


def _in_common(rare: Mapping[str, Iterable[Passage]]) -> Counter[tuple[str, str]]:
    """Return how many passages any two have in common that have one at all."""
    holders: dict[Passage, list[str]] = defaultdict(list)
    for student, own in rare.items():
        for passage in own:
            holders[passage].append(student)
    return Counter(pair for each in holders.values() for pair in combinations(each, 2))


@cache
def _of_the_book(exercise: Exercise) -> frozenset[Passage]:
    """Return the passages that students were given, or that the book's own answers have."""
    files = [exercise.folder / "stub.py", exercise.solution, *exercise.variants, *exercise.mutants]
    return frozenset().union(*(passages(_words(path.read_bytes())) for path in files))


def passages(words: Passage) -> frozenset[Passage]:
    """Return the passages of a text."""
    return frozenset(words[i : i + PASSAGE] for i in range(len(words) - PASSAGE + 1))


def _words(source: bytes) -> Passage:
    """Return the tokens of a source, its own names alike, without imports; none if it is broken."""
    try:
        tree = parse(decode(source, "a file"))
        if tree is None:
            return ()
        names = {**dict.fromkeys(_own_names(tree), OWN), **_imported(tree)}
        tree.body = [each for each in tree.body if not isinstance(each, Import)]
        return tuple(names.get(text, text) or str(kind) for kind, text in tokens_of(tree))
    except (LoadError, RecursionError, SyntaxError, tokenize.TokenError):
        return ()


def _own_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a source gives: to arguments, variables, functions and classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.FunctionDef | ast.ClassDef):
            yield from names_bound(node)


def _imported(tree: ast.Module) -> dict[str, str]:
    """Return what is imported, by the names that it is given."""
    imports = (node for node in tree.body if isinstance(node, Import))
    aliases = (alias for node in imports for alias in node.names)
    return {alias.asname or alias.name: alias.name for alias in aliases}
