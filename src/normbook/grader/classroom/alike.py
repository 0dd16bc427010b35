"""Finds answers of different students that are alike beyond what the exercise asks for.

An answer is cut into passages: runs of ten tokens, with every name of the student's own replaced by
one sign, and without comments and layout; of a file with answers to several exercises only what the
one at hand needs. A passage says nothing if it is in the book, too, or if many in the class have
it: that is how one writes it. What is left are rare passages. Two answers that share most of theirs
are listed, for the lecturer to look at both.

A short exercise may have no rare passages. There, answers are listed that are equal to the byte, if
they have words, in comments, texts or names, that nobody else has. Why answers are alike, no
program can tell.
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

from ..verdict.find import Exercise, find_all
from ..verdict.load import LoadError, decode
from ..verdict.merge import tokens_of
from .gradebook import Gradebook
from .notebook import Notebook, NotebookError, as_notebook
from .python import definitions, names_bound, parse

PASSAGE_TOKENS = 10
"""Tokens in a passage."""
MAX_HOLDERS_SHARE = 10
"""A passage is rare if at most one answer in so many has it; two may have it in any class."""
MIN_ANSWERS = 5
"""Answers to an exercise below which passages are not compared: too few to tell what is usual."""
MIN_SHARED_PASSAGES = 16
"""Rare passages that two answers have to share, at least."""
MIN_LIKENESS = 0.8
"""Share of their rare passages, from 0 to 1, that two answers have in common, at least."""
MIN_RARE_WORDS = 2
"""Words that nobody else has in answers that are equal to the byte, at least."""
MAX_WORDS_TOLD = 5
"""How many of these words are shown."""
WORD = re.compile(r"[^\W\d_]{2,}")
"""Two letters or more."""

Passage = tuple[str, ...]
"""Tokens in a row."""
Import = ast.Import | ast.ImportFrom
PROSE = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", None)}
"""Tokens that hold text; the last is, from Python 3.12 on, that between an f-string's fields."""
OWN = "·"
"""Replaces each name of the student's own."""


EQUAL = "equal to the byte"
SAME = "the same but for names, comments and layout"


@dataclass(frozen=True)
class Pair:
    """Two answers that are alike."""

    exercise: Exercise
    students: tuple[str, str]
    shared: int
    """How many rare passages both have."""
    likeness: float
    """Twice that number, divided by how many rare passages the two have; from 0 to 1."""
    same: bool
    """Whether nothing but names, comments and layout differs."""
    is_equal: bool = False
    """Whether nothing differs at all."""
    words: tuple[str, ...] = ()
    """If the answers are equal to the byte, the words in them that nobody else has."""

    def __str__(self) -> str:
        if self.words:
            told = ", ".join(
                [*self.words[:MAX_WORDS_TOLD], *["…"][: len(self.words) > MAX_WORDS_TOLD]]
            )
            how = f"{EQUAL}, with words that nobody else has: {told}"
            return f"{' and '.join(self.students)}: {how}"
        how = EQUAL if self.is_equal else SAME if self.same else f"{self.likeness:.0%}"
        return f"{' and '.join(self.students)}: {how}, {self.shared} passages that few others have"


def alike(book: Gradebook) -> list[Pair]:
    """Return the pairs of answers that are alike, by exercise, those most alike first."""
    sources = _answers(book)
    return [pair for exercise in book.exercises for pair in _in_order(exercise, sources[exercise])]


def written_alike(book: Gradebook) -> list[Exercise]:
    """Return the exercises of which most answers have too few rare passages to be listed.

    So it is where an exercise is short, or all write it as the book does.
    """
    sources, found = _answers(book), []
    for exercise in book.exercises:
        _, rare = _read(exercise, tuple(sources[exercise].items()))
        few = sum(len(own) < MIN_SHARED_PASSAGES for own in rare.values())
        if 2 * few > len(rare):
            found.append(exercise)
    return found


def _answers(book: Gradebook) -> Mapping[Exercise, dict[str, bytes]]:
    """Return the sources of all answers, by exercise and by who handed them in."""
    sources: dict[Exercise, dict[str, bytes]] = defaultdict(dict)
    for work in book.works:
        for submission in work.submissions:
            if book.mark(work.student, submission.exercise).is_answer:
                # A group's work stands in that of each member, and is one answer.
                of_group = submission.student.key != work.student.key
                whose = submission.student if of_group else work.student
                sources[submission.exercise][whose.called] = submission.source
    return sources


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
    most = _most_holders(len(sources))
    if not any(1 < len(students) <= most for students in holders.values()):
        return
    words = {source: own_words(source) for source in holders}
    counts: Counter[str] = Counter()
    for source, students in holders.items():
        counts.update(dict.fromkeys(words[source], len(students)))
    for source, students in holders.items():
        own = {word for word in words[source] if counts[word] == len(students)}
        rare = sorted(own - _words_of_the_book(exercise))
        if 1 < len(students) <= most and len(rare) >= MIN_RARE_WORDS:
            for pair in combinations(students, 2):
                yield Pair(exercise, pair, 0, 1.0, True, True, tuple(rare))


