"""The command ``normbook``: for learners, and for those who teach."""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .. import __version__
from ..extras import require
from .classroom import EXAMPLE_DUE
from .fence.limits import DEFAULT_SECONDS, Limits
from .verdict.errors import CannotGradeError, UserError
from .verdict.find import (
    COURSE,
    ELSEWHERE,
    Exercise,
    as_read,
    find,
    find_all,
    know_course,
    read_text,
)
from .verdict.hints import choose

if TYPE_CHECKING:
    from .verdict.report import Report

Kept = TypeVar("Kept")

ATTEMPTS = Path("exercises")
"""The folder of attempts, below the current one."""
ASSIGNMENT = Path("assignment.toml")
"""What is asked for in a repository that was given out."""
HINTS_TAKEN = ATTEMPTS / ".hints.json"
"""By exercise, the hints that were shown: a number, of which each bit is one hint; see `Taken`."""
EARNED = ATTEMPTS / ".earned.json"
"""By exercise, the points that its attempt earned when it was last graded."""
FAILING = ATTEMPTS / ".failing.json"
"""By exercise, what failed when it was last graded: the names of checks and mutants."""
POLL_SECONDS = 0.2
"""Seconds from one look at the files that are watched to the next."""
MAX_SECONDS = 3600
"""Processor seconds that an attempt may be given at most."""
MAX_JOBS = 1000
"""Processes that may grade a class at most."""
FORMATS = {
    "json": "results as JSON, which Exercism's tools read, too",
    "gradescope": "results.json for Gradescope",
    "junit": "JUnit XML",
    "html": "one page for a browser",
    "badge": "an SVG of the points",
}
"""What ``grade`` can write into files, by the option that names the file."""


def attempt_path(exercise: Exercise) -> Path:
    """Return where an attempt is kept, below the current folder."""
    return ATTEMPTS / f"{exercise.slug}.py"


