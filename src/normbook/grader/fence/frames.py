"""Frames over a pipe: the number of bytes, then the bytes."""

from __future__ import annotations

import os
import select
import struct
import time

SIZE = struct.Struct(">Q")
LARGEST = 64 * 2**20
AT_ONCE = 2**16


class FrameError(ValueError):
    """What comes is no frame, or too large a one."""


def write_frame(descriptor: int, data: bytes, deadline: float | None = None) -> None:
    """Write one frame.

    Raises
    ------
    TimeoutError
        If the other side has not read it all by ``deadline``, on `time.monotonic`'s clock.
    OSError
        If the other side is gone.
    """
    rest = memoryview(SIZE.pack(len(data)) + data)
    while rest:
        _wait(descriptor, deadline, writing=True)
        rest = rest[os.write(descriptor, rest[:AT_ONCE]) :]


def read_frame(descriptor: int, deadline: float | None = None, largest: int = LARGEST) -> bytes:
    """Return one frame; nothing, where the other side is gone.

    Raises
    ------
    TimeoutError
        If it is not all here by ``deadline``, on `time.monotonic`'s clock.
    FrameError
        If it says that it is larger than ``largest``, in bytes.
    """
    head = _read(descriptor, SIZE.size, deadline)
    if len(head) < SIZE.size:
        return b""
    (size,) = SIZE.unpack(head)
    if size > largest:
        raise FrameError(f"a frame of {size} bytes")
    data = _read(descriptor, size, deadline)
    return data if len(data) == size else b""


def _read(descriptor: int, size: int, deadline: float | None) -> bytes:
    parts, left = [], size
    while left:
        _wait(descriptor, deadline, writing=False)
        part = os.read(descriptor, min(left, AT_ONCE))
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _wait(descriptor: int, deadline: float | None, writing: bool) -> None:
    """Return once the pipe can be read or written."""
    if deadline is None:
        return  # a blocking call waits by itself
    left = max(0.0, deadline - time.monotonic())
    ends = ([], [descriptor]) if writing else ([descriptor], [])
    if not any(select.select(*ends, [], left)):
        raise TimeoutError
