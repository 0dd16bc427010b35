"""The command ``normbook``: for learners, and for those who teach."""

from __future__ import annotations

import argparse
import codecs
import io
import math
import os
import sys
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from .. import __version__
from .classroom import EXAMPLE_DUE
from .commands import learning
from .fence.limits import DEFAULT_SECONDS, Limits
from .terminal import say
from .verdict.errors import UserError, reason
from .verdict.find import ELSEWHERE, know_course

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
PLAIN = {
    "✓": "+",
    "✗": "x",
    "†": "#",
    "–": "-",
    "−": "-",
    "→": "->",
    "≈": "~",
    "…": "...",
}
"""What stands for a sign that an output lacks; for each other sign ``?`` does."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors say what can be written where something is wrong or missing."""

    known = ""
    """A line that each error ends with."""

    def error(self, message: str) -> NoReturn:
        """End with the usage and a message."""
        super().error(f"{message}\n{self.known}".rstrip())


class Commands:
    """The commands of a parser, each with the options that all have.

    Parameters
    ----------
    top
        The parser of the whole command line.
    """

    def __init__(self, top: Parser) -> None:
        self._commands = top.add_subparsers(required=True, metavar="COMMAND")

    def add(
        self,
        name: str,
        text: str,
        run: Callable[[argparse.Namespace], int],
        is_for_learners: bool = False,
    ) -> Parser:
        """Add a command; its parsed arguments hold what runs it as ``run``.

        They hold as ``refuse`` what ends it with an error and its usage, and as
        ``is_for_learners`` whether it is for those who learn.
        """
        command = self._commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run, refuse=command.error, is_for_learners=is_for_learners)
        add_exercises(command, argparse.SUPPRESS)  # what stands before the command holds
        return command


def parser() -> Parser:
    """Return the parser of the command line."""
    top = Parser(prog="normbook", description=__doc__)
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    add_exercises(top, None)
    commands = Commands(top)
    add_learning(commands)
    add_teaching(commands)
    return top


def add_learning(commands: Commands) -> None:
    """Add the commands of those who learn."""
    add = partial(commands.add, is_for_learners=True)
    add("list", "show the exercises, and what you earned", lambda _: learning.list_exercises())
    add_slugs(
        add("start", "write stubs into exercises/", lambda given: learning.start(given.slugs))
    )
    add_slug(
        add("prompt", "show what an exercise asks", lambda given: learning.show_prompt(given.slug))
    )
    grading = add(
        "grade",
        "grade attempts",
        lambda given: learning.grade(given.slugs, given.isolated, given.seconds, outputs_of(given)),
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
        lambda given: learning.watch(given.slugs, given.seconds),
    )
    add_slugs(watching)
    add_seconds(watching)
    add_slug(add("hint", "show the next hint", lambda given: learning.hint(given.slug)))
    showing = add(
        "solution",
        "show the solution; asks first",
        lambda given: learning.solution(given.slug, given.yes),
    )
    add_slug(showing)
    showing.add_argument("--yes", action="store_true", help="do not ask")
    add_slug(
        add(
            "reset",
            "put the stub back; keeps your work beside it",
            lambda given: learning.reset(given.slug),
        )
    )


def add_teaching(commands: Commands) -> None:
    """Add the commands of those who teach."""
    releasing = commands.add(
        "release",
        "write a repository for students: stubs, prompts, a workflow",
        lambda given: import_teaching().release(
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
        help="what students install normbook from; a wheel in the folder unless given",
    )
    releasing.add_argument(
        "--wheel",
        type=Path,
        metavar="FILE",
        help="that wheel, as the book's site has it, or a copy of what is at the address; "
        "fetched unless given",
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
        lambda given: import_teaching().begin(given.folder),
    )
    beginning.add_argument("folder", type=Path, help="new or empty; its name is the exercise's")
    checking = commands.add(
        "check",
        "say what is left to mend in exercises of your own",
        lambda given: import_teaching().check(given.folder),
    )
    checking.add_argument("folder", type=Path, help="of exercises, or of one")
    marking = commands.add(
        "grade-class",
        "grade the attempts of a class into a gradebook",
        lambda given: import_teaching().grade_class(given),
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
    marking.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="grade anew this student, and keep the verdicts on others; once for each",
    )
    marking.add_argument("--jobs", type=count, help="processes; one a processor unless given")
    marking.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster to grade on")


def import_teaching() -> ModuleType:
    """Return the module of what those who teach do; those who learn do not wait for its import."""
    from .commands import teaching

    return teaching


def add_exercises(command: argparse.ArgumentParser, default: str | None) -> None:
    """Add the folder of exercises of one's own."""
    command.add_argument(
        "--exercises",
        type=Path,
        default=default,
        metavar="FOLDER",
        help="of your own, beside the book's",
    )


def add_slug(command: Parser) -> None:
    """Add the name of one exercise."""
    command.add_argument("slug", help="the exercise")
    command.known = "All exercises: normbook list"


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
            f"{text} has no time; add it: {when:%Y-%m-%d}T23:59:59+01:00"
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
    top = parser()
    if not (sys.argv[1:] if argv is None else argv):
        top.exit(2, top.format_help())
    arguments, rest = top.parse_known_args(argv)
    if any(text.startswith("-") for text in rest) or (rest and "slugs" not in arguments):
        arguments.refuse(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        arguments.slugs = [*arguments.slugs, *rest]
    if arguments.exercises is not None:
        os.environ[ELSEWHERE] = str(arguments.exercises.resolve())  # workers see it, too
    elif arguments.is_for_learners:
        know_course()
    return arguments


def in_plain(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the signs that an encoding lacks, and where to go on behind them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(PLAIN.get(sign, "?") for sign in lacking), error.end


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a pipe on Windows has no ✓: cp1252, say
        codecs.register_error(in_plain.__name__, in_plain)
        sys.stdout.reconfigure(errors=in_plain.__name__)
    try:
        arguments = parse(argv)
        status: int = arguments.run(arguments)
        return status
    except BrokenPipeError:  # who read it has read enough: `normbook grade | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (UserError, OSError) as error:  # whose message is all that a user needs
        say(reason(error), sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130  # as shells have it


if __name__ == "__main__":
    sys.exit(main())
