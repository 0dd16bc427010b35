"""PyTorch computes in one thread for as long as it is asked to, and is not loaded for that."""

import subprocess
import sys

import pytest

from normbook.threads import one_thread


@pytest.fixture
def two_threads():
    """Let PyTorch have two threads, on whatever machine, and put their number back."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield torch
    torch.set_num_threads(before)


def test_the_number_of_threads_is_one_and_then_as_before(two_threads):
    with one_thread():
        assert two_threads.get_num_threads() == 1
    assert two_threads.get_num_threads() == 2


def test_it_is_as_before_after_an_error_too(two_threads):
    with pytest.raises(ZeroDivisionError), one_thread():
        raise ZeroDivisionError
    assert two_threads.get_num_threads() == 2


def test_pytorch_is_not_loaded_for_it():
    code = (
        "import sys\nfrom normbook.threads import one_thread\n"
        "with one_thread():\n    print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
