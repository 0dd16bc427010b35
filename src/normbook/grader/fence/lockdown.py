"""Bounds what the process of an attempt may do. A process calls it on itself, before the attempt.

- POSIX's limits (`limit`) bound processor time, memory, output and descriptors, always.
- When attempts are isolated, `lock` adds on Linux two fences of the kernel's: Landlock lets the
  process open the files of a `View` alone, and seccomp lets it make the listed system calls alone.
  Neither can be taken down by any code of the process, in Python or not.
- `lock` also adds an audit hook, on every system, that refuses the same in Python. On Linux it is
  there for its messages, which say what was refused. Elsewhere it is all there is: it stops
  mistakes and simple tricks, and code that sets out to disarm it can.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import struct
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .seccomp import UNTRIED, can_filter, refuse_other_calls
from .view import DEV_NULL, View

MEGABYTE = 2**20
"""Bytes."""
MAX_FILE_BYTES = MEGABYTE
"""Size to which the process may make a file grow."""
MAX_OPEN_FILES = 64


def limit(seconds: float, megabytes: int) -> None:
    """Bound what this process may use, for good.

    Parameters
    ----------
    seconds
        Processor time; the kernel ends the process 1 or 2 seconds after it.
    megabytes
        Memory beyond what the process has now. It is bounded on Linux alone.
    """
    bounds = {
        resource.RLIMIT_CPU: int(seconds) + 2,
        resource.RLIMIT_FSIZE: MAX_FILE_BYTES,
        resource.RLIMIT_NOFILE: MAX_OPEN_FILES,
        resource.RLIMIT_NPROC: 0,  # no processes, from which the kernel exempts root
        resource.RLIMIT_CORE: 0,
    }
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        bounds[resource.RLIMIT_AS] = pages * resource.getpagesize() + megabytes * MEGABYTE
    for kind, bound in bounds.items():
        _, most = resource.getrlimit(kind)
        bound = bound if most == resource.RLIM_INFINITY else min(bound, most)
        resource.setrlimit(kind, (bound, bound))


def lock(scratch: Path, view: View) -> None:
    """Refuse this process, for good, to write files, to read others than Python's, and to act.

    To act is to start processes, to send signals and to use the network. There is no folder in
    which it may write: no limit bounds how many files a process writes, so it could fill the disk.

    Parameters
    ----------
    scratch
        The folder of the attempt, which it may read.
    view
        The other files that it may read, and those that are hidden: tests and solutions.

    Raises
    ------
    OSError
        If the kernel has a fence and did not put it up.
    """
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        header = struct.pack("=Ii", LINUX_CAPABILITY_VERSION_3, 0)
        libc.capset(header, bytes(24))  # gives up root's privileges
        if landlock_version(libc) > 0:
            _grant_files(libc, scratch, view)
        if can_filter(libc):
            refuse_other_calls(libc)
    sys.addaudithook(_audit_hook(view.hidden))


def is_fenced() -> bool:
    """Return whether this system's kernel has both fences of `lock`."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None)
    return can_filter(libc) and landlock_version(libc) >= VERSION_WITH_TRUNCATE


def weakness() -> str:
    """Return a warning if isolation here is weaker than on Linux, or untested; else no text."""
    word = weakness_in_a_word()
    if word == UNFENCED:
        return (
            f"This system's kernel cannot fence attempts off ({_why_unfenced()}). They are kept "
            "from mistakes here, and not from malice."
        )
    if word:
        return (
            f"The fence has not been tried on {platform.machine()}: its filter of system calls was "
            "tested in a simulation of the kernel alone."
        )
    return ""


UNFENCED = "unfenced"


def weakness_in_a_word() -> str:
    """Return what `weakness` warns of, in a word that stays when the warning is written anew."""
    if not is_fenced():
        return UNFENCED
    return f"untried {platform.machine()}" if platform.machine() in UNTRIED else ""


THE_FENCE_TAKES = "that takes Linux 6.2 or newer, on x86_64 or aarch64"
NOT_LET_THROUGH = f"{THE_FENCE_TAKES}, and a container that lets Landlock's calls through"
WHY_NO_LANDLOCK = {
    errno.EOPNOTSUPP: "its Landlock is switched off: the kernel's list lsm= lacks landlock",
    errno.EPERM: NOT_LET_THROUGH,
    errno.ENOSYS: NOT_LET_THROUGH,
}
"""What is told by the error of a call of Landlock's."""


