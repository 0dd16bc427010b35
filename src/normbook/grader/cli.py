"""The command ``normbook``: for learners, and for those who teach."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from .classroom import EXAMPLE_DUE
from .fence.limits import DEFAULT_SECONDS, Limits
from .verdict.find import ELSEWHERE, Exercise, MalformedExerciseError, as_read, find, find_all
from .verdict.hints import choose

if TYPE_CHECKING:
    from .verdict.report import Report

ATTEMPTS = Path("exercises")
HINTS_TAKEN = ATTEMPTS / ".hints.json"
EARNED = ATTEMPTS / ".earned.json"
FAILING = ATTEMPTS / ".failing.json"
OF_ATTEMPTS = {"list", "start", "grade", "watch", "hint", "reset"}
"""The commands that read or write attempts."""
POLL_SECONDS = 0.2
TOLD = (LookupError, MalformedExerciseError, ModuleNotFoundError, OSError, RuntimeError)
"""Errors whose message is all that a user needs."""
FORMATS = {
    "json": "results as JSON, which Exercism's tools read, too",
    "gradescope": "results.json for Gradescope",
    "junit": "JUnit XML",
    "html": "one page for a browser",
    "badge": "an SVG of the points",
}


def attempt_path(exercise: Exercise) -> Path:
    """Return where an attempt is kept, below the current folder."""
    return ATTEMPTS / f"{exercise.slug}.py"


def list_exercises() -> int:
    """Print all exercises as the book comes to them, and what their attempts earned."""
    earned = read_json(EARNED)
    print(f"{'exercise':<28} {'points':>7}  minutes  difficulty  needs")
    for chapter, exercises in groupby(as_read(find_all()), key=lambda each: each.chapter):
        group = list(exercises)
        points = sum(earned.get(each.slug, 0) for each in group)
        print(f"chapter {chapter:<20} {points:>7}/{sum(each.points for each in group)}")
        for exercise in group:
            started = "started" if attempt_path(exercise).exists() else ""
            print(
                f"  {exercise.slug:<26} {earned.get(exercise.slug, started)!s:>7}/"
                f"{exercise.points:<2} {exercise.minutes:>6}  {exercise.difficulty:<10}  "
                f"{', '.join(exercise.requires) or 'Python alone'}"
            )
    total = sum(exercise.points for exercise in find_all())
    print(f"{'in all':<28} {sum(earned.values()):>7}/{total}")
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
            print(
                f"{path} is yours. What it is to do says: normbook prompt {exercise.slug}. "
                f"Solve it, then: normbook grade {exercise.slug}"
            )
    return 0


def reset(slug: str) -> int:
    """Put the stub back; the work so far stays beside it."""
    path = attempt_path(find(slug))
    if path.exists():
        backup = path.with_name(f"{slug}.{datetime.now():%Y-%m-%d-%H%M%S-%f}.bak")
        path.rename(backup)
        print(f"Your work is kept as {backup}.")
    return start([slug])


def show_prompt(slug: str) -> int:
    """Print what an exercise asks, as its chapter does."""
    exercise = find(slug)
    print(f"# {exercise.title}\n\n{exercise.prompt.strip()}")
    return 0


def hint(slug: str) -> int:
    """Print the next hint: first those that help with what failed when it was last graded."""
    exercise = find(slug)
    taken = read_json(HINTS_TAKEN)
    number = choose(exercise.hints, taken.get(slug, 0), read_names(FAILING).get(slug, ()))
    again = ", the last: you have had them all" if taken.get(slug, 0) >> number & 1 else ""
    print(f"Hint {number + 1} of {len(exercise.hints)}{again}\n\n{exercise.hints[number].text}")
    write_json(HINTS_TAKEN, {**taken, slug: taken.get(slug, 0) | 1 << number})
    return 0


def solution(slug: str, sure: bool) -> int:
    """Print the solution, once the reader has said that they want it."""
    exercise = find(slug)
    if not exercise.solution.is_file():
        raise LookupError(f"The solution of {slug} is with those who teach.")
    if not sure:
        print(f"There are {len(exercise.hints)} hints: normbook hint {slug}")
        if not sys.stdin.isatty():
            print(f"If you want the solution all the same: normbook solution {slug} --yes")
            return 1
        if not agrees("Show the solution all the same?"):
            return 1
    print(exercise.solution.read_text(encoding="utf-8"), end="")
    return 0


def agrees(question: str) -> bool:
    """Ask the reader; the end of the input is no yes."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False


def grade(slugs: Sequence[str], isolated: bool, seconds: float, outputs: Mapping[str, Path]) -> int:
    """Print the report on each attempt; return 1 unless all are solved."""
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
    wanted = as_read(chosen(slugs) if slugs else find_all())
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
    earned = read_json(EARNED)
    return [each for each in exercises if earned.get(each.slug) != each.points]


