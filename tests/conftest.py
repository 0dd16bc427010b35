"""What tests of several rooms share."""

from importlib import import_module

import pytest

from normbook import threads


@pytest.fixture(scope="module")
def one_thread():
    """Keep PyTorch to one thread: on tensors this small, several wait for each other."""
    import_module("torch")
    with threads.one_thread():
        yield
