"""The command ``normbook``: list, start, hint, grade."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from .find import Exercise, MalformedExerciseError, find, find_all

ATTEMPTS = Path("exercises")
HINTS_TAKEN = ATTEMPTS / ".hints.json"


def attempt_path(exercise: Exercise) -> Path:
    """Return where an attempt is kept, below the current folder."""
    return ATTEMPTS / f"{exercise.slug}.py"


def list_exercises() -> int:
    """Print all exercises, and which are started."""
    for exercise in find_all():
        started = "started" if attempt_path(exercise).exists() else ""
        print(
            f"{exercise.slug:<24} {exercise.points:>3} points  {exercise.minutes:>3} minutes  "
            f"{exercise.difficulty:<10} {started}".rstrip()
        )
    return 0


def start(slugs: Sequence[str]) -> int:
    """Write stubs; leave work that is there alone."""
    ATTEMPTS.mkdir(exist_ok=True)
    for exercise in chosen(slugs) if slugs else find_all():
        path = attempt_path(exercise)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(exercise.stub)
        except FileExistsError:
            print(f"{path} is there already; left as it is.")
        else:
            print(f"{path} is yours. Solve it, then: normbook grade {exercise.slug}")
    return 0


def hint(slug: str) -> int:
    """Print the next hint; after the last, all of them are out."""
    exercise = find(slug)
    taken = json.loads(HINTS_TAKEN.read_text(encoding="utf-8")) if HINTS_TAKEN.exists() else {}
    number = min(taken.get(slug, 0), len(exercise.hints) - 1)
    print(f"Hint {number + 1} of {len(exercise.hints)}\n\n{exercise.hints[number]}")
    ATTEMPTS.mkdir(exist_ok=True)
    HINTS_TAKEN.write_text(json.dumps(taken | {slug: number + 1}), encoding="utf-8")
    return 0


def grade(slugs: Sequence[str]) -> int:
    """Print the report on each attempt; return 1 unless all are solved."""
    from .grade import grade_file

    exercises = chosen(slugs) if slugs else [e for e in find_all() if attempt_path(e).exists()]
    if not exercises:
        print(f"There is no attempt in {ATTEMPTS}/. Begin with: normbook start layer_norm")
        return 1
    solved = True
    for exercise in exercises:
        path = attempt_path(exercise)
        if not path.exists():
            print(f"There is no {path}. Begin with: normbook start {exercise.slug}")
            solved = False
            continue
        report = grade_file(exercise, path)
        print(report)
        solved &= report.solved
    return int(not solved)


def chosen(slugs: Sequence[str]) -> list[Exercise]:
    """Return the exercises of these names."""
    return [find(slug) for slug in slugs]


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="normbook", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="show the exercises")
    for name, text in (("start", "write stubs into exercises/"), ("grade", "grade attempts")):
        command = commands.add_parser(name, help=text)
        command.add_argument("slugs", nargs="*", metavar="slug", help="exercises; none means all")
    commands.add_parser("hint", help="show the next hint").add_argument("slug")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    arguments = parser().parse_args(argv)
    try:
        match arguments.command:
            case "list":
                return list_exercises()
            case "start":
                return start(arguments.slugs)
            case "hint":
                return hint(arguments.slug)
            case _:
                return grade(arguments.slugs)
    except (LookupError, MalformedExerciseError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
