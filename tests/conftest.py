"""What tests of several rooms share."""

import pytest


@pytest.fixture(scope="module")
def one_thread():
    """Keep PyTorch to one thread: on tensors this small, several wait for each other."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
