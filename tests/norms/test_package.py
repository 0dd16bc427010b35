"""The package as a whole: what it imports, what it exports."""

import json
import subprocess
import sys

import numpy as np

from normbook import norms


def test_importing_norms_imports_numpy_alone():
    code = "import json, sys, normbook.norms; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(json.loads(run.stdout))
    assert "numpy" in modules
    assert not modules & {"torch", "matplotlib", "ipywidgets", "anywidget", "scipy", "pytest"}
    ours = {name for name in modules if name.startswith("normbook.")}
    assert all(name.startswith("normbook.norms") for name in ours)


def test_every_exported_name_exists_and_every_function_has_an_example():
    for name in norms.__all__:
        member = getattr(norms, name)
        assert member.__doc__, name
        if not isinstance(member, type):
            assert ">>>" in member.__doc__, name


ARGUMENTS = {
    "layer_norm": (4,),
    "rms_norm": (4,),
    "batch_norm": (np.zeros(3), np.ones(3)),
    "group_norm": (3,),
    "instance_norm": (),
    "conditional_layer_norm": (np.ones((2, 1)), np.ones((1, 4)), np.ones((1, 4))),
}


def test_every_norm_comes_with_forward_and_backward_which_fit_together():
    assert {name for name in norms.__all__ if name.endswith("_norm")} == set(ARGUMENTS)
    x, dy = np.random.default_rng(0).standard_normal((2, 2, 3, 4))
    for name, arguments in ARGUMENTS.items():
        plain, forward, backward = (
            getattr(norms, name + suffix) for suffix in ("", "_forward", "_backward")
        )
        y, cache = forward(x, *arguments)
        output = plain(x, *arguments)
        np.testing.assert_array_equal(output.y if name == "batch_norm" else output, y)
        assert backward(dy, cache).dx.shape == x.shape


def test_the_state_of_numpy_errors_is_left_as_it_was():
    before = np.geterr()
    norms.layer_norm(np.float32([[1e30, -1e30], [np.nan, np.inf]]), 2)
    assert np.geterr() == before
