"""The kernel of chapters: IPython's, which notes what is read in it.

Usage: python kernel.py NOTES …, where … is for IPython's kernel. NOTES gets a line for each file
that is opened to be read and each folder that is listed, by its absolute path, and a line ``?`` for
a process that is started, of which nothing is known. This is run as a script, before all else is
imported, and so it imports nothing of its package.
"""

import os
import runpy
import sys
from types import FrameType
from typing import Any

LISTING = {"os.listdir", "os.scandir"}
STARTING = {"subprocess.Popen", "os.system", "os.exec", "os.spawn", "os.posix_spawn"}
HARMLESS = {"uname", "fc-list", "system_profiler"}
"""Programs that debugpy and Matplotlib start to ask about the machine and its fonts: that a chapter
has started them says nothing of what it reads."""
UNKNOWN = "?"


def note_reads(notes: str) -> None:
    """Begin to note; nothing ends it but the end of this process."""
    file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    seen: set[str] = set()

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" or (event in LISTING and not is_importing(sys._getframe(1))):
            line = path_read(*arguments)
        elif event in STARTING and name_of(arguments[0]) not in HARMLESS:
            line = UNKNOWN
        else:
            return
        if line and line not in seen:
            seen.add(line)
            os.write(file, f"{line}\n".encode("utf-8", "surrogateescape"))

    sys.addaudithook(note)


def is_importing(frame: FrameType) -> bool:
    """Return whether a folder is listed by an import, whose result no other module would change."""
    return "importlib" in frame.f_code.co_filename


def name_of(program: object) -> str:
    """Return the name of a program, without its folder."""
    if not isinstance(program, str | bytes | os.PathLike):
        return ""
    return os.path.basename(os.fsdecode(program))


def path_read(path: object = None, mode: object = None, flags: object = None) -> str:
    """Return what is read, or nothing: a file that is written, or one that was opened before."""
    if isinstance(mode, str) and mode[:1] in {"w", "x", "a"}:
        return ""
    if path is None:
        path = "."  # os.listdir()
    if not isinstance(path, str | bytes | os.PathLike):
        return ""
    return os.path.abspath(os.fsdecode(path))


if __name__ == "__main__":
    note_reads(sys.argv.pop(1))
    sys.path[0] = os.getcwd()  # as `python -m ipykernel_launcher` has it
    runpy.run_module("ipykernel_launcher", run_name="__main__", alter_sys=True)
