"""Lets a process make the system calls that are listed here, and no others.

The list has the calls that Python, NumPy and PyTorch make while they compute, found by watching all
that this package grades. The kernel refuses all others, those of later kernels as well: they fail
with "not permitted".

The kernel runs a filter, a program of classic BPF, before each call. The program loads a number
that describes the call into its one register, compares it, and returns whether the call is allowed.
See the kernel's documentation, userspace-api/seccomp_filter.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
from collections.abc import Mapping, Sequence

Step = tuple[int, int, int, int]
"""An instruction of BPF: code, steps to skip if a comparison holds, if it does not, operand."""

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's numbers (AUDIT_ARCH_…) of the architectures whose calls are known here."""
UNTRIED = ("aarch64",)
"""Architectures on which the filter was never tried, but in a simulation of the kernel."""

CALLS: Mapping[str, tuple[int | None, int | None]] = {
    # the channel, and modules that are imported late; Landlock decides which files may be opened
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
    # memory; it may be made executable, as PyTorch writes code and then runs it
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
    # handlers of its own signals, and its end
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # what the process is, and where it runs
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
    # with the arguments in ARGUMENTS alone
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "madvise": (28, 233),
    "prctl": (157, 167),
    "arch_prctl": (158, None),
    "prlimit64": (302, 261),
}
"""The allowed calls, with their numbers on each of `ARCHITECTURES`; None where a call is not."""

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
    "prlimit64": {0: (0,), 2: (0,)},  # to read a limit of this process: no new one is given
}
"""The values that arguments of some calls may have, by the argument's place from 0."""

# Constants of the kernel's headers prctl.h, seccomp.h, bpf_common.h
PR_GET_SECCOMP, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 21, 22, 2
BPF_LOAD, BPF_JEQ, BPF_RET = 0x20, 0x15, 0x06
RET_ALLOW, RET_EPERM = 0x7FFF0000, 0x00050000 | errno.EPERM
ALLOW, REFUSE = (BPF_RET, 0, 0, RET_ALLOW), (BPF_RET, 0, 0, RET_EPERM)
# Offsets in bytes within what the filter sees of a call: the kernel's struct seccomp_data. An
# argument has 64 bits and the register 32, so its halves are compared; the lower one lies first.
CALL_NUMBER, CALL_ARCHITECTURE, FIRST_ARGUMENT, HALF = 0, 4, 16, 4


def can_filter(libc: ctypes.CDLL) -> bool:
    """Return whether this kernel has filters, and this module the numbers of its calls."""
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
    """Return the filter for a machine, as `platform.machine` names it."""
    steps: list[Step] = [
        (BPF_LOAD, 0, 0, CALL_ARCHITECTURE),  # on which it depends what a number means
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
    """Return steps that refuse a call, unless each argument has one of the values allowed to it.

    ``allowed`` has these by the argument's place. All of them fit into an argument's lower half.
    """
    steps: list[Step] = []
    for place, values in allowed.items():
        lower = FIRST_ARGUMENT + 2 * HALF * place
        steps += [(BPF_LOAD, 0, 0, lower + HALF), (BPF_JEQ, 1, 0, 0), REFUSE]
        steps.append((BPF_LOAD, 0, 0, lower))
        left = len(values)  # steps from the first comparison to behind the refusal
        steps += [(BPF_JEQ, left - i, 0, value) for i, value in enumerate(values)]
        steps.append(REFUSE)
    return steps
