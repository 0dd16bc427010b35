"""What the commands of those who teach do."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from ..terminal import say
from ..verdict.errors import UserError
from ..verdict.find import COURSE, find_all
from .attempts import ASSIGNMENT, chosen
from .needs import require_pytest, warn_unless_fenced


def release(
    folder: Path,
    slugs: Sequence[str],
    source: str | None,
    wheel: Path | None,
    due: datetime | None,
    gradescope: Path | None,
    seed: int | None,
) -> int:
    """Write a repository for students, or what Gradescope grades it with, or both."""
    require_pytest()
    from ..classroom.release import (
        answer_of,
        is_released,
        overdue,
        refuse_what_is_new,
        release_to_gradescope,
    )
    from ..classroom.release import release as write

    if seed is not None and gradescope is None:
        raise UserError("--seed is for the zip of --gradescope: give it to grade-class instead.")
    exercises = chosen(slugs)
    if gradescope is not None and is_released(folder):
        refuse_what_is_new(folder, exercises, source, wheel, due)
    else:
        written = write(folder, exercises, source, wheel, due)
        for path in written:
            print(path)
        assignment = folder / ASSIGNMENT
        added = [each.slug for each in exercises if folder / answer_of(each) in written]
        if added and assignment not in written:
            weights = ", ".join(f"{slug} = 1" for slug in added)
            say(f"Add to {assignment}, below [weights]: {weights}")
        if len(added) < len(exercises):
            say(f"Students need {COURSE}/ and prompts/ anew; what they wrote stays as it is.")
        if not slugs:
            dated = "" if due else f" Nothing is late in it, until {assignment} has a due date."
            say(f"No exercise was named: {folder} has all {len(find_all())}.{dated}")
        if line := overdue(folder):
            say(line)
        say(f"Give {folder} to your students; its README says how grading works.")
    if gradescope is not None:
        release_to_gradescope(folder, gradescope, seed)
        say(f"Upload {gradescope} to Gradescope, as the autograder of a programming assignment.")
        say(
            "Due dates and lateness are Gradescope's own: set them there, as `due` and [late] of\n"
            "assignment.toml take nothing off there."
        )
    return 0


def begin(folder: Path) -> int:
    """Write a small exercise of one's own, to be changed."""
    from ..classroom.begin import begin as write

    for path in write(folder):
        print(path)
    say("It holds as it is. Change it file by file, until the next line says so again:")
    print(f"normbook check {folder}")
    own = folder.resolve()
    say(f"Then: normbook release week1 {own.name} --exercises {os.path.relpath(own.parent)}")
    return 0


def check(folder: Path) -> int:
    """Print what is left to mend in the exercises of a folder; return 1 if something is."""
    require_pytest()
    from ..verdict.find import MalformedExerciseError, load_exercise
    from ..verdict.invariants import broken, exercises_in

    wrong = 0
    for path in exercises_in(folder):
        try:
            found = list(broken(load_exercise(path)))
        except MalformedExerciseError as error:
            found = [str(error)]
        wrong += bool(found)
        say(f"{path.name}: {'mend' if found else 'all holds'}")
        for text in found:
            say("\n".join(f"  {line}" for line in text.splitlines()))
    return int(wrong > 0)


def grade_class(arguments: argparse.Namespace) -> int:
    """Grade a folder of submissions."""
    require_pytest()
    warn_unless_fenced()
    from ..classroom import grade as classroom

    return classroom.grade_class(
        folder=arguments.folder,
        out=arguments.out,
        assignment=arguments.assignment,
        roster=arguments.roster,
        seconds=arguments.seconds,
        regrade=arguments.regrade,
        jobs=arguments.jobs,
        scheduler=arguments.scheduler,
        seed=arguments.seed,
        only=arguments.only,
    )