def _why_unfenced() -> str:
    """Return why this system's kernel lacks one of the fences of `lock`."""
    libc = ctypes.CDLL(None, use_errno=True)
    if sys.platform != "linux" or not can_filter(libc) or landlock_version(libc) > 0:
        return THE_FENCE_TAKES
    return WHY_NO_LANDLOCK.get(ctypes.get_errno(), THE_FENCE_TAKES)


# ---- Landlock: see the kernel's documentation, userspace-api/landlock ----

# Constants of the kernel's headers prctl.h, capability.h and landlock.h

PR_SET_NO_NEW_PRIVS = 38
LINUX_CAPABILITY_VERSION_3 = 0x20080522
# Numbers of system calls; these are the same on all architectures.
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
CREATE_RULESET_VERSION, RULE_PATH_BENEATH = 1, 1
WRITE_FILE, READ_FILE, READ_DIR = 2, 4, 8  # rights, each a bit
RIGHTS_BY_VERSION = (13, 14, 15, 15, 16)
"""How many rights Landlock's versions 1, 2, 3 … know: those of the lowest bits."""
VERSION_WITH_TRUNCATE = 3
"""The first version of Landlock that can refuse to truncate files."""


def landlock_version(libc: ctypes.CDLL) -> int:
    """Return the version of Landlock that this kernel has; 0 or less if it has none."""
    return int(libc.syscall(LANDLOCK_CREATE_RULESET, None, 0, CREATE_RULESET_VERSION))


def _grant_files(libc: ctypes.CDLL, scratch: Path, view: View) -> None:
    """Let this process read the files of a folder and a view, and open no others, for good.

    A ruleset names the rights that it handles. The kernel refuses all of these, except where a rule
    of the set grants one.
    """
    version = min(landlock_version(libc), len(RIGHTS_BY_VERSION))
    all_rights = (1 << RIGHTS_BY_VERSION[version - 1]) - 1
    attributes = struct.pack("=Q", all_rights)
    ruleset = libc.syscall(LANDLOCK_CREATE_RULESET, attributes, len(attributes), 0)
    for path in (scratch, *view.read):
        rights = READ_FILE | (READ_DIR if path.is_dir() else 0)
        _grant(libc, ruleset, path, rights | (WRITE_FILE if path == DEV_NULL else 0))
    for path in view.listed:
        _grant(libc, ruleset, path, READ_DIR)
    if libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError("the files that may be read could not be bounded")
    os.close(ruleset)


def _grant(libc: ctypes.CDLL, ruleset: int, path: Path, rights: int) -> None:
    """Add a rule to a ruleset: rights to a file, or to a folder and all that is below it.

    A path that cannot be opened gets no rule, and stays refused.
    """
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    rule = struct.pack("=Qi", rights, file)
    libc.syscall(LANDLOCK_ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0)
    os.close(file)


# ---- the audit hook: see sys.addaudithook ----

REFUSED_EVENTS = (
    *("os.fork", "os.exec", "os.posix_spawn", "os.system", "os.kill", "os.killpg"),
    *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "os.setxattr", "os.removexattr"),
    *("subprocess.", "socket.", "ctypes.", "signal.", "fcntl.", "resource.", "pty.", "mmap."),
    *("shutil.", "_winapi."),
)
"""Beginnings of the names of audit events that are refused, whatever they are about."""


def _audit_hook(hidden: Iterable[Path]) -> Callable[[str, tuple[Any, ...]], None]:
    """Return an audit hook that refuses in Python what Landlock and seccomp refuse in the kernel.

    ``hidden`` are the files and folders that may not be read.
    """
    secret, null = [str(path) for path in hidden], str(DEV_NULL)
    below = tuple(f"{path}/" for path in secret)
    # Held here, where no attempt can replace them.
    absolute, decode = os.path.realpath, os.fsdecode
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

    def full(name: Any) -> str:
        try:
            return absolute(decode(name))
        except TypeError:
            return null  # a file descriptor, which is open already

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(REFUSED_EVENTS) and event != "ctypes.addressof":
            raise PermissionError(f"an attempt may not do this: {event}")
        if event in ("open", "os.listdir", "os.scandir"):
            path = full(arguments[0])
            if path in secret or path.startswith(below):
                raise PermissionError("an attempt may not look here")
            if event == "open" and arguments[2] & writing and path != null:
                raise PermissionError(f"an attempt may not write to a file: {arguments[0]!r}")

    return hook
