"""Keeps PyTorch, where it is loaded, to one thread; loads it nowhere."""

import contextlib
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Let PyTorch, if it is loaded, compute in one thread; it has its former number afterwards.

    On one thread, sums have one order. And to share out tensors as small as an exercise's takes
    longer than to compute with them: on a busy machine, five times as long.
    """
    torch = sys.modules.get("torch")
    if torch is None:
        yield
        return
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