def list_exercises() -> int:
    """Print the exercises in the book's order, and the points that attempts earned."""
    require_above()
    earned = read_numbers(EARNED)
    exercises = asked_for()
    print(f"{'exercise':<28} {'points':>7}  minutes  difficulty  needs")
    for chapter, of_chapter in groupby(as_read(exercises), key=lambda each: each.chapter):
        group = list(of_chapter)
        points = sum(earned.get(each.slug, 0) for each in group)
        print(f"chapter {chapter:<20} {points:>7}/{sum(each.points for each in group)}")
        for exercise in group:
            started = "started" if attempt_path(exercise).exists() else ""
            print(
                f"  {exercise.slug:<26} {earned.get(exercise.slug, started)!s:>7}/"
                f"{exercise.points:<2} {exercise.minutes:>6}  {exercise.difficulty:<10}  "
                f"{', '.join(exercise.requires) or 'Python alone'}"
            )
    points = sum(earned.get(each.slug, 0) for each in exercises)
    print(f"{'in all':<28} {points:>7}/{sum(each.points for each in exercises)}")
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
            print(f"{path} is there already; left as it is.")
        else:
            print(
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
        print(f"Your work is kept as {backup}.")
    return start([slug])


def show_prompt(slug: str) -> int:
    """Print what an exercise asks, as its chapter does."""
    exercise = find(slug)
    print(f"# {exercise.title}\n\n{exercise.prompt.strip()}")
    return 0


def hint(slug: str) -> int:
    """Print the next hint; those that help with what failed in the last grading come first."""
    require_above()
    exercise = find(slug)
    taken = read_numbers(HINTS_TAKEN)
    number = choose(exercise.hints, taken.get(slug, 0), read_names(FAILING).get(slug, ()))
    again = ", the last: you have had them all" if taken.get(slug, 0) >> number & 1 else ""
    print(f"Hint {number + 1} of {len(exercise.hints)}{again}\n\n{exercise.hints[number].text}")
    write_json(HINTS_TAKEN, {**taken, slug: taken.get(slug, 0) | 1 << number})
    return 0


def solution(slug: str, sure: bool) -> int:
    """Print the solution, once the reader has said that they want it."""
    exercise = find(slug)
    if not exercise.solution.is_file():
        raise UserError(f"The solution of {slug} is with those who teach.")
    if not sure:
        print(f"There are {len(exercise.hints)} hints: normbook hint {slug}")
        if not sys.stdin.isatty():
            print(f"If you want the solution all the same: normbook solution {slug} --yes")
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
    from .fence.grade import grade_all
    from .verdict.report import missing

    exercises = chosen(slugs) if slugs else started()
    if not exercises:
        print(f"There is no attempt in {ATTEMPTS}/. Begin with: normbook start layer_norm")
        return 1
    if isolated:
        warn_unless_fenced()
    there = [exercise for exercise in exercises if os.path.lexists(attempt_path(exercise))]
    graded = grade_all([(e, attempt_path(e)) for e in there], isolated, seconds)
    reports = []
    for exercise in exercises:
        report = next(graded) if exercise in there else missing(exercise, attempt_path(exercise))
        print(report, end="\n\n", flush=True)
        if report.solved and exercise.solution.is_file():
            print(f"{compared(exercise)}: normbook solution {exercise.slug} --yes\n")
        reports.append(report)
    keep(reports)
    if len(reports) > 1 or outputs or "GITHUB_STEP_SUMMARY" in os.environ:
        from .verdict.publish import publish, summarize  # a learner's verdict does without

        if len(reports) > 1:
            print(summarize(reports))
        publish(reports, outputs)
    return int(not all(report.solved for report in reports))


def watch(slugs: Sequence[str], seconds: float) -> int:
    """Grade each attempt when it is saved; where one is solved, go on to the next exercise."""
    require_above()
    wanted = as_read(chosen(slugs) if slugs else asked_for())
    exercises = [each for each in wanted if attempt_path(each).exists()]
    if not exercises:
        print(f"There is no attempt in {ATTEMPTS}/. Begin with: normbook start layer_norm")
        return 1
    saved = {exercise: stamp(exercise) for exercise in wanted}
    due = unsolved(exercises)[:1]
    try:
        while True:
            for exercise in due:
                print(f"{time.strftime('%H:%M:%S')} {'─' * 75}")  # where what is new begins
                solved = grade([exercise.slug], isolated=False, seconds=seconds, outputs={}) == 0
                if solved and (left := unsolved(wanted)):
                    start([left[0].slug])
                    saved[left[0]] = stamp(left[0])
                print("Save an attempt, and it is graded; Ctrl+C ends this.", flush=True)
            time.sleep(POLL_SECONDS)
            now = {exercise: stamp(exercise) for exercise in wanted}
            due = [each for each in wanted if now[each] is not None and now[each] != saved[each]]
            saved = now
    except KeyboardInterrupt:
        return 0


def unsolved(exercises: Sequence[Exercise]) -> list[Exercise]:
    """Return those that have not earned all their points."""
    earned = read_numbers(EARNED)
    return [each for each in exercises if earned.get(each.slug) != each.points]


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
    from .classroom.release import answer_of, is_released, refuse_what_is_new, release_to_gradescope
    from .classroom.release import release as write

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
            print(f"Add to {assignment}, below [weights]: {weights}")
        if len(added) < len(exercises):
            print(f"Students need {COURSE}/ and prompts/ anew; what they wrote stays as it is.")
        if not slugs:
            dated = "" if due else f" Nothing is late in it, until {assignment} has a due date."
            print(f"No exercise was named: {folder} has all {len(find_all())}.{dated}")
        print(f"Give {folder} to your students; its README says how grading works.")
    if gradescope is not None:
        release_to_gradescope(folder, gradescope, seed)
        print(f"Upload {gradescope} to Gradescope, as the autograder of a programming assignment.")
        print("Due dates and lateness are Gradescope's own: set them there, as `due` and [late] of")
        print("assignment.toml take nothing off there.")
    return 0


def begin(folder: Path) -> int:
    """Write a small exercise of one's own, to be changed."""
    from .classroom.begin import begin as write

    for path in write(folder):
        print(path)
    print("It holds as it is. Change it file by file, until the next line says so again:")
    print(f"normbook check {folder}")
    own = folder.resolve()
    print(f"Then: normbook release week1 {own.name} --exercises {os.path.relpath(own.parent)}")
    return 0


def check(folder: Path) -> int:
    """Print what is left to mend in the exercises of a folder; return 1 if something is."""
    require_pytest()
    from .verdict.find import MalformedExerciseError, load_exercise
    from .verdict.invariants import broken, exercises_in

    wrong = 0
    for path in exercises_in(folder):
        try:
            found = list(broken(load_exercise(path)))
        except MalformedExerciseError as error:
            found = [str(error)]
        wrong += bool(found)
        print(f"{path.name}: {'mend' if found else 'all holds'}")
        for text in found:
            print("\n".join(f"  {line}" for line in text.splitlines()))
    return int(wrong > 0)


def grade_class(arguments: argparse.Namespace) -> int:
    """Grade a folder of submissions."""
    warn_unless_fenced()
    from .classroom import grade as classroom

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
    )


