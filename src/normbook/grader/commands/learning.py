"""What the commands of those who learn do."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from ..terminal import columns, say, say_markdown
from ..verdict.errors import UserError
from ..verdict.find import Exercise, as_read, find, read_text
from ..verdict.hints import NO_HINTS, choose
from .attempts import (
    ATTEMPTS,
    EARNED,
    FAILING,
    HINTS_TAKEN,
    asked_for,
    attempt_path,
    chosen,
    keep,
    read_groups,
    read_numbers,
    require_above,
    stamp,
    started,
    timestamp,
    unsolved,
    write_kept,
)
from .needs import require_pytest, warn_unless_fenced

POLL_SECONDS = 0.2
"""Seconds from one look at the files that are watched to the next."""


def list_exercises() -> int:
    """Print the exercises in the book's order, and the points that attempts earned."""
    require_above()
    earned = read_numbers(EARNED)
    exercises = asked_for()
    say(f"{'exercise':<28} {'points':>7}  minutes  difficulty  needs")
    for chapter, of_chapter in groupby(as_read(exercises), key=lambda each: each.chapter):
        group = list(of_chapter)
        points = sum(earned.get(each.slug, 0) for each in group)
        say(f"chapter {chapter:<20} {points:>7}/{sum(each.points for each in group)}")
        for exercise in group:
            started = "started" if attempt_path(exercise).exists() else ""
            say(
                f"  {exercise.slug:<26} {earned.get(exercise.slug, started)!s:>7}/"
                f"{exercise.points:<2} {exercise.minutes:>6}  {exercise.difficulty:<10}  "
                f"{', '.join(exercise.requires) or 'Python alone'}"
            )
    points = sum(earned.get(each.slug, 0) for each in exercises)
    say(f"{'in all':<28} {points:>7}/{sum(each.points for each in exercises)}")
    return 0


def start(slugs: Sequence[str]) -> int:
    """Write the stubs of exercises; a file that is there stays as it is."""
    require_above()
    ATTEMPTS.mkdir(exist_ok=True)
    for exercise in chosen(slugs) if slugs else asked_for():
        path = attempt_path(exercise)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(exercise.stub)
        except FileExistsError:
            say(f"{path} is there already; left as it is.")
        else:
            say(
                f"{path} is yours. What it is to do says: normbook prompt {exercise.slug}. "
                f"Solve it, then: normbook grade {exercise.slug}"
            )
    return 0


def reset(slug: str) -> int:
    """Put the stub back, and keep the work so far beside it."""
    require_above()
    path = attempt_path(find(slug))
    if path.exists():
        backup = path.with_name(f"{slug}.{timestamp()}.bak")
        path.rename(backup)
        say(f"Your work is kept as {backup}.")
    return start([slug])


def show_prompt(slug: str) -> int:
    """Print what an exercise asks, as its chapter does."""
    exercise = find(slug)
    say_markdown(f"# {exercise.title}\n\n{exercise.prompt.strip()}")
    return 0


def hint(slug: str) -> int:
    """Print the next hint; those that help with what the last grading showed come first."""
    require_above()
    exercise = find(slug)
    if not exercise.hints:
        raise UserError(NO_HINTS.format(slug))
    taken = read_numbers(HINTS_TAKEN)
    number = choose(exercise.hints, taken.get(slug, 0), read_groups(FAILING).get(slug, ()))
    again = ", the last: you have had them all" if taken.get(slug, 0) >> number & 1 else ""
    say(f"Hint {number + 1} of {len(exercise.hints)}{again}\n")
    say_markdown(exercise.hints[number].text)
    write_kept({HINTS_TAKEN: {**taken, slug: taken.get(slug, 0) | 1 << number}})
    return 0


