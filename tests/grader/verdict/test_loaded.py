"""The grader neither loads NumPy nor PyTorch, and knows their values where they are loaded."""

import os
import subprocess
import sys

import numpy as np
import pytest

from normbook.grader.verdict.find import find, find_all
from normbook.grader.verdict.grade import grade
from normbook.grader.verdict.loaded import is_numpy, is_tensor, loaded_torch, numpy_is_loaded
from normbook.grader.verdict.loaded import np as lazy


def test_numpy_is_loaded_where_it_is_used_and_not_before():
    code = (
        "import sys; from normbook.grader.verdict import diagnose, loaded\n"
        "assert not loaded.numpy_is_loaded() and not loaded.is_numpy(1.0)\n"
        "assert loaded.np.pi > 3\n"
        "assert loaded.numpy_is_loaded() and loaded.is_numpy(loaded.np.ones(2))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert lazy.ndarray is np.ndarray


def test_without_them_nothing_is_theirs(monkeypatch):
    torch = pytest.importorskip("torch")
    array, tensor = np.ones(2), torch.ones(2)
    assert (is_numpy(array), is_numpy(array[0]), is_numpy([1.0])) == (True, True, False)
    assert (is_tensor(tensor), is_tensor(array)) == (True, False)
    monkeypatch.delitem(sys.modules, "numpy")
    monkeypatch.delitem(sys.modules, "torch")
    assert (numpy_is_loaded(), loaded_torch()) == (False, None)
    assert not is_numpy(array)
    assert not is_tensor(tensor)


def test_an_attempt_computes_in_one_thread_and_the_number_of_threads_is_as_before():
    torch = pytest.importorskip("torch")
    seen = []

    def attempt(*_):
        seen.append(torch.get_num_threads())

    before = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        grade(find("training_curves"), attempt)
        assert set(seen) == {1}
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_so_does_one_with_which_pytorch_is_loaded():
    pytest.importorskip("torch")
    code = (
        "import sys; from normbook.grader import find\n"
        "from normbook.grader.verdict.attempt import Direct\n"
        "from normbook.grader.verdict.grade import grade_through\n"
        "seen = set()\n"
        "def attempt(*_):\n"
        "    seen.add(sys.modules['torch'].get_num_threads())\n"
        "    return []\n"
        "exercise = find('training_curves')\n"
        "assert 'torch' not in sys.modules\n"
        "grade_through(exercise, Direct(attempt, None, exercise.terms))\n"
        "print(seen)"
    )
    two = {**os.environ, "OMP_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", code], env=two, capture_output=True, text=True)
    assert done.stdout == "{1}\n", done.stderr


@pytest.mark.parametrize("exercise", find_all(), ids=lambda each: each.slug)
def test_no_mutant_makes_a_verdict_wait_for_the_compiler_of_torch(exercise):
    """PyTorch's optimizers import it, which takes longer than all that a verdict computes."""
    source = "".join(path.read_text() for path in [exercise.solution, *exercise.mutants])
    assert "torch.optim" not in source
    assert "torch.compile" not in source


def test_an_exercise_on_plain_numbers_is_graded_and_diagnosed_without_numpy():
    code = (
        "import sys; from normbook.grader import find\n"
        "from normbook.grader.verdict.grade import grade_file\n"
        "exercise = find('min_max_scale')\n"
        "for mutant in exercise.mutants:\n"
        "    assert grade_file(exercise, mutant).diagnosis.bugs == (mutant.stem,)\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
