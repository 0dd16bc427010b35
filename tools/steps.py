"""Steps that are done again only where something that they are made from has changed.

Runs on the system's Python, with the standard library alone, and keeps to syntax that old Pythons
read, so that a Python that is too old gets a message and no SyntaxError.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from alone import alone, handed_down
from install import start

LOCK = "_build/build.lock"
"""Held while anything is made."""


class CommandFailedError(Exception):
    """A command failed, and has said why itself."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(f"ended with status {status}")


@dataclass(frozen=True)
class Step:
    """Something that is made, and what it is made from.

    Its stamp is a file that names what the step was made from, a name a line. It is as old as the
    step's last beginning: what was edited meanwhile is newer. It is there only while all that the
    step makes is whole, so that a step that was interrupted is done again.
    """

    name: str
    make: Callable[[Session, list[str]], None]
    """Makes it; gets the names of what has changed since it was made, or of all where there is no
    stamp. A name of which there is no file is that of a source that was removed."""
    stamp: str
    sources: Callable[[Path], Iterable[str]]
    """Takes the root; lists the names of the files below it that the step is made from. A name of
    which there is no file stands for what it says: that has changed where the name is another."""
    needs: tuple[Step, ...] = ()
    """Steps that come before it, and from whose results it is made."""
    after: tuple[Step, ...] = ()
    """Steps that come before it, and of whose results nothing gets into it."""


@contextmanager
def stamped(stamp: Path, when: int, names: Iterable[str]) -> Iterator[None]:
    """Take a stamp away while what it stands for is made, and put it there after that.

    Where that fails, or ends with this process, the stamp stays away.

    Parameters
    ----------
    stamp
        Its path.
    when
        The time that it has, in nanoseconds.
    names
        What it names.
    """
    text = "".join(f"{name}\n" for name in sorted(names))
    stamp.unlink(missing_ok=True)
    yield
    stamp.parent.mkdir(parents=True, exist_ok=True)
    part = stamp.with_name(f"{stamp.name}.part")
    part.write_text(text, encoding="utf-8")
    os.utime(part, ns=(when, when))
    part.replace(stamp)


def named_in(stamp: Path) -> list[str]:
    """Return the names in a stamp; none, where there is no stamp."""
    try:
        return stamp.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []


class Session:
    """Does steps and runs commands in one folder, each step once.

    Parameters
    ----------
    root
        The folder. Names of files are relative to it, with ``/`` on every system.
    settings
        What commands can be told, by name.
    dry
        Whether to say only what would be done.
    """

    def __init__(self, root: Path, settings: Mapping[str, str], dry: bool = False) -> None:
        self.root = root
        self.settings = settings
        self._dry = dry
        self._done: set[str] = set()

    def ensure(self, step: Step) -> None:
        """Do a step, and before it those that it needs, unless it is done and up to date."""
        if step.name in self._done:
            return
        for need in (*step.after, *step.needs):
            self.ensure(need)
        changed = self.changed(step)
        if changed and self._dry:
            print(f"== {step.name}, for {', '.join(changed[:3])}{' …' if changed[3:] else ''}")
        elif changed:
            with alone(self.root / LOCK):
                self.make(step)
        self._done.add(step.name)

    def make(self, step: Step) -> None:
        """Do a step, with the lock held, unless another session did so before that was ours."""
        changed = self.changed(step)
        if changed:
            with stamped(self.root / step.stamp, time.time_ns(), self.sources(step)):
                step.make(self, changed)

    def sources(self, step: Step) -> list[str]:
        """Return the names of what a step is made from, the stamps of other steps among them."""
        return [*(need.stamp for need in step.needs), *step.sources(self.root)]

    def changed(self, step: Step) -> list[str]:
        """Return what a step is made from and has changed: all of it, if the step is not done.

        What has changed is newer than the step, or was added or removed since it was done.
        """
        sources = self.sources(step)
        made = self.time(step.stamp)
        if not made:
            return sources
        before = named_in(self.root / step.stamp)
        remade = {need.stamp for need in step.needs if self._dry and self.changed(need)}
        differ = remade | (set(sources) ^ set(before))
        return [
            name
            for name in dict.fromkeys([*sources, *before])
            if name in differ or self.time(name) > made
        ]

    def time(self, name: str) -> int:
        """Return when a file was last written, in nanoseconds; 0 if it is not there."""
        try:
            return os.stat(self.root / name).st_mtime_ns
        except OSError:  # of a name that cannot be a file's Windows says another than "not found"
            return 0

    def run(
        self, *command: str, quiet: bool = False, variables: Mapping[str, str] | None = None
    ) -> None:
        """Run a command in the folder, to its end.

        Ctrl+C reaches the command, too: it is waited for while it ends in its own way.

        Parameters
        ----------
        command
            The program, which is looked for as a shell does, and its arguments.
        quiet
            Whether what it prints is thrown away, but for errors.
        variables
            What its environment has beside this process's own.

        Raises
        ------
        CommandFailedError
            If it ends with another status than 0.
        StepFailedError
            If there is no such program.
        KeyboardInterrupt
            If Ctrl+C was pressed meanwhile.
        """
        if self._dry:
            print(shlex.join([*map("=".join, (variables or {}).items()), *command]))
            return
        process = start(
            command,
            cwd=self.root,
            env={**os.environ, **(variables or {})},
            stdout=subprocess.DEVNULL if quiet else None,
            pass_fds=() if os.name == "nt" else handed_down,  # there a lock is the process's own
        )
        interrupted = False
        while True:
            try:
                status = process.wait()
            except KeyboardInterrupt:
                interrupted = True
            except SystemExit:  # this process alone was told to end
                process.terminate()
                process.wait()
                raise
            else:
                break
        if interrupted:
            raise KeyboardInterrupt
        if status:
            raise CommandFailedError(status)

    def run_each(self, *commands: str) -> None:
        """Run commands, each written as in a shell, and say which comes next."""
        for command in commands:
            if not self._dry:
                print(command, flush=True)
            self.run(*shlex.split(command))

    def wait_for_builds(self) -> None:
        """Return once no build is at work in the folder."""
        if not self._dry:
            with alone(self.root / LOCK):
                pass

    def remove(self, *patterns: str) -> None:
        """Remove the files and folders that the patterns name, where there are any."""
        for path in [path for pattern in patterns for path in self.root.glob(pattern)]:
            if self._dry:
                print(f"remove {path.relative_to(self.root).as_posix()}")
            elif path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