def solution(slug: str, sure: bool) -> int:
    """Print the solution, once the reader has said that they want it."""
    exercise = find(slug)
    if not exercise.solution.is_file():
        raise UserError(f"The solution of {slug} is with those who teach.")
    if not sure:
        if exercise.hints:
            say(f"There are {len(exercise.hints)} hints: normbook hint {slug}")
        if not sys.stdin.isatty():
            say(f"If you want the solution all the same: normbook solution {slug} --yes")
            return 1
        if not agrees("Show the solution all the same?"):
            return 1
    print(read_text(exercise.solution), end="")
    return 0


def agrees(question: str) -> bool:
    """Ask the reader a question, and return whether the answer is yes."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False


def grade(slugs: Sequence[str], isolated: bool, seconds: float, outputs: Mapping[str, Path]) -> int:
    """Print the report on each attempt; return 1 unless all are solved."""
    require_above()
    require_pytest()
    from ..fence.grade import grade_all
    from ..verdict.report import missing

    exercises = chosen(slugs) if slugs else started()
    if not exercises:
        say(f"There is no attempt in {ATTEMPTS}/. Begin with: normbook start layer_norm")
        return 1
    if isolated:
        warn_unless_fenced()
    there = [exercise for exercise in exercises if os.path.lexists(attempt_path(exercise))]
    graded = grade_all([(e, attempt_path(e)) for e in there], isolated, seconds)
    reports = []
    for exercise in exercises:
        report = next(graded) if exercise in there else missing(exercise, attempt_path(exercise))
        say(f"{report.to_text(columns(sys.stdout))}\n")
        if report.solved and exercise.solution.is_file():
            say(f"{compared(exercise)}: normbook solution {exercise.slug} --yes\n")
        reports.append(report)
    keep(reports)
    if len(reports) > 1 or outputs or "GITHUB_STEP_SUMMARY" in os.environ:
        from ..verdict.publish import publish, summarize  # a learner's verdict does without

        if len(reports) > 1:
            say(summarize(reports))
        publish(reports, outputs)
    return int(not all(report.solved for report in reports))


def compared(exercise: Exercise) -> str:
    """Return the beginning of a sentence on whether a solved attempt differs from the solution."""
    from ..verdict.load import LoadError, read, unwarned
    from ..verdict.merge import is_alike

    # While an editor saves, the file may be gone, or no longer be what was graded. And Python runs
    # what it does not write anew: a sum of a thousand terms, a number of thousands of digits.
    with unwarned(), contextlib.suppress(LoadError, SyntaxError, RecursionError, ValueError):
        if not is_alike(read(attempt_path(exercise)), read_text(exercise.solution)):
            return "You solved it in another way than the book. To compare the two"
    return "To compare it with the book's"


def watch(slugs: Sequence[str], seconds: float) -> int:
    """Grade each attempt when it is saved; where one is solved, go on to the next exercise."""
    require_above()
    wanted = as_read(chosen(slugs) if slugs else asked_for())
    exercises = [each for each in wanted if attempt_path(each).exists()]
    if not exercises:
        say(f"There is no attempt in {ATTEMPTS}/. Begin with: normbook start layer_norm")
        return 1
    saved = {exercise: stamp(exercise) for exercise in wanted}
    due = unsolved(exercises)[:1]
    rule = min(75, (columns(sys.stdout) or 84) - 9)
    try:
        while True:
            for exercise in due:
                print(f"{time.strftime('%H:%M:%S')} {'─' * rule}")  # where what is new begins
                solved = grade([exercise.slug], isolated=False, seconds=seconds, outputs={}) == 0
                if solved and (left := unsolved(wanted)):
                    start([left[0].slug])
                    saved[left[0]] = stamp(left[0])
                say("Save an attempt, and it is graded; Ctrl+C ends this.")
            time.sleep(POLL_SECONDS)
            now = {exercise: stamp(exercise) for exercise in wanted}
            due = [each for each in wanted if now[each] is not None and now[each] != saved[each]]
            saved = now
    except KeyboardInterrupt:
        return 0
