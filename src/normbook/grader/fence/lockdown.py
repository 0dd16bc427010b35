"""Bounds what an attempt's process may do: its use, and, when isolated, files and the system.

Three fences, each for what the one before lets through. Limits of POSIX bound time, memory and
output. On Linux, Landlock grants files by name and seccomp refuses whole groups of system calls;
no code, Python or not, can talk its way out of them. An audit hook refuses the same everywhere: on
Linux for its plain words, elsewhere for want of a fence. It stops accidents and simple tricks; code
that sets out to disarm it can.
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

MEGABYTE = 2**20
DEV_NULL = Path(os.devnull)
# What kind of processor it is, PyTorch asks when it first needs to know.
PROCESSOR_FILES = [Path("/proc/cpuinfo"), Path("/sys/devices/system/cpu")]


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


def lock(scratch: Path, hidden: Path) -> None:
    """Refuse, for good, all files but Python's own, all writing, processes, signals, the network.

    Nothing bounds how many files a process writes, so that a folder to write in would be a way to
    fill the disk: there is none.

    Parameters
    ----------
    scratch
        The folder that the attempt is in; it may be read.
    hidden
        A folder among Python's own that may not be read: ours, with tests and solutions.
    """
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        header = struct.pack("=Ii", LINUX_CAPABILITY_VERSION_3, 0)
        libc.capset(header, bytes(24))  # root has none, too
        _grant_files(libc, [scratch, *readable(hidden)])
        _refuse_calls(libc)
    sys.addaudithook(_audit_hook(hidden))


def is_fenced() -> bool:
    """Return whether this system's kernel holds what `lock` asks of it, against any code."""
    if sys.platform != "linux" or platform.machine() not in REFUSED_CALLS:
        return False
    return landlock_version(ctypes.CDLL(None)) >= VERSION_WITH_TRUNCATE


def readable(hidden: Path) -> list[Path]:
    """Return the folders and files that Python's modules are loaded from, without ``hidden``."""
    roots = {Path(sys.prefix, "lib"), Path(sys.base_prefix, "lib"), Path("/usr/lib"), Path("/lib")}
    roots |= {Path(entry) for entry in sys.path if entry}
    found = [DEV_NULL, Path("/dev/urandom"), *PROCESSOR_FILES]
    for root in roots:
        found += _without(root.resolve(), hidden.resolve())
    return [path for path in found if path.exists()]


def _without(folder: Path, hidden: Path) -> list[Path]:
    """Return a folder, or what is in it if ``hidden`` is somewhere below it."""
    if folder == hidden or folder in hidden.parents:
        below = folder.iterdir() if folder != hidden and folder.is_dir() else ()
        return [path for each in below for path in _without(each, hidden)]
    return [] if hidden in folder.parents else [folder]


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


def _grant_files(libc: ctypes.CDLL, paths: Iterable[Path]) -> None:
    """Let this process read ``paths``, and neither read nor change anything else."""
    version = landlock_version(libc)
    if version < 1:
        return  # a kernel without Landlock: the audit hook is left
    all_rights = (1 << RIGHTS_BY_VERSION[min(version, len(RIGHTS_BY_VERSION)) - 1]) - 1
    attributes = struct.pack("=Q", all_rights)
    ruleset = libc.syscall(LANDLOCK_CREATE_RULESET, attributes, len(attributes), 0)
    for path in paths:
        try:
            file = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        granted = READ_FILE | (READ_DIR if path.is_dir() else 0)
        granted |= WRITE_FILE if path == DEV_NULL else 0
        rule = struct.pack("=Qi", granted, file)
        libc.syscall(LANDLOCK_ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0)
        os.close(file)
    libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