def require_pytest() -> None:
    """Refuse to grade where pytest is missing, which runs the tests.

    Raises
    ------
    CannotGradeError
        If it is; the message says how to install it.
    """
    try:
        require("The grader", "grader")
    except ModuleNotFoundError as error:
        raise CannotGradeError(str(error)) from None


def warn_unless_fenced() -> None:
    """Warn where isolation is weaker than it should be, or untried; refuse where there is none.

    Raises
    ------
    CannotGradeError
        If this system cannot isolate at all.
    """
    from .fence.sandbox import AVAILABLE, CANNOT_FORK

    if not AVAILABLE:
        raise CannotGradeError(CANNOT_FORK)
    from .fence.lockdown import weakness

    if text := weakness():
        print(text, file=sys.stderr)


def stamp(exercise: Exercise) -> int | None:
    """Return when an attempt was saved, in ns; None without a file, as while an editor saves."""
    try:
        return attempt_path(exercise).stat().st_mtime_ns
    except FileNotFoundError:
        return None


def started() -> list[Exercise]:
    """Return the exercises that have an attempt."""
    return [exercise for exercise in find_all() if attempt_path(exercise).exists()]


def asked_for() -> Sequence[Exercise]:
    """Return the exercises of the assignment in the current folder; without one, all there are."""
    if not ASSIGNMENT.is_file():
        return find_all()
    from .classroom.assignment import read_assignment

    return read_assignment(ASSIGNMENT).exercises


def require_above() -> None:
    """Refuse to work inside the folder of attempts, where another such folder would be made.

    Raises
    ------
    UserError
        If the current folder is that of the attempts.
    """
    here = Path.cwd()
    if here.name == ATTEMPTS.name and any((here / f"{e.slug}.py").exists() for e in find_all()):
        raise UserError(f"You are in {ATTEMPTS}/ itself. First: cd ..")


def chosen(names: Sequence[str]) -> list[Exercise]:
    """Return the exercises of some names; the path of an attempt stands for its exercise, too.

    Raises
    ------
    UserError
        If there is no such exercise, or a path is not where its attempt is kept.
    """
    return [of_path(Path(name)) if name.endswith(".py") else find(name) for name in names]


def of_path(path: Path) -> Exercise:
    """Return the exercise that a file is an attempt at, by its name; it has to be in its place."""
    exercise = find(path.stem)
    kept = attempt_path(exercise)
    if path.absolute() != kept.absolute():
        raise UserError(f"Attempts are graded in {ATTEMPTS}/: put {path} there, as {kept}.")
    return exercise


def compared(exercise: Exercise) -> str:
    """Return the beginning of a sentence on whether a solved attempt differs from the solution."""
    from .verdict.load import read
    from .verdict.merge import is_alike

    source = read(attempt_path(exercise))
    if is_alike(source, read_text(exercise.solution)):
        return "To compare it with the book's"
    return "You solved it in another way than the book. To compare the two"


def keep(reports: Sequence[Report]) -> None:
    """Keep what attempts earned, for ``normbook list``, and what failed, for ``normbook hint``."""
    if not ATTEMPTS.is_dir():
        return
    write_json(EARNED, {**read_numbers(EARNED), **{r.slug: r.points for r in reports}})
    failing = read_names(FAILING) | {r.slug: sorted(r.failing) for r in reports}
    write_json(FAILING, {slug: names for slug, names in failing.items() if names})


def read_names(path: Path) -> dict[str, list[str]]:
    """Return the names that a file of ours keeps for each exercise."""
    return read_kept(path, lambda names: [str(name) for name in names])


def read_numbers(path: Path) -> dict[str, int]:
    """Return the number that a file of ours keeps for each exercise."""
    return read_kept(path, int)


def read_kept(path: Path, convert: Callable[[Any], Kept]) -> dict[str, Kept]:
    """Return what a file of ours keeps for each exercise, its values converted; {} without a file.

    A file that cannot be understood is renamed, which is said, so that nothing overwrites it.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {slug: convert(value) for slug, value in content.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError, TypeError, OverflowError, RecursionError):
        spoilt = path.with_name(f"{path.name}.{timestamp()}.bak")
        path.rename(spoilt)
        print(f"{path} is spoilt, and counts as empty. It is kept as {spoilt}.", file=sys.stderr)
        return {}


def write_json(path: Path, kept: Mapping[str, object]) -> None:
    """Keep numbers or names in a file of ours."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(kept, indent=1), encoding="utf-8")


