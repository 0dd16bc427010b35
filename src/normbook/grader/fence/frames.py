"""Sends messages over a pipe as frames: the number of bytes, then the bytes."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable

FRAME_SIZE = struct.Struct(">Q")
MAX_FRAME_BYTES = 64 * 2**20
CHUNK_BYTES = 2**16
"""Of a frame, that are read or written at a time."""
MAX_CONTROL_BYTES = 4096
"""Of a request to the zygote, or its answer: these are no frames, and are read at one go."""
Wait = Callable[[int, bool], None]
"""Returns once a descriptor can be read, or written if so told; may raise `TimeoutError`."""


class FrameError(ValueError):
    """What comes is no frame, or too large a one."""


def write_frame(descriptor: int, data: bytes, wait: Wait | None = None) -> None:
    """Write one frame.

    Raises
    ------
    TimeoutError
        If ``wait`` does, since the other side has not read it all.
    OSError
        If the other side is gone.
    """
    rest = memoryview(FRAME_SIZE.pack(len(data)) + data)
    while rest:
        if wait is not None:
            wait(descriptor, True)
        rest = rest[os.write(descriptor, rest[:CHUNK_BYTES]) :]


def read_frame(descriptor: int, wait: Wait | None = None, largest: int = MAX_FRAME_BYTES) -> bytes:
    """Return one frame; nothing, where the other side is gone.

    Raises
    ------
    TimeoutError
        If ``wait`` does, since it is not all here.
    FrameError
        If it says that it is larger than ``largest``, in bytes.
    """
    head = _read(descriptor, FRAME_SIZE.size, wait)
    if len(head) < FRAME_SIZE.size:
        return b""
    (size,) = FRAME_SIZE.unpack(head)
    if size > largest:
        raise FrameError(f"a frame of {size} bytes")
    data = _read(descriptor, size, wait)
    return data if len(data) == size else b""


def _read(descriptor: int, size: int, wait: Wait | None) -> bytes:
    parts, left = [], size
    while left:
        if wait is not None:
            wait(descriptor, False)
        part = os.read(descriptor, min(left, CHUNK_BYTES))
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