def release(
    folder: Path,
    slugs: Sequence[str],
    source: str | None,
    wheel: Path | None,
    due: datetime | None,
    gradescope: Path | None,
) -> int:
    """Write a repository for students, and what Gradescope grades it with."""
    from .classroom.release import release as write
    from .classroom.release import release_to_gradescope

    written = write(folder, chosen(slugs), source, wheel, due)
    for path in written:
        print(path)
    if folder / "assignment.toml" not in written:
        weights = ", ".join(f"{slug} = 1" for slug in slugs)
        print(f"Add to {folder / 'assignment.toml'}, below [weights]: {weights}")
    print(f"Give {folder} to your students; its README says how grading works.")
    if gradescope is not None:
        release_to_gradescope(folder, gradescope)
        print(f"Upload {gradescope} to Gradescope, as the autograder of a programming assignment.")
        print("Due dates and lateness are Gradescope's own: set them there, as `due` and [late] of")
        print("assignment.toml take nothing off there.")
    return 0


def check(folder: Path) -> int:
    """Say what is left to mend in exercises of one's own; return 1 if something is."""
    from .verdict.find import load_exercise
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


def grade_class(**options: Any) -> int:
    """Grade a folder of submissions."""
    warn_unless_fenced()
    from .classroom.grade import grade_class as grade_all_of

    return grade_all_of(**options)


def warn_unless_fenced() -> None:
    """Say so where isolation is, or may be, less than it should be; refuse where there is none."""
    from .fence.sandbox import AVAILABLE, CANNOT_FORK

    if not AVAILABLE:
        raise RuntimeError(CANNOT_FORK)
    from .fence.lockdown import weakness

    if text := weakness():
        print(text, file=sys.stderr)


def stamp(exercise: Exercise) -> int | None:
    """Return when an attempt was saved; None while there is none, as editors do for a moment."""
    try:
        return attempt_path(exercise).stat().st_mtime_ns
    except FileNotFoundError:
        return None


def started() -> list[Exercise]:
    """Return the exercises that have an attempt."""
    return [exercise for exercise in find_all() if attempt_path(exercise).exists()]


def require_above() -> None:
    """Refuse to work inside the folder of attempts, where another would be made.

    Raises
    ------
    LookupError
        If that is where we are.
    """
    here = Path.cwd()
    if here.name == ATTEMPTS.name and any((here / f"{e.slug}.py").exists() for e in find_all()):
        raise LookupError(f"You are in {ATTEMPTS}/ itself. First: cd ..")


def chosen(names: Sequence[str]) -> list[Exercise]:
    """Return the exercises of these names; of an attempt, the path that a shell completes will do.

    Raises
    ------
    LookupError
        If there is no such exercise, or a path is not where its attempt is kept.
    """
    return [of_path(Path(name)) if name.endswith(".py") else find(name) for name in names]


def of_path(path: Path) -> Exercise:
    """Return the exercise that a file answers, if it lies where attempts do."""
    exercise = find(path.stem)
    kept = attempt_path(exercise)
    if path.absolute() != kept.absolute():
        raise LookupError(f"Attempts are graded in {ATTEMPTS}/: put {path} there, as {kept}.")
    return exercise


def compared(exercise: Exercise) -> str:
    """Return whether a solved attempt goes another way than the solution."""
    from .verdict.load import read
    from .verdict.merge import is_alike

    source = read(attempt_path(exercise))
    if is_alike(source, exercise.solution.read_text(encoding="utf-8")):
        return "To compare it with the book's"
    return "You solved it in another way than the book. To compare the two"


def keep(reports: Sequence[Report]) -> None:
    """Keep what attempts earned, for ``normbook list``, and what failed, for ``normbook hint``."""
    if not ATTEMPTS.is_dir():
        return
    write_json(EARNED, {**read_json(EARNED), **{r.slug: r.points for r in reports}})
    failing = read_names(FAILING) | {r.slug: sorted(r.failing) for r in reports}
    write_json(FAILING, {slug: names for slug, names in failing.items() if names})


def read_names(path: Path) -> dict[str, list[str]]:
    """Return the lists of names that are kept in a file of ours; none, if it is spoilt."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {slug: [str(name) for name in names] for slug, names in kept.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def read_json(path: Path) -> dict[str, int]:
    """Return the numbers that are kept in a file of ours; none, if it is missing or spoilt."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): int(number) for name, number in kept.items()}
    except (OSError, ValueError, AttributeError, TypeError, OverflowError):
        return {}