def _most_holders(answers: int) -> int:
    """Return how many of the answers to an exercise may have a passage or text that is rare."""
    return max(2, answers // MAX_HOLDERS_SHARE)


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
    """Return the words of a text, in lower case."""
    return (word.casefold() for word in WORD.findall(text))


def _pairs(exercise: Exercise, sources: Mapping[str, bytes]) -> Iterator[Pair]:
    """Yield the pairs of answers that share most of their rare passages."""
    texts, rare = _read(exercise, tuple(sources.items()))
    for (a, b), shared in _in_common(rare).items():
        likeness = 2 * shared / (len(rare[a]) + len(rare[b]))
        if shared >= MIN_SHARED_PASSAGES and likeness >= MIN_LIKENESS:
            is_equal = sources[a] == sources[b]
            yield Pair(exercise, (a, b), shared, likeness, texts[a] == texts[b], is_equal)


@cache
def _read(
    exercise: Exercise, answers: tuple[tuple[str, bytes], ...]
) -> tuple[dict[str, Passage], dict[str, set[Passage]]]:
    """Return the tokens of each answer, and its rare passages; worked out once for a class."""
    texts = {student: _words(_part_of(exercise, source)) for student, source in answers}
    return texts, _rare(exercise, texts)


def _part_of(exercise: Exercise, source: bytes) -> bytes:
    """Return what an answer needs of a file that has answers to other exercises, too.

    Where others hand in a file for each exercise, the rest of it would be rare.
    """
    try:
        text = decode(source, "a file")
        defined = _defined_in(text)
        others = {each.entry for each in find_all() if each is not exercise}
        has_others = (defined & others) - _defined_in(exercise.stub)
        if not has_others or exercise.entry not in defined:
            return source
        return Notebook(as_notebook(text)).source_of(exercise.entry).encode()
    except (LoadError, NotebookError):
        return source


def _defined_in(source: str) -> set[str]:
    """Return the names under which a source leaves functions and classes."""
    tree = parse(source)
    return set(definitions(tree)) if tree else set()


def _rare(exercise: Exercise, texts: Mapping[str, Passage]) -> dict[str, set[Passage]]:
    """Return the rare passages of each answer; nothing, if there are too few answers to tell."""
    found = {student: passages(text) for student, text in texts.items() if text}
    if len(found) < MIN_ANSWERS:
        return {}
    counts = Counter(passage for each in found.values() for passage in each)
    usual, most = _of_the_book(exercise), _most_holders(len(found))
    return {
        student: {each for each in own if each not in usual and counts[each] <= most}
        for student, own in found.items()
    }


def _in_common(rare: Mapping[str, Iterable[Passage]]) -> Counter[tuple[str, str]]:
    """Return how many rare passages two students share, for each two that share any."""
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
    """Return the passages of an answer, given by its tokens."""
    return frozenset(words[i : i + PASSAGE_TOKENS] for i in range(len(words) - PASSAGE_TOKENS + 1))


def _words(source: bytes) -> Passage:
    """Return the tokens of a source without imports, all its own names replaced by `OWN`.

    Names of imported things are replaced by their full ones. A source that is broken, or has a
    number too long to be written in decimals, has no tokens.
    """
    try:
        tree = parse(decode(source, "a file"))
        if tree is None:
            return ()
        names = {**dict.fromkeys(_own_names(tree), OWN), **_imported(tree)}
        tree.body = [each for each in tree.body if not isinstance(each, Import)]
        return tuple(names.get(text, text) or str(kind) for kind, text in tokens_of(tree))
    except (LoadError, RecursionError, ValueError, SyntaxError, tokenize.TokenError):
        return ()


def _own_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a source gives: to arguments, variables, functions and classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.FunctionDef | ast.ClassDef):
            yield from names_bound(node)


def _imported(tree: ast.Module) -> dict[str, str]:
    """Return the full names of what a source imports, by the names that it gives them."""
    imports = (node for node in tree.body if isinstance(node, Import))
    aliases = (alias for node in imports for alias in node.names)
    return {alias.asname or alias.name: alias.name for alias in aliases}
