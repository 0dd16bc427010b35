"""Lends an attempt the arrays that it is called with, in memory that both processes see.

The process of an attempt could lie about whether the attempt changed its arguments, so the grader
does not ask it: it keeps a copy of what it wrote, and compares that with the memory after the call.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ..verdict.wire import extent

if TYPE_CHECKING:
    import numpy as np

MEMORY_BYTES = 64 * 2**20
"""Size of the memory for all arguments of an attempt. No part is reused: it may keep arguments."""
ALIGNMENT = 64
"""Bytes; each array is laid out from a multiple of it, as NumPy and PyTorch align theirs."""


class Lender:
    """The grader's end of the memory: writes arrays, and tells whether they were changed.

    It reads and writes the memory as a file. Mapped memory would end this process by a fault if the
    other end made the file shorter; a read of a file is then merely too short.
    """

    def __init__(self) -> None:
        self._file = _anonymous_file()
        os.ftruncate(self._file, MEMORY_BYTES)
        self._end = 0
        self._lent: list[tuple[int, bytes]] = []

    def fileno(self) -> int:
        """Return the descriptor of the file, to be sent to the attempt's process."""
        return self._file

    def put(self, array: np.ndarray) -> int | None:
        """Write an array, with its strides; return the offset of its first element.

        Return None if there is no room left.
        """
        import numpy as np

        before, size = extent(array.shape, array.itemsize, array.strides)
        at = -(-self._end // ALIGNMENT) * ALIGNMENT
        if at + size > MEMORY_BYTES:
            return None
        image = np.zeros(size, np.uint8)
        if size:
            np.ndarray(array.shape, array.dtype, image.data, before, array.strides)[...] = array
        content = image.tobytes()
        os.pwrite(self._file, content, at)
        self._lent.append((at, content))
        self._end = at + size
        return at + before

    def forget(self) -> None:
        """Stop watching the arrays that were lent so far: the call that they were for is over."""
        self._lent.clear()

    def has_changed(self) -> bool:
        """Return whether some byte of the arrays that are lent has changed."""
        return any(os.pread(self._file, len(was), at) != was for at, was in self._lent)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self._file)


class Borrower:
    """The attempt's end of the memory: arrays without a copy.

    Parameters
    ----------
    descriptor
        The file's descriptor; closed here, once it is mapped.
    """

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, MEMORY_BYTES)
        os.close(descriptor)

    def view(
        self, at: int, shape: tuple[int, ...], dtype: np.dtype, strides: list[int] | None
    ) -> np.ndarray:
        """Return the array whose first element is at an offset in the memory."""
        import numpy as np

        return np.ndarray(shape, dtype, self._memory, at, strides)


def _anonymous_file() -> int:
    """Return the descriptor of a file without a name, in memory if this system has such files."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("normbook")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
