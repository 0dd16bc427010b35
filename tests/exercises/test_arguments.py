"""What changes an argument is told so in each dtype: a conversion copies nothing in one of them."""

import ast
import copy
import inspect

import numpy as np
import pytest

from normbook.grader import find_all
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.load import load
from normbook.grader.verdict.run import run
from normbook.grader.verdict.same import leaves

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.usefixtures("one_thread")
DTYPES = ("float32", "float64")
"""Those in which all such exercises are asked; float16 is computed in another one."""


def asks_what_changed(tests):
    """Return whether the tests of a file ask whether an argument was changed."""
    nodes = ast.walk(ast.parse(tests.read_text("utf-8")))
    return any(isinstance(node, ast.Attribute) and node.attr == "changed" for node in nodes)


ASKING = [each for each in find_all() if asks_what_changed(each.tests)]


class Writing:
    """The right answers to an exercise, which writes over an argument of one dtype.

    Parameters
    ----------
    solution
        The function, or the class of a module.
    target
        The name of the argument and its dtype, or None to write over none.
    """

    def __init__(self, solution, target=None):
        self.target = target
        self.given = set()
        """The arguments that came, each with its dtype."""
        self.attempt = self.module(solution) if inspect.isclass(solution) else self.around(solution)

    def around(self, function):
        """Return the function, which writes over its argument when it has its result."""

        def call(*arguments, **keywords):
            result = function(*copy.deepcopy(arguments), **copy.deepcopy(keywords))
            self.write(inspect.signature(function).bind(*arguments, **keywords).arguments)
            return result

        return call

    def module(self, solution):
        """Return the class, whose forward writes over x when it has its result."""
        writing = self

        class Module(solution):
            def forward(self, x):
                result = super().forward(x.clone())
                writing.write({"x": x})
                return result

        return Module

    def write(self, arguments):
        """Write over the arrays and tensors of the target."""
        for name, argument in arguments.items():
            for array in leaves(argument):
                dtype = str(getattr(array, "dtype", "")).removeprefix("torch.")
                if dtype in DTYPES:
                    self.given.add((name, dtype))
                    if (name, dtype) == self.target:
                        add_one(array)


def add_one(array):
    """Add 1 in place to what may be written to."""
    if isinstance(array, torch.Tensor):
        array.data += 1
    elif isinstance(array, np.ndarray) and array.flags.writeable:
        array += 1


@pytest.mark.parametrize("exercise", ASKING, ids=lambda e: e.slug)
def test_an_argument_that_is_changed_in_one_dtype_alone_fails_a_check(exercise):
    solution = load(exercise.solution, exercise.entry)
    right = Writing(solution)
    assert {c.status for c in run(exercise, Attempt(Direct(right.attempt)))} == {"pass"}
    unseen = [
        target
        for target in sorted(right.given)
        if all(
            check.status == "pass"
            for check in run(exercise, Attempt(Direct(Writing(solution, target).attempt)))
        )
    ]
    assert unseen == [], (
        "tests.py calls with arguments of these dtypes. Let it ask `attempt.changed` after one, too"
    )
