"""Lets a process make the system calls that are listed here, and no others.

The list has what Python, NumPy and PyTorch ask for while they compute, found by watching all that
this package grades. What is missing is refused, the calls of kernels to come as well. See the
kernel's documentation, userspace-api/seccomp_filter.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
from collections.abc import Mapping, Sequence

Step = tuple[int, int, int, int]
"""What to do, how many steps to skip if it holds, if not, and a number."""

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""What the kernel calls them."""
UNTRIED = ("aarch64",)
"""Those on which no test of this package has run: there the filter is right by its tables alone."""

# The numbers of a call on x86_64 and on aarch64, which has a newer one in place of some.
CALLS: Mapping[str, tuple[int | None, int | None]] = {
    # answers, and modules that are loaded late: which files those may be, Landlock says
    "read": (0, 63),
    "readv": (19, 65),
    "pread64": (17, 67),
    "lseek": (8, 62),
    "write": (1, 64),
    "writev": (20, 66),
    "close": (3, 57),
    "getdents64": (217, 61),
    "open": (2, None),
    "openat": (257, 56),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "stat": (4, None),
    "lstat": (6, None),
    "fstat": (5, 80),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, None),
    "faccessat": (269, 48),
    "getcwd": (79, 17),
    # memory: PyTorch writes code, and then runs it
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "brk": (12, 214),
    # time, and waiting for it
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "getrusage": (98, 165),
    "futex": (202, 98),
    "nanosleep": (35, 101),
    "clock_nanosleep": (230, 115),
    "sched_yield": (24, 124),
    # its own signals, and its end
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # what it is, and where
    "getpid": (39, 172),
    "getppid": (110, 173),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "getcpu": (309, 168),
    "sched_getaffinity": (204, 123),
    "getrandom": (318, 278),
    # these with some arguments alone
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "madvise": (28, 233),
    "prctl": (157, 167),
    "arch_prctl": (158, None),
    "prlimit64": (302, 261),
}

F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 1030
TCGETS, TIOCGWINSZ, FIOCLEX = 0x5401, 0x5413, 0x5451
MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE = 4, 8, 14
PR_SET_NAME, PR_GET_NAME = 15, 16
ARCH_GET_XCOMP_PERM, ARCH_REQ_XCOMP_PERM = 0x1022, 0x1023  # a processor's unit for matrices

ARGUMENTS: Mapping[str, Mapping[int, Sequence[int]]] = {
    "fcntl": {1: (F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC)},
    "ioctl": {1: (TCGETS, TIOCGWINSZ, FIOCLEX)},
    "madvise": {2: (MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE)},
    "prctl": {0: (PR_SET_NAME, PR_GET_NAME)},
    "arch_prctl": {0: (ARCH_GET_XCOMP_PERM, ARCH_REQ_XCOMP_PERM)},
    "prlimit64": {0: (0,), 2: (0,)},  # of this process, and to read it: no new limit is given
}
"""Of some calls the values that arguments may have, by the argument's place."""

PR_GET_SECCOMP, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 21, 22, 2
BPF_LOAD, BPF_JEQ, BPF_RET = 0x20, 0x15, 0x06
RET_ALLOW, RET_EPERM = 0x7FFF0000, 0x00050000 | errno.EPERM
ALLOW, REFUSE = (BPF_RET, 0, 0, RET_ALLOW), (BPF_RET, 0, 0, RET_EPERM)
# Where they stand in what the program is given; an argument has two halves, the lower one first.
CALL_NUMBER, CALL_ARCHITECTURE, FIRST_ARGUMENT, HALF = 0, 4, 16, 4


def can_filter(libc: ctypes.CDLL) -> bool:
    """Return whether this system's kernel has filters, and this module knows its calls."""
    return platform.machine() in ARCHITECTURES and libc.prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0


def refuse_other_calls(libc: ctypes.CDLL) -> None:
    """Answer all calls but those listed with "not permitted", for good.

    Raises
    ------
    OSError
        If the kernel does not take the filter.
    """
    steps = filter_program(platform.machine())
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = struct.pack("@HP", len(steps), ctypes.addressof(code))
    if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0) != 0:
        raise OSError("the filter of system calls was not taken")


def filter_program(machine: str) -> list[Step]:
    """Return the program that the kernel runs before each call."""
    steps: list[Step] = [
        (BPF_LOAD, 0, 0, CALL_ARCHITECTURE),  # a number means another call on another architecture
        (BPF_JEQ, 1, 0, ARCHITECTURES[machine]),
        REFUSE,
        (BPF_LOAD, 0, 0, CALL_NUMBER),
    ]
    for name, numbers in CALLS.items():
        number = numbers[list(ARCHITECTURES).index(machine)]
        if number is not None:
            then = [*_check_arguments(ARGUMENTS.get(name, {})), ALLOW]
            steps += [(BPF_JEQ, 0, len(then), number), *then]
    return [*steps, REFUSE]


def _check_arguments(allowed: Mapping[int, Sequence[int]]) -> list[Step]:
    """Return the steps that refuse a call, unless each argument has one of its values."""
    steps: list[Step] = []
    for place, values in allowed.items():
        lower = FIRST_ARGUMENT + 2 * HALF * place
        steps += [(BPF_LOAD, 0, 0, lower + HALF), (BPF_JEQ, 1, 0, 0), REFUSE]
        steps.append((BPF_LOAD, 0, 0, lower))
        left = len(values)  # to skip to where this argument is done with
        steps += [(BPF_JEQ, left - i, 0, value) for i, value in enumerate(values)]
        steps.append(REFUSE)
    return steps