def write_json(path: Path, kept: Mapping[str, object]) -> None:
    """Keep numbers or names in a file of ours."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(kept, indent=1), encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="normbook", description=__doc__)
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, text: str, slug: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(refuse=command.error)
        command.add_argument(
            "--exercises", type=Path, metavar="FOLDER", help="of your own, beside the book's"
        )
        if slug == "one":
            command.add_argument("slug", help="the exercise")
        elif slug == "any":
            command.add_argument("slugs", nargs="*", metavar="slug", help="none means all")
        return command

    add("list", "show the exercises, and what you earned", "none")
    add("start", "write stubs into exercises/", "any")
    add("prompt", "show what an exercise asks", "one")
    grading = add("grade", "grade attempts", "any")
    grading.add_argument("--isolated", action="store_true", help="as CI does: no files, no network")
    outputs = grading.add_argument_group("outputs")
    for name, text in FORMATS.items():
        outputs.add_argument(f"--{name}", type=Path, metavar="FILE", help=f"write {text}")
    for command in (grading, add("watch", "grade each attempt when it is saved", "any")):
        add_seconds(command)
    add("hint", "show the next hint", "one")
    showing = add("solution", "show the solution; asks first", "one")
    showing.add_argument("--yes", action="store_true", help="do not ask")
    add("reset", "put the stub back; keeps your work beside it", "one")
    add_teaching(add)
    return top


def add_teaching(add: Callable[[str, str, str], argparse.ArgumentParser]) -> None:
    """Add the commands of those who teach."""
    releasing = add(
        "release", "write a repository for students: stubs, prompts, a workflow", "none"
    )
    releasing.add_argument("folder", type=Path, help="new, empty, or released before")
    releasing.add_argument("slugs", nargs="*", metavar="slug", help="none means all")
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
        "--gradescope", type=Path, metavar="FILE", help="write a zip for Gradescope, too"
    )
    checking = add("check", "say what is left to mend in exercises of your own", "none")
    checking.add_argument("folder", type=Path, help="of exercises, or of one")
    marking = add("grade-class", "grade the attempts of a class into a gradebook", "none")
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
    number = float(text)
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 3600")
    return number


def moment(text: str) -> datetime:
    """Return a date and a time, with its offset from UTC."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is not a date and a time: {EXAMPLE_DUE}"
        ) from None
    with contextlib.suppress(ValueError):
        day = date.fromisoformat(text)
        raise argparse.ArgumentTypeError(f"{text} has no time; add it: {day}T23:59:00+01:00")
    offset = when.utcoffset()
    if offset is not None and offset % timedelta(minutes=1):
        raise argparse.ArgumentTypeError(
            f"{text} has seconds in its offset from UTC, where TOML has hours and minutes: "
            f"{EXAMPLE_DUE}"
        )
    if when.tzinfo is None:
        raise argparse.ArgumentTypeError(f"{text} has no time zone; add yours: {text}+01:00, or Z")
    return when


def seed(text: str) -> int:
    """Return a seed."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not a whole number, 0 or more")
    return int(text)


def count(text: str) -> int:
    """Return a number of processes."""
    number = int(text)
    if not 1 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"{text} is not between 1 and 1000")
    return number


def run(arguments: Any) -> int:
    """Run one command."""
    if arguments.command in OF_ATTEMPTS:
        require_above()
    match arguments.command:
        case "list":
            return list_exercises()
        case "start":
            return start(arguments.slugs)
        case "prompt":
            return show_prompt(arguments.slug)
        case "hint":
            return hint(arguments.slug)
        case "solution":
            return solution(arguments.slug, arguments.yes)
        case "reset":
            return reset(arguments.slug)
        case "watch":
            return watch(arguments.slugs, arguments.seconds)
        case "check":
            return check(arguments.folder)
        case "release":
            return release(**{k: v for k, v in vars(arguments).items() if k != "command"})
        case "grade-class":
            return grade_class(**{k: v for k, v in vars(arguments).items() if k != "command"})
        case _:
            files = {name: getattr(arguments, name) for name in FORMATS}
            outputs = {name: path for name, path in files.items() if path is not None}
            return grade(arguments.slugs, arguments.isolated, arguments.seconds, outputs)


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return what a command line says; names of exercises may stand behind options, too."""
    arguments, rest = parser().parse_known_args(argv)
    refuse = vars(arguments).pop("refuse")
    if any(text.startswith("-") for text in rest) or (rest and not hasattr(arguments, "slugs")):
        refuse(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        arguments.slugs = [*arguments.slugs, *rest]
    if folder := vars(arguments).pop("exercises", None):
        os.environ[ELSEWHERE] = str(folder.resolve())  # workers see it, too
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a pipe on Windows has no ✓: cp1252, say
        sys.stdout.reconfigure(errors="replace")
    try:
        return run(parse(argv))
    except BrokenPipeError:  # who read it has read enough: `normbook grade | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except TOLD as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130  # as shells have it


if __name__ == "__main__":
    sys.exit(main())
