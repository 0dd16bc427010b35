"""The grader neither loads NumPy nor PyTorch, and knows their values where they are loaded."""

import subprocess
import sys

import numpy as np
import pytest

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