def timestamp() -> str:
    """Return the time, as the names of backups have it."""
    return f"{datetime.now():%Y-%m-%d-%H%M%S-%f}"


# ---- the command line ----


class Commands:
    """The commands of a parser, each with the options that all have.

    Parameters
    ----------
    top
        The parser of the whole command line.
    """

    def __init__(self, top: argparse.ArgumentParser) -> None:
        self._commands = top.add_subparsers(required=True, metavar="COMMAND")

    def add(
        self,
        name: str,
        text: str,
        run: Callable[[argparse.Namespace], int],
        is_for_learners: bool = False,
    ) -> argparse.ArgumentParser:
        """Add a command; its parsed arguments hold what runs it as ``run``.

        They hold as ``refuse`` what ends it with an error and its usage, and as
        ``is_for_learners`` whether it is for those who learn.
        """
        command = self._commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run, refuse=command.error, is_for_learners=is_for_learners)
        command.add_argument(
            "--exercises", type=Path, metavar="FOLDER", help="of your own, beside the book's"
        )
        return command


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="normbook", description=__doc__)
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = Commands(top)
    add_learning(commands)
    add_teaching(commands)
    return top


def add_learning(commands: Commands) -> None:
    """Add the commands of those who learn."""
    add = partial(commands.add, is_for_learners=True)
    add("list", "show the exercises, and what you earned", lambda _: list_exercises())
    add_slugs(add("start", "write stubs into exercises/", lambda given: start(given.slugs)))
    add_slug(add("prompt", "show what an exercise asks", lambda given: show_prompt(given.slug)))
    grading = add(
        "grade",
        "grade attempts",
        lambda given: grade(given.slugs, given.isolated, given.seconds, outputs_of(given)),
    )
    add_slugs(grading)
    grading.add_argument("--isolated", action="store_true", help="as CI does: no files, no network")
    outputs = grading.add_argument_group("outputs")
    for name, text in FORMATS.items():
        outputs.add_argument(f"--{name}", type=Path, metavar="FILE", help=f"write {text}")
    add_seconds(grading)
    watching = add(
        "watch",
        "grade each attempt when it is saved",
        lambda given: watch(given.slugs, given.seconds),
    )
    add_slugs(watching)
    add_seconds(watching)
    add_slug(add("hint", "show the next hint", lambda given: hint(given.slug)))
    showing = add(
        "solution",
        "show the solution; asks first",
        lambda given: solution(given.slug, given.yes),
    )
    add_slug(showing)
    showing.add_argument("--yes", action="store_true", help="do not ask")
    add_slug(
        add(
            "reset",
            "put the stub back; keeps your work beside it",
            lambda given: reset(given.slug),
        )
    )


def add_teaching(commands: Commands) -> None:
    """Add the commands of those who teach."""
    releasing = commands.add(
        "release",
        "write a repository for students: stubs, prompts, a workflow",
        lambda given: release(
            given.folder,
            given.slugs,
            given.source,
            given.wheel,
            given.due,
            given.gradescope,
            given.seed,
        ),
    )
    releasing.add_argument("folder", type=Path, help="new, empty, or released before")
    add_slugs(releasing)
    releasing.add_argument(
        "--due", type=moment, metavar="TIME", help=f"the due date: {EXAMPLE_DUE}"
    )
    releasing.add_argument(
        "--source",
        metavar="ADDRESS",
        help="what students install normbook from; the book's site unless given",
    )
    releasing.add_argument(
        "--wheel",
        type=Path,
        metavar="FILE",
        help="a copy of that, for its hash; fetched unless given",
    )
    releasing.add_argument(
        "--gradescope",
        type=Path,
        metavar="FILE",
        help="write a zip for Gradescope, too; of a folder released before, that alone",
    )
    releasing.add_argument(
        "--seed", type=seed, help="as of grade-class, for that zip alone: students never read it"
    )
    beginning = commands.add(
        "new",
        "write a small exercise of your own, to be changed",
        lambda given: begin(given.folder),
    )
    beginning.add_argument("folder", type=Path, help="new or empty; its name is the exercise's")
    checking = commands.add(
        "check",
        "say what is left to mend in exercises of your own",
        lambda given: check(given.folder),
    )
    checking.add_argument("folder", type=Path, help="of exercises, or of one")
    marking = commands.add(
        "grade-class", "grade the attempts of a class into a gradebook", grade_class
    )
    marking.add_argument(
        "folder", type=Path, help="a folder a student, or what Moodle or Canvas saves"
    )
    marking.add_argument(
        "--out",
        type=Path,
        default=Path("gradebook"),
        metavar="FOLDER",
        help="for the gradebook; %(default)s/ unless given",
    )
    marking.add_argument(
        "--assignment",
        type=Path,
        metavar="FILE",
        help="what is graded, its weights and due date; assignment.toml in the folder unless given",
    )
    marking.add_argument(
        "--roster",
        type=Path,
        metavar="FILE",
        help="who is in the class, as Canvas or Moodle exports",
    )
    add_seconds(marking)
    marking.add_argument(
        "--seed",
        type=seed,
        help="ask what passes anew, with numbers that this draws: what was learnt by heart fails; "
        "that of the assignment unless given",
    )
    marking.add_argument("--regrade", action="store_true", help="grade anew what has a verdict")
    marking.add_argument("--jobs", type=count, help="processes; one a processor unless given")
    marking.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster to grade on")


