"""The filter of system calls, run step by step as the kernel does, on both architectures."""

import ctypes
import ctypes.util

import pytest

from normbook.grader.fence.seccomp import (
    ARCHITECTURES,
    ARGUMENTS,
    BPF_JEQ,
    BPF_LOAD,
    BPF_RET,
    CALLS,
    RET_ALLOW,
    RET_EPERM,
    filter_program,
)

MACHINES = list(ARCHITECTURES)
PROGRAMS = {machine: filter_program(machine) for machine in MACHINES}
FIRST_COMMON_CALL = 424
"""From here on numbers are the same on all architectures; io_uring and clone3 are among them."""
# What an earlier version named, and refused: none of it may come back.
REFUSED_ONCE = {
    "x86_64": [
        *(41, 42, 43, 44, 45, 46, 47, 49, 50, 53, 288, 299, 307),  # sockets
        *(56, 57, 58, 59, 109, 112, 272, 308, 322),  # processes, threads, namespaces
        *(62, 129, 200, 234, 297),  # signals
        *(101, 298, 310, 311, 312, 321),  # tracing
        *(141, 142, 144, 203, 251, 256, 279, 314),  # priorities, processors and memory of others
        *(76, 90, 91, 92, 93, 94, 132, 133, 235, 259, 260, 261, 268, 280),  # modes, owners, times
        *(188, 189, 190, 197, 198, 199),  # extended attributes
        *(29, 64, 68, 240, 248, 249, 250),  # what outlives a process: shared memory, queues, keys
        # and what the review found that it did not name: the rest of these, contexts of input and
        # output, watches, faults of memory, files without a name
        *(*(30, 31), *range(64, 72), *range(206, 211), *(253, 254, 255, 294, 300, 301, 319, 323)),
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
        *(*range(5), *(26, 27, 28), *range(187, 198), *(262, 263, 279, 282)),
    ],
}
OWNERS_OF_SIGNALS = {"fcntl": (8, 10, 15), "ioctl": (0x8901, 0x8902)}
LEASES_FLAGS_LOCKS_AND_SIZES = {
    "fcntl": (4, 5, 6, 7, 36, 37, 38, 1024, 1026, 1031, 1033),
    "ioctl": (0x40086602, 0x80086601, 0x5412, 0x541C, 0x5421, 0x5452),
}


def run(machine: str, number: int, arguments=(), architecture: int | None = None) -> int:
    """Return what the program answers to a call."""
    words = {0: number, 4: ARCHITECTURES[machine] if architecture is None else architecture}
    for place in range(6):
        value = arguments[place] if place < len(arguments) else 0
        words |= {16 + 8 * place: value & 0xFFFFFFFF, 20 + 8 * place: value >> 32}
    program, at, loaded = PROGRAMS[machine], 0, 0
    while True:
        what, if_so, if_not, value = program[at]
        at += 1
        if what == BPF_RET:
            return value
        if what == BPF_LOAD:
            loaded = words[value]
        else:
            assert what == BPF_JEQ
            at += if_so if loaded == value else if_not


def number_of(name: str, machine: str) -> int | None:
    return CALLS[name][MACHINES.index(machine)]


def with_argument(place: int, value: int) -> list[int]:
    return [value if place == i else 0 for i in range(6)]


@pytest.mark.parametrize("machine", MACHINES)
def test_what_is_listed_is_allowed_and_all_else_is_refused(machine):
    listed = {number_of(name, machine) for name in CALLS if name not in ARGUMENTS}
    narrowed = {number_of(name, machine) for name in ARGUMENTS}
    for number in {*range(1024), 2**30, 2**31, 2**32 - 1} - narrowed:
        assert run(machine, number) == (RET_ALLOW if number in listed else RET_EPERM), number


@pytest.mark.parametrize("machine", MACHINES)
def test_what_was_refused_once_is_refused(machine):
    for number in [*REFUSED_ONCE[machine], *range(FIRST_COMMON_CALL, 600)]:
        assert run(machine, number) == RET_EPERM, number
    for requests in (OWNERS_OF_SIGNALS, LEASES_FLAGS_LOCKS_AND_SIZES):
        for name, values in requests.items():
            for value in values:
                call = number_of(name, machine)
                assert run(machine, call, with_argument(1, value)) == RET_EPERM, (name, value)


@pytest.mark.parametrize("machine", MACHINES)
def test_a_call_with_listed_arguments_is_allowed_with_these_alone(machine):
    for name, allowed in ARGUMENTS.items():
        call = number_of(name, machine)
        if call is None:
            continue
        for place, values in allowed.items():
            for value in {*values, *range(64), 2**32 - 1}:
                verdict = RET_ALLOW if value in values else RET_EPERM
                arguments = [first_of(allowed, i) for i in range(6)]
                arguments[place] = value
                assert run(machine, call, arguments) == verdict, (name, place, value)
                # the upper half counts, too: an address that ends in zeros is none
                arguments[place] = value + 2**32
                assert run(machine, call, arguments) == RET_EPERM, (name, place, value)


def first_of(allowed, place: int) -> int:
    """Return a value that an argument may have."""
    return allowed[place][0] if place in allowed else 7


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_in_the_way_of_another_architecture_are_refused(machine):
    read = number_of("read", machine)
    for architecture in (0, 0x40000003, 0x40000028, *ARCHITECTURES.values()):
        verdict = RET_ALLOW if architecture == ARCHITECTURES[machine] else RET_EPERM
        assert run(machine, read, architecture=architecture) == verdict
    assert run(machine, read | 2**30) == RET_EPERM  # the second numbering that x86_64 has


@pytest.mark.parametrize("machine", MACHINES)
def test_the_program_is_one_that_the_kernel_takes(machine):
    program = PROGRAMS[machine]
    assert len(program) <= 4096
    for at, (what, if_so, if_not, _) in enumerate(program):
        assert what in (BPF_LOAD, BPF_JEQ, BPF_RET)
        assert max(if_so, if_not) < 256
        assert at + 1 + max(if_so, if_not) < len(program) or what == BPF_RET
    assert program[-1][0] == BPF_RET


@pytest.mark.skipif(not ctypes.util.find_library("seccomp"), reason="libseccomp is not installed")
def test_numbers_are_those_of_their_names():
    resolve = ctypes.CDLL(ctypes.util.find_library("seccomp")).seccomp_syscall_resolve_name_arch
    resolve.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    for name, numbers in CALLS.items():
        for architecture, number in zip(ARCHITECTURES.values(), numbers, strict=True):
            known = resolve(architecture, name.encode())
            assert known == number if number is not None else known < 0, name