# ---- seccomp: a program that looks at the number of each system call, and at some arguments ----

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
BPF_LOAD, BPF_JEQ, BPF_JGE, BPF_RET = 0x20, 0x15, 0x35, 0x06
RET_ALLOW, RET_EPERM = 0x7FFF0000, 0x00050000 | errno.EPERM
# Where they stand in what the program is given; of arguments, the half that counts.
CALL_NUMBER, CALL_ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24
AUDIT_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# From here on numbers are the same on all architectures: io_uring, pidfd, clone3, new ways to mount
# and to set attributes, and whatever comes. Nothing that a learner needs. The second numbering that
# x86_64 has is above, too.
FIRST_NEWER_CALL = 424
REFUSED_CALLS = {
    "x86_64": [
        *(41, 42, 43, 44, 45, 46, 47, 49, 50, 53, 288, 299, 307),  # sockets
        *(56, 57, 58, 59, 109, 112, 272, 308, 322),  # processes, threads, namespaces
        *(62, 129, 200, 234, 297),  # signals
        *(101, 298, 310, 311, 312, 321),  # tracing
        *(141, 142, 144, 203, 251, 256, 279, 314),  # priorities, processors and memory of others
        *(76, 90, 91, 92, 93, 94, 132, 133, 235, 259, 260, 261, 268, 280),  # modes, owners, times
        *(188, 189, 190, 197, 198, 199),  # extended attributes
        *(29, 64, 68, 240, 248, 249, 250),  # what outlives a process: shared memory, queues, keys
    ],
    "aarch64": [
        *(198, 199, 200, 201, 202, 203, 206, 207, 211, 212, 242, 243, 269),
        *(97, 154, 157, 220, 221, 268, 281),
        *(129, 130, 131, 138, 240),
        *(117, 241, 270, 271, 272, 280),
        *(30, 118, 119, 122, 140, 238, 239, 274),
        *(33, 45, 52, 53, 54, 55, 88),
        *(5, 6, 7, 14, 15, 16),
        *(180, 186, 190, 194, 217, 218, 219),
    ],
}
# fcntl and ioctl, of which a few requests have the kernel send signals to any process.
FCNTL_AND_IOCTL = {"x86_64": (72, 16), "aarch64": (25, 29)}
SETS_OWNER_OF_SIGNALS = (8, 10, 15, 0x8901, 0x8902)
# prlimit, which sets the limits of any process; of one's own, its number being 0, it may.
PRLIMIT = {"x86_64": 302, "aarch64": 261}


def _refuse_calls(libc: ctypes.CDLL) -> None:
    """Answer the refused system calls with "not permitted"."""
    machine = platform.machine()
    if machine not in REFUSED_CALLS:
        return
    steps = _filter_program(machine)
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = struct.pack("@HP", len(steps), ctypes.addressof(code))
    libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0)


def _filter_program(machine: str) -> list[tuple[int, int, int, int]]:
    """Return the filter: what to do, how many steps to skip if it holds, if not, and a number."""
    allow, refuse = (BPF_RET, 0, 0, RET_ALLOW), (BPF_RET, 0, 0, RET_EPERM)
    steps = [
        (BPF_LOAD, 0, 0, CALL_ARCHITECTURE),
        (BPF_JEQ, 1, 0, AUDIT_ARCHITECTURES[machine]),
        refuse,
    ]
    steps += [(BPF_LOAD, 0, 0, CALL_NUMBER), (BPF_JGE, 0, 1, FIRST_NEWER_CALL), refuse]
    for number in REFUSED_CALLS[machine]:
        steps += [(BPF_JEQ, 0, 1, number), refuse]
    owner = [(BPF_LOAD, 0, 0, SECOND_ARGUMENT)]
    for request in SETS_OWNER_OF_SIGNALS:
        owner += [(BPF_JEQ, 0, 1, request), refuse]
    for number in FCNTL_AND_IOCTL[machine]:
        steps += [(BPF_JEQ, 0, len(owner) + 1, number), *owner, allow]
    steps += [(BPF_JEQ, 0, 3, PRLIMIT[machine]), (BPF_LOAD, 0, 0, FIRST_ARGUMENT)]
    steps += [(BPF_JEQ, 1, 0, 0), refuse]
    return [*steps, allow]


# ---- the audit hook ----

REFUSED_EVENTS = (
    *("os.fork", "os.exec", "os.posix_spawn", "os.system", "os.kill", "os.killpg"),
    *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "os.setxattr", "os.removexattr"),
    *("subprocess.", "socket.", "ctypes.", "signal.", "fcntl.", "resource.", "pty.", "mmap."),
    *("shutil.", "_winapi."),
)


def _audit_hook(hidden: Path) -> Callable[[str, tuple[Any, ...]], None]:
    """Return a hook that refuses what Landlock and seccomp would."""
    secret, null = str(hidden.resolve()), str(DEV_NULL)
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
            if path == secret or path.startswith(secret + "/"):
                raise PermissionError("an attempt may not look here")
            if event == "open" and arguments[2] & writing and path != null:
                raise PermissionError(f"an attempt may not write to a file: {arguments[0]!r}")

    return hook
