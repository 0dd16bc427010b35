"""What tests of several rooms share."""

import signal
from importlib import import_module

import pytest

from normbook import threads


def pytest_configure() -> None:
    """Hear Ctrl+C where a shell runs the tests in the background and has them ignore it.

    What they start would ignore it as they do, and some of it is interrupted by a test.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def one_thread():
    """Keep PyTorch to one thread: on tensors this small, several wait for each other."""
    import_module("torch")
    with threads.one_thread():
        yield