def add_slug(command: argparse.ArgumentParser) -> None:
    """Add the name of one exercise."""
    command.add_argument("slug", help="the exercise")


def add_slugs(command: argparse.ArgumentParser) -> None:
    """Add any number of names of exercises."""
    command.add_argument("slugs", nargs="*", metavar="slug", help="none means all")


def outputs_of(given: argparse.Namespace) -> dict[str, Path]:
    """Return the files that ``grade`` is to write, by format."""
    files: dict[str, Path | None] = {name: getattr(given, name) for name in FORMATS}
    return {name: path for name, path in files.items() if path is not None}


def add_seconds(command: argparse.ArgumentParser) -> None:
    """Add the option that bounds the processor time of each attempt."""
    command.add_argument(
        "--seconds",
        type=positive,
        default=DEFAULT_SECONDS,
        help="of processor time for each attempt; %(default)g unless given, and always "
        f"{Limits().megabytes} MB of memory",
    )


def positive(text: str) -> float:
    """Return a number of seconds above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"{text} is not a number between 0 and {MAX_SECONDS}")
    return seconds


def moment(text: str) -> datetime:
    """Return a date and a time, with its offset from UTC."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is not a date and a time: {EXAMPLE_DUE}"
        ) from None
    if is_day(text):
        raise argparse.ArgumentTypeError(
            f"{text} has no time; add it: {when:%Y-%m-%d}T23:59:00+01:00"
        )
    offset = when.utcoffset()
    if offset is None:
        raise argparse.ArgumentTypeError(f"{text} has no time zone; add yours: {text}+01:00, or Z")
    if offset % timedelta(minutes=1):
        raise argparse.ArgumentTypeError(
            f"{text} has seconds in its offset from UTC, where TOML has hours and minutes: "
            f"{EXAMPLE_DUE}"
        )
    return when


def is_day(text: str) -> bool:
    """Return whether a text is a date without a time."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def seed(text: str) -> int:
    """Return a seed."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not a whole number, 0 or more")
    return int(text)


def count(text: str) -> int:
    """Return a number of processes."""
    if not text.isdecimal() or not 1 <= int(text) <= MAX_JOBS:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 to {MAX_JOBS}")
    return int(text)


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return what a command line says; names of exercises may stand behind options, too."""
    arguments, rest = parser().parse_known_args(argv)
    if any(text.startswith("-") for text in rest) or (rest and "slugs" not in arguments):
        arguments.refuse(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        arguments.slugs = [*arguments.slugs, *rest]
    if arguments.exercises is not None:
        os.environ[ELSEWHERE] = str(arguments.exercises.resolve())  # workers see it, too
    elif arguments.is_for_learners:
        know_course()
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a pipe on Windows has no ✓: cp1252, say
        sys.stdout.reconfigure(errors="replace")
    try:
        arguments = parse(argv)
        status: int = arguments.run(arguments)
        return status
    except BrokenPipeError:  # who read it has read enough: `normbook grade | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (UserError, OSError) as error:  # whose message is all that a user needs
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130  # as shells have it


if __name__ == "__main__":
    sys.exit(main())
