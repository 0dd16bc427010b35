"""Sends messages over a pipe as frames: the number of bytes, then the bytes."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable

FRAME_SIZE = struct.Struct(">Q")
MAX_FRAME_BYTES = 64 * 2**20
CHUNK_BYTES = 2**16
"""Bytes of a frame that are read or written at a time."""
MAX_CONTROL_BYTES = 4096
"""Bytes of a request to the zygote or of its answer; these are no frames, but one message each."""
Wait = Callable[[int, bool], None]
"""Called with a descriptor and whether to write; returns once that can be read, or written.

It raises `TimeoutError` if that takes too long."""


class FrameError(ValueError):
    """What was received is larger than a frame may be."""


def write_frame(descriptor: int, data: bytes, wait: Wait | None = None) -> None:
    """Write one frame.

    Raises
    ------
    TimeoutError
        If ``wait`` raises it: the other side did not read all in time.
    OSError
        If the other side has closed the pipe.
    """
    rest = memoryview(FRAME_SIZE.pack(len(data)) + data)
    while rest:
        if wait is not None:
            wait(descriptor, True)
        rest = rest[os.write(descriptor, rest[:CHUNK_BYTES]) :]


def read_frame(descriptor: int, wait: Wait | None = None, largest: int = MAX_FRAME_BYTES) -> bytes:
    """Return the content of one frame; no bytes if the other side closed the pipe before its end.

    Raises
    ------
    TimeoutError
        If ``wait`` raises it: the other side did not write all in time.
    FrameError
        If the frame's size is more than ``largest`` bytes.
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
    """Return ``size`` bytes; fewer if the other side closed the pipe before."""
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
