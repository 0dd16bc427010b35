"""Sends messages over a pipe as frames: the number of bytes, then the bytes."""

from __future__ import annotations

import os
import select
import struct
import time

FRAME_SIZE = struct.Struct(">Q")
MAX_FRAME_BYTES = 64 * 2**20
CHUNK_BYTES = 2**16
"""Of a frame, that are read or written at a time."""
MAX_CONTROL_BYTES = 4096
"""Of a request to the zygote, or its answer: these are no frames, and are read at one go."""


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
    rest = memoryview(FRAME_SIZE.pack(len(data)) + data)
    while rest:
        _wait_until_ready(descriptor, deadline, writing=True)
        rest = rest[os.write(descriptor, rest[:CHUNK_BYTES]) :]


def read_frame(
    descriptor: int, deadline: float | None = None, largest: int = MAX_FRAME_BYTES
) -> bytes:
    """Return one frame; nothing, where the other side is gone.

    Raises
    ------
    TimeoutError
        If it is not all here by ``deadline``, on `time.monotonic`'s clock.
    FrameError
        If it says that it is larger than ``largest``, in bytes.
    """
    head = _read(descriptor, FRAME_SIZE.size, deadline)
    if len(head) < FRAME_SIZE.size:
        return b""
    (size,) = FRAME_SIZE.unpack(head)
    if size > largest:
        raise FrameError(f"a frame of {size} bytes")
    data = _read(descriptor, size, deadline)
    return data if len(data) == size else b""


def _read(descriptor: int, size: int, deadline: float | None) -> bytes:
    parts, left = [], size
    while left:
        _wait_until_ready(descriptor, deadline, writing=False)
        part = os.read(descriptor, min(left, CHUNK_BYTES))
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _wait_until_ready(descriptor: int, deadline: float | None, writing: bool) -> None:
    """Return once the pipe can be read or written."""
    if deadline is None:
        return  # a blocking call waits by itself
    left = max(0.0, deadline - time.monotonic())
    ends = ([], [descriptor]) if writing else ([descriptor], [])
    if not any(select.select(*ends, [], left)):
        raise TimeoutError
