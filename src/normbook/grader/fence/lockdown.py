"""Bounds what an attempt's process may do: its use, and, when isolated, files and the system.

Three fences, each for what the one before lets through. Limits of POSIX bound time, memory and
output. On Linux, Landlock grants files by name and seccomp system calls by number; no code, Python
or not, can talk its way out of them. An audit hook refuses the same everywhere: on Linux for its
plain words, elsewhere for want of a fence. It stops accidents and simple tricks; code that sets out
to disarm it can.
"""

from __future__ import annotations

import ctypes
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


def limit(seconds: float, megabytes: int) -> None:
    """Bound what this process may use: of memory, ``megabytes`` more than now."""
    bounds = {
        resource.RLIMIT_CPU: int(seconds) + 2,
        resource.RLIMIT_FSIZE: MEGABYTE,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_NPROC: 0,
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
    """Refuse, for good, all files but Python's own, all writing, processes, signals, the network.

    Nothing bounds how many files a process writes, so that a folder to write in would be a way to
    fill the disk: there is none.

    Parameters
    ----------
    scratch
        The folder that the attempt is in; it may be read.
    view
        What else may be, and what not: ours, with tests and solutions.

    Raises
    ------
    OSError
        If a fence that the kernel has does not stand.
    """
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        header = struct.pack("=Ii", LINUX_CAPABILITY_VERSION_3, 0)
        libc.capset(header, bytes(24))  # root has none, too
        if landlock_version(libc) > 0:
            _grant_files(libc, scratch, view)
        if can_filter(libc):
            refuse_other_calls(libc)
    sys.addaudithook(_audit_hook(view.hidden))


def is_fenced() -> bool:
    """Return whether this system's kernel holds what `lock` asks of it, against any code."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None)
    return can_filter(libc) and landlock_version(libc) >= VERSION_WITH_TRUNCATE


def weakness() -> str:
    """Return what is to be known of the fence on this system before one relies on it."""
    if not is_fenced():
        return (
            "This system's kernel cannot fence attempts off (that takes Linux 6.2 or newer, on "
            "x86_64 or aarch64). They are kept from mistakes here, and not from malice."
        )
    if platform.machine() in UNTRIED:
        return (
            f"The fence has not been tried on {platform.machine()}: its filter of system calls was "
            "tested in a simulation of the kernel alone."
        )
    return ""


# ---- Landlock: see the kernel's documentation, userspace-api/landlock ----

PR_SET_NO_NEW_PRIVS = 38
LINUX_CAPABILITY_VERSION_3 = 0x20080522
# Numbers of system calls, the same on all architectures.
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
CREATE_RULESET_VERSION, RULE_PATH_BENEATH = 1, 1
WRITE_FILE, READ_FILE, READ_DIR = 2, 4, 8
RIGHTS_BY_VERSION = (13, 14, 15, 15, 16)  # how many there are in each, from 1 on
VERSION_WITH_TRUNCATE = 3  # the first that refuses to cut files off


def landlock_version(libc: ctypes.CDLL) -> int:
    """Return the version of Landlock that this kernel has; 0 or less for none."""
    return int(libc.syscall(LANDLOCK_CREATE_RULESET, None, 0, CREATE_RULESET_VERSION))


def _grant_files(libc: ctypes.CDLL, scratch: Path, view: View) -> None:
    """Let this process read a folder and a view, and neither read nor change anything else."""
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
    """Add to a set of rules the rights to a file, or to a folder and all that is in it."""
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    rule = struct.pack("=Qi", rights, file)
    libc.syscall(LANDLOCK_ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0)
    os.close(file)


# ---- the audit hook ----

REFUSED_EVENTS = (
    *("os.fork", "os.exec", "os.posix_spawn", "os.system", "os.kill", "os.killpg"),
    *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "os.setxattr", "os.removexattr"),
    *("subprocess.", "socket.", "ctypes.", "signal.", "fcntl.", "resource.", "pty.", "mmap."),
    *("shutil.", "_winapi."),
)


def _audit_hook(hidden: Iterable[Path]) -> Callable[[str, tuple[Any, ...]], None]:
    """Return a hook that refuses what Landlock and seccomp would."""
    secret, null = [str(path) for path in hidden], str(DEV_NULL)
    below = tuple(f"{path}/" for path in secret)
    absolute, decode = os.path.realpath, os.fsdecode  # as they are before the attempt
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
