"""Lends an attempt the arrays that it is called with, in memory that both processes see.

Whether an attempt changed its arguments, its own process could say anything about. Here the grader
looks for itself: it keeps what it wrote, and compares it with what is there after the call. An
attempt that copies an array before it writes changes nothing, however it does that.
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
"""Of all arguments of an attempt; it may keep them, so that no place is used again."""
ALIGNMENT = 64
"""Of an array, as NumPy and PyTorch like it best."""


class Lender:
    """The grader's end: writes arrays, and looks whether they are as they were.

    It reaches the memory as a file, so that whatever the other end does to it is no fault here.
    """

    def __init__(self) -> None:
        self._file = _anonymous_file()
        os.ftruncate(self._file, MEMORY_BYTES)
        self._end = 0
        self._lent: list[tuple[int, bytes]] = []

    def fileno(self) -> int:
        """Return the descriptor for the other end."""
        return self._file

    def put(self, array: np.ndarray) -> int | None:
        """Lay an array out as it lies here; return where it begins, None if there is no room."""
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
        """Take what was lent so far as given away: it is of a call that is over."""
        self._lent.clear()

    def has_changed(self) -> bool:
        """Return whether an array that is lent is not as it was."""
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
    """The attempt's end: sees the arrays where they lie.

    Parameters
    ----------
    descriptor
        Of the file; closed here.
    """

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, MEMORY_BYTES)
        os.close(descriptor)

    def view(
        self, at: int, shape: tuple[int, ...], dtype: np.dtype, strides: list[int] | None
    ) -> np.ndarray:
        """Return the array that begins there."""
        import numpy as np

        return np.ndarray(shape, dtype, self._memory, at, strides)


def _anonymous_file() -> int:
    """Return the descriptor of a file without a name, in memory where there are such."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("normbook")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
