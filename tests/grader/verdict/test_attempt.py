"""What the tests know as the attempt is the same in this process and in another."""

import builtins
import contextlib
import importlib.util
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from normbook.grader.fence.limits import Limits
from normbook.grader.fence.sandbox import AVAILABLE, Sandbox
from normbook.grader.verdict.attempt import Attempt, AttemptError, Direct, Gone, NoResult
from normbook.grader.verdict.host import NoResultError
from normbook.grader.verdict.load import load
from normbook.grader.verdict.terms import Terms
from normbook.grader.verdict.wire import WireError, pack

Open = Callable[[str], Attempt]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    if not AVAILABLE:
        pytest.skip("this system cannot fork processes")
    with Sandbox(("numpy",)) as started:
        yield started


@pytest.fixture(scope="module")
def torch_sandbox() -> Iterator[Sandbox]:
    pytest.importorskip("torch")
    if not AVAILABLE:
        pytest.skip("this system cannot fork processes")
    with Sandbox(("numpy", "torch")) as started:
        yield started


@contextlib.contextmanager
def opener(folder: Path, sandbox: Sandbox | None) -> Iterator[Open]:
    """Give a function that writes a source to a file, and opens the attempt in it."""
    with contextlib.ExitStack() as stack:

        def open_attempt(source: str, entry: str = "attempt") -> Attempt:
            path = folder / "mine.py"
            path.write_text(textwrap.dedent(source))
            if sandbox is None:
                return Attempt(Direct(load(path, entry), path))
            return Attempt(stack.enter_context(sandbox.open(path, entry, Limits(20))))

        yield open_attempt


@pytest.fixture(params=["direct", "sandbox"])
def opened(request, tmp_path) -> Iterator[Open]:
    other = None if request.param == "direct" else request.getfixturevalue("sandbox")
    with opener(tmp_path, other) as give:
        yield give


@pytest.fixture(params=["direct", "torch_sandbox"])
def opened_torch(request, tmp_path) -> Iterator[Open]:
    pytest.importorskip("torch")
    other = None if request.param == "direct" else request.getfixturevalue("torch_sandbox")
    with opener(tmp_path, other) as give:
        yield give


# ---- values ----

ECHO = "def attempt(x=None, *more, **named):\n    return x\n"


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        3,
        2**100,
        -0.0,
        float("nan"),
        1 - 2j,
        "σ²",
        [1, (2.5, None), {"a": [3]}],
        np.float16(0.1),
        np.zeros((0, 3)),
        np.array(2.0),
        np.arange(6.0).reshape(2, 3)[:, ::-2],
        np.array([np.nan, -0.0]),
    ],
    ids=repr,
)
def test_a_value_comes_back_as_it_went(opened, value):
    back = opened(ECHO)(value)
    assert type(back) is type(value)
    assert pack(back) == pack(value)


def test_positional_and_named_arguments_arrive_as_such(opened):
    attempt = opened("def attempt(*given, **named):\n    return given, named\n")
    assert attempt(1, "b", c=3) == ((1, "b"), {"c": 3})


def test_a_namedtuple_arrives_as_a_tuple(opened):
    source = """
        from typing import NamedTuple
        class Result(NamedTuple):
            y: float
            cache: list
        def attempt():
            return Result(1.5, [2])
    """
    assert opened(source)() == (1.5, [2])


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ("object()", "an object"),
        ("print", "a builtin_function_or_method"),
        ("iter([])", "a list_iterator"),
        ("{1}", "a set"),
    ],
)
def test_a_result_that_is_no_value_is_none_of_the_errors_that_a_test_may_ask_for(
    opened, result, kind
):
    attempt = opened(f"def attempt():\n    return {result}\n")
    with pytest.raises(Exception, match=f"no result that can be checked: {kind}") as caught:
        attempt()
    assert caught.type is NoResult
    assert caught.type.__name__ == "no result that can be checked"  # tests tell it to learners


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("values.append(object())", "an object"),
        ("values.append(values)", "deep"),
        ("values.extend(range(50_000))", "far more"),
        ("return 'a' * (2**16 - 10)", "far more"),  # that alone would cross
    ],
)
def test_what_cannot_cross_is_no_value_error_wherever_it_stands(opened, body, why):
    attempt = opened(f"def attempt(values):\n    {body}\n")
    with pytest.raises(Exception, match=f"cannot be checked: .*{why}|can be checked: .*{why}") as e:
        attempt([1.0])
    assert e.type is NoResult


def test_an_answer_that_is_none_once_it_has_crossed_ends_the_attempt(opened):
    source = """
        class Hashed(list):
            __hash__ = object.__hash__
        def attempt():
            return {Hashed(): 1}
    """
    with pytest.raises(Gone, match="no answer"):
        opened(source)()


def test_what_equals_everything_does_not_reach_the_tests(opened):
    source = """
        class Everything(float):
            def __eq__(self, other):
                return True
            __hash__ = float.__hash__
        def attempt(held):
            return Everything(2.5)
    """
    value = opened(source)(False)
    assert type(value) is float
    assert value != 3


def test_what_the_tests_may_not_pass_is_their_own_error(opened):
    attempt = opened(ECHO)
    with pytest.raises(WireError, match="neither a number"):
        attempt(lambda: None)
    assert attempt.steps == []


def test_state_is_kept_from_call_to_call(opened):
    attempt = opened("n = []\ndef attempt():\n    n.append(0)\n    return len(n)\n")
    assert [attempt(), attempt(), attempt()] == [1, 2, 3]


# ---- arguments ----


def test_arguments_that_are_changed_are_named_and_the_tests_own_stay(opened):
    source = """
        def attempt(x, weight, bias=None, **more):
            x += 1
            if bias is not None:
                bias[0] = 7
            for each in more.values():
                each.append(1)
    """
    attempt = opened(source)
    x, weight, bias, extra = np.zeros(2), np.ones(2), np.ones(2), [0]
    attempt(x, weight)
    assert attempt.changed == ["x"]
    attempt(x, weight, bias=bias, extra=extra)
    assert attempt.changed == ["x", "bias", "extra"]
    assert (x.tolist(), bias.tolist(), extra) == ([0, 0], [1, 1], [0])


def test_changes_are_those_of_the_last_call(opened):
    source = """
        def attempt(x, what):
            if what == "write":
                x += 1
            if what == "raise":
                raise ValueError("why")
    """
    attempt = opened(source)
    attempt(np.zeros(2), "write")
    assert attempt.changed == ["x"]
    attempt(np.zeros(2), "nothing")
    assert attempt.changed == []
    attempt(np.zeros(2), "write")
    with pytest.raises(ValueError, match="why"):
        attempt(np.zeros(2), "raise")
    assert attempt.changed == []


def test_arguments_without_names_of_their_own_are_numbered(opened):
    attempt = opened("def attempt(*given):\n    given[1].append(0)\n")
    attempt([1], [2], [3])
    assert attempt.changed == ["given[1]"]


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")  # NumPy 2.5
@pytest.mark.parametrize(
    "change",
    ["x.sort()", "x.resize(1)", "x.shape = (2, 1)", "x[0] = float('nan')", "x[1] = -0.0"],
)
def test_every_kind_of_change_shows(opened, change):
    attempt = opened(f"def attempt(x):\n    {change}\n")
    x = np.array([1.0, 0.0])
    with contextlib.suppress(ValueError):  # some may not resize what others refer to
        attempt(x)
        assert attempt.changed == ["x"]
    assert x.tolist() == [1, 0]


def test_writing_what_was_there_already_is_no_change(opened):
    attempt = opened("def attempt(x):\n    x[:] = x\n    x += 0\n")
    attempt(np.array([1.0, np.nan]))
    assert attempt.changed == []


def test_read_only_memory_stays_read_only(opened):
    attempt = opened("def attempt(x):\n    x += 1\n")
    x = np.zeros(2)
    x.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        attempt(x)


def test_the_record_keeps_arguments_as_they_were(opened):
    attempt = opened("def attempt(x):\n    x += 1\n    return x\n")
    x = np.zeros(2)
    attempt(x)
    x += 5
    (step,) = attempt.steps
    assert step.operation["arguments"][0].tolist() == [0, 0]
    assert step.answer["value"].tolist() == [1, 1]
    assert step.answer["changed"] == ["x"]


# ---- exceptions ----

BUILTIN = sorted(
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, Exception)
)
NEED_MORE_THAN_A_MESSAGE = {
    "UnicodeDecodeError": "'utf-8', b'a', 0, 1, 'why'",
    "UnicodeEncodeError": "'ascii', 'σ', 0, 1, 'why'",
    "UnicodeTranslateError": "'σ', 0, 1, 'why'",
    "ExceptionGroup": "'why', [ValueError()]",
}


@pytest.mark.parametrize("name", BUILTIN)
def test_a_builtin_exception_arrives_as_itself(opened, name):
    content = NEED_MORE_THAN_A_MESSAGE.get(name, "'why'")
    attempt = opened(f"def attempt():\n    raise {name}({content})\n")
    kind = getattr(builtins, name)
    nearest = ValueError if issubclass(kind, ValueError) else Exception
    with pytest.raises(
        nearest if name in NEED_MORE_THAN_A_MESSAGE else kind, match="why"
    ) as caught:
        attempt()
    assert isinstance(caught.value.__cause__, AttemptError)
    assert caught.value.__cause__.line.startswith(f"mine.py, line 2: {kind.__name__}")


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        ("class Mine(ValueError): pass", ValueError),
        ("class Mine(Exception): pass", Exception),
        ("class Mine(BaseException): pass", Exception),
        ("Mine = GeneratorExit", Exception),
        ("class ValueError(Exception): pass\nMine = ValueError", Exception),
        ("class TypeError(ValueError): pass\nMine = TypeError", ValueError),
        ("from numpy.linalg import LinAlgError as Mine", ValueError),
        (
            "from json import JSONDecodeError; Mine = lambda why: JSONDecodeError(why, '', 0)",
            ValueError,
        ),
    ],
)
def test_any_other_arrives_as_the_builtin_that_it_descends_from(opened, raised, kind):
    attempt = opened(f"{raised}\ndef attempt():\n    raise Mine('why')\n")
    with pytest.raises(kind, match="why") as caught:
        attempt()
    assert type(caught.value) is kind


@pytest.mark.parametrize("leave", ["raise SystemExit('why')", "import sys; sys.exit('why')"])
def test_an_exit_is_an_exception_and_no_exit(opened, leave):
    with pytest.raises(Exception, match="why") as caught:
        opened(f"def attempt():\n    {leave}\n")()
    assert type(caught.value) is Exception


def test_an_exception_whose_words_fail_is_still_an_answer(opened):
    source = """
        class Mute(ValueError):
            def __str__(self):
                raise RuntimeError("no words")
        def attempt():
            raise Mute
    """
    with pytest.raises(ValueError, match=r"^$") as caught:
        opened(source)()
    assert caught.value.__cause__.line == "mine.py, line 6: Mute"


def test_endless_recursion_is_a_recursion_error(opened):
    with pytest.raises(RecursionError):
        opened("def attempt():\n    return attempt()\n")()


def test_after_an_exception_the_attempt_answers_on(opened):
    attempt = opened("def attempt(x):\n    return 1 / x\n")
    with pytest.raises(ZeroDivisionError):
        attempt(0)
    assert attempt(2) == 0.5
    assert [sorted(step.answer) for step in attempt.steps] == [["raised"], ["changed", "value"]]


# ---- objects ----

COUNTER = """
    class attempt:
        def __init__(self, start=0, step=1):
            self.value, self.step, self.past = start, step, [start]
        def add(self, *, times=1):
            self.value += times * self.step
            self.past.append(self.value)
            return self
        def read(self):
            return self.value
        def other(self):
            return type(self)(100)
        def merge(self, rows):
            rows.append(self.value)
        def lend(self):
            return [self]
        def __call__(self, x):
            return x + self.value
        @property
        def broken(self):
            raise KeyError("why")
"""


def test_an_object_is_reached_by_its_attributes_methods_and_calls(opened):
    counter = opened(COUNTER)(5, step=2)
    assert counter.value == 5
    assert counter.read() == 5
    counter.add(times=3)
    assert counter.past == [5, 11]
    assert counter(1) == 12


def test_a_method_that_returns_its_object_returns_the_same_handle(opened):
    counter = opened(COUNTER)()
    assert counter.add().add().read() == 2
    assert counter.read() == 2


def test_objects_of_one_attempt_are_apart(opened):
    attempt = opened(COUNTER)
    one, two = attempt(1), attempt(2)
    three = one.other()
    one.add()
    assert [one.read(), two.read(), three.read()] == [2, 2, 100]


def test_a_copy_of_an_attribute_is_a_copy(opened):
    counter = opened(COUNTER)()
    counter.past.append("forged")
    assert counter.past == [0]


def test_a_method_names_the_arguments_it_changes(opened):
    attempt = opened(COUNTER)
    attempt(4).merge([])
    assert attempt.changed == ["rows"]


def test_exceptions_of_attributes_and_methods_come_out(opened):
    counter = opened(COUNTER)()
    with pytest.raises(KeyError, match="why"):
        counter.broken  # noqa: B018
    with pytest.raises(AttributeError, match="missing"):
        counter.missing  # noqa: B018
    with pytest.raises(TypeError, match="unexpected keyword"):
        counter.add(twice=2)


def test_where_a_call_s_arguments_do_not_fit_it_is_told_how_it_is_defined(opened):
    attempt = opened("def attempt(x, eps=1e-5):\n    return x + len(x, eps)\n")
    defined = r"'why'; it is defined as attempt\(x, eps=1e-05\)$"
    with pytest.raises(TypeError, match=defined):
        attempt(3, why=1)
    with pytest.raises(TypeError, match=r"given\)$"):  # of another function than the attempt
        attempt(3)


def test_what_takes_the_arguments_and_cannot_keep_them_is_not_told_how_it_is_defined(opened):
    source = """
        import functools
        @functools.cache
        def attempt(x: list) -> int:
            return len(x)
    """
    attempt = opened(source)
    with pytest.raises(TypeError, match=r"unhashable type: 'list'$"):
        attempt([1])
    with pytest.raises(TypeError, match="it is defined as"):
        attempt(1, 2)


def test_an_attempt_may_set_how_it_prints_and_write_bytes(opened):
    attempt = opened(
        "import sys\n"
        "def attempt(x):\n"
        "    sys.stdout.reconfigure(line_buffering=True)\n"
        "    print('one \\N{SNOWMAN}')\n"
        "    return sys.stdout.buffer.write(b'two')\n"
    )
    assert attempt(3) == 3
    assert attempt.steps[0].printed == "one \N{SNOWMAN}\ntwo"


def test_objects_inside_lists_do_not_cross(opened):
    with pytest.raises(NoResultError, match="an attempt is neither a number"):
        opened(COUNTER)().lend()


def test_a_function_s_result_gets_no_handle(opened):
    source = "class Thing: pass\ndef attempt():\n    return Thing()\n"
    with pytest.raises(NoResultError, match="a Thing is neither"):
        opened(source)()


CLASS = textwrap.dedent(COUNTER).replace("class attempt", "class Counter")
COUNTERS = {
    "a class": f"def make():{textwrap.indent(CLASS, '    ')}    return Counter\nattempt = make()\n",
    "a function": f"{CLASS}def attempt(*arguments): return Counter(*arguments)\n",
    "a partial": f"{CLASS}from functools import partial\nattempt = partial(Counter, step=1)\n",
}


@pytest.mark.parametrize("made_by", COUNTERS)
@pytest.mark.parametrize("way", ["direct", "sandbox"])
def test_where_a_class_is_asked_for_what_makes_its_objects_is_as_good(
    tmp_path, request, way, made_by
):
    path = tmp_path / "mine.py"
    path.write_text(COUNTERS[made_by])
    terms = Terms(is_class=True)
    with contextlib.ExitStack() as stack:
        if way == "direct":
            attempt = Attempt(Direct(load(path, "attempt"), path, terms))
        else:
            sandbox = request.getfixturevalue("sandbox")
            opened = sandbox.open(path, "attempt", Limits(20), terms=terms)
            attempt = Attempt(stack.enter_context(opened))
        counter = attempt(2)
        assert counter.add(times=3).read() == 5
        assert counter(1) == 6


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("def attempt(x): return x.mean()", "a function"),
        ("attempt = (lambda x: x.mean())", "a function"),
        (
            "class A:\n    def __call__(self, x): return x.mean()\nattempt = A()",
            "an object of class A",
        ),
    ],
)
def test_what_is_no_class_is_told_where_one_is_asked_for(tmp_path, source, kind):
    path = tmp_path / "mine.py"
    path.write_text(source)
    said = f"has no attribute 'mean'. The task asks for a class, and yours is {kind}."
    for is_class in (True, False):
        attempt = Attempt(Direct(load(path, "attempt"), path, Terms(is_class=is_class)))
        with pytest.raises(AttributeError) as raised:
            attempt(3)
        assert raised.value.__cause__.line.endswith(said) is is_class


def test_a_function_that_is_not_written_yet_is_told_so_and_not_that_it_is_no_class(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def attempt(x): raise NotImplementedError")
    attempt = Attempt(Direct(load(path, "attempt"), path, Terms(is_class=True)))
    with pytest.raises(NotImplementedError) as raised:
        attempt(3)
    assert raised.value.__cause__.line.endswith("line 1: NotImplementedError")


def test_what_a_call_sets_holds_in_the_next_and_nowhere_else(opened):
    attempt = opened("""
        import numpy as np
        def attempt(first):
            if first:
                np.seterr(divide="raise")
                np.set_printoptions(precision=3)
            return np.geterr()["divide"], np.get_printoptions()["precision"]
    """)
    before = np.geterr(), np.get_printoptions()
    assert attempt(False) == ("warn", 8)
    assert attempt(True) == attempt(False) == ("raise", 3)
    assert (np.geterr(), np.get_printoptions()) == before


@pytest.mark.parametrize("wrapped", ["math.fsum", "attempt"])
def test_where_nobody_can_tell_the_file_of_what_is_wrapped_it_is_graded_all_the_same(wrapped):
    namespace = {}
    exec(f"import math\ndef attempt(x): return x\nattempt.__wrapped__ = {wrapped}", namespace)
    assert Attempt(Direct(namespace["attempt"]))(3) == 3


@pytest.mark.parametrize(
    "given",
    ["attempt", "partial(attempt, 1)", "cache(attempt)", "Squares", "Squares()", "Squares().root"],
)
def test_without_a_file_an_error_has_its_line_in_whatever_the_attempt_is(tmp_path, given):
    path = tmp_path / "mine.py"
    path.write_text(
        "from functools import cache, partial\n\n"
        "def attempt(*more):\n    return 1 / 0\n\n"
        "class Squares:\n    def __init__(self, size=0):\n        1 / (size - 2)\n\n"
        "    def root(self, size):\n        return 1 / 0\n\n    __call__ = root\n"
    )
    attempt = Attempt(Direct(eval(given, vars(load_module(path)))))
    with pytest.raises(ZeroDivisionError):
        attempt(2)
    assert "mine.py, line" in attempt.steps[-1].answer["raised"]["line"]


def load_module(path):
    """Return the module of a file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_private_name_of_python_s_is_not_asked_for(opened):
    counter = opened(COUNTER)()
    for name in ("__class_getitem__", "__array__", "__len__"):
        assert not hasattr(counter, name)


# ---- PyTorch ----

MODULE = """
    import torch
    from torch import nn

    class attempt(nn.Module):
        def __init__(self, features, eps=1e-5):
            super().__init__()
            self.eps = eps
            self.weight = nn.Parameter(torch.arange(1.0, features + 1))
            self.bias = nn.Parameter(torch.zeros(features))
            self.dropout = nn.Dropout(0.5)

        def forward(self, x, *, scale=1.0):
            mean = x.mean(-1, keepdim=True)
            var = x.var(-1, keepdim=True, unbiased=False)
            y = (x - mean) / torch.sqrt(var + self.eps) * self.weight + self.bias
            return self.dropout(y * scale) if self.training else y * scale
"""


def reference(torch: Any, x: Any, weight: Any, eps: float) -> Any:
    return torch.nn.functional.layer_norm(x, (x.shape[-1],), weight, None, eps)


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


def test_gradients_reach_inputs_and_parameters(opened_torch, torch):
    module = opened_torch(MODULE)(3, eps=0.1)
    module.eval()
    x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 3.0, 0.0]], requires_grad=True)
    slope = torch.tensor([[1.0, -1.0, 2.0], [0.5, 0.0, 1.0]])
    y = module(x)
    y.backward(slope)

    other = x.detach().clone().requires_grad_()
    weight = torch.arange(1.0, 4.0, requires_grad=True)
    expected = reference(torch, other, weight, 0.1)
    expected.backward(slope)
    assert torch.allclose(y, expected)
    assert torch.allclose(x.grad, other.grad, atol=1e-6)
    assert torch.allclose(module.weight.grad, weight.grad, atol=1e-6)
    assert torch.allclose(module.bias.grad, slope.sum(0))


def test_gradients_go_on_beyond_the_call_both_ways(opened_torch, torch):
    module = opened_torch(MODULE)(3)
    module.eval()
    start = torch.tensor([[0.5, 1.0, 2.0]], requires_grad=True)
    module(module(start**2)).square().sum().backward()

    other = start.detach().clone().requires_grad_()
    weight = torch.arange(1.0, 4.0)
    inner = reference(torch, other**2, weight, 1e-5)
    reference(torch, inner, weight, 1e-5).square().sum().backward()
    assert torch.allclose(start.grad, other.grad, atol=1e-5)


def test_gradients_of_functions_reach_each_tensor_given(opened_torch, torch):
    attempt = opened_torch(
        "def attempt(x, weight, *, bias):\n    return (x * weight).sum() + bias\n"
    )
    x, weight = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0])
    bias = torch.tensor(1.0, requires_grad=True)
    attempt(x, weight, bias=bias).backward()
    assert x.grad.tolist() == [3, 4]
    assert weight.grad is None
    assert bias.grad.item() == 1


def test_a_sparse_tensor_is_no_result_and_no_object(opened_torch, torch):
    it = opened_torch(
        "class attempt:\n    def __call__(self, x):\n        return x.to_sparse()\n"
    )()
    for requires_grad in (False, True):
        x = torch.eye(2, requires_grad=requires_grad)
        with pytest.raises(
            NoResultError, match=r"a sparse tensor \(float32\); tensor.to_dense\(\)"
        ):
            it(x)


def test_a_call_can_be_propagated_through_twice(opened_torch, torch):
    x = torch.tensor([3.0], requires_grad=True)
    y = opened_torch("def attempt(x):\n    return x**2\n")(x)
    for expected in (6, 12):
        y.backward(retain_graph=True)
        assert x.grad.item() == expected


def test_an_argument_that_takes_no_part_gets_no_gradient(opened_torch, torch):
    x, unused = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
    opened_torch("def attempt(x, unused):\n    return 2 * x\n")(x, unused).backward()
    assert x.grad.item() == 2
    assert unused.grad is None


def test_a_result_without_history_needs_no_gradient(opened_torch, torch):
    x = torch.ones(2, requires_grad=True)
    assert not opened_torch("def attempt(x):\n    return x.detach() * 2\n")(x).requires_grad


def test_modes_settings_and_states_are_the_module_s(opened_torch, torch):
    module = opened_torch(MODULE)(2, eps=0.5)
    assert (module.training, module.eps) == (True, 0.5)
    assert module.eval().training is False
    state = module.state_dict()
    assert list(state) == ["weight", "bias"]
    module.load_state_dict({"weight": torch.tensor([5.0, 6.0]), "bias": torch.tensor([1.0, 1.0])})
    assert module.weight.tolist() == [5, 6]
    assert state["weight"].tolist() == [1, 2]
    assert module.weight.requires_grad


def test_an_argument_of_a_module_has_the_name_that_its_forward_gives_it(opened_torch, torch):
    attempt = opened_torch("""
import torch

class attempt(torch.nn.Module):
    def forward(self, rows, *more):
        for each in (rows, *more):
            each += 1
        return rows
""")
    attempt()(torch.zeros(2), torch.zeros(2))
    assert attempt.changed == ["rows", "more[0]"]


def test_tensors_that_are_changed_are_named(opened_torch, torch):
    attempt = opened_torch("def attempt(x, weight):\n    weight.mul_(2)\n    return x\n")
    weight = torch.ones(2)
    attempt(torch.ones(2), weight)
    assert attempt.changed == ["weight"]
    assert weight.tolist() == [1, 1]


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float64"])
def test_tensors_keep_their_dtype(opened_torch, torch, dtype):
    x = torch.tensor([1.5, -0.0], dtype=getattr(torch, dtype))
    y = opened_torch("def attempt(x):\n    return x\n")(x)
    assert y.dtype == x.dtype
    assert torch.equal(y, x)


# ---- the two ways give the same record, byte for byte ----


def conversation(attempt: Attempt) -> list[bytes]:
    """Ask an attempt of many things; return all that came of it."""
    for arguments in [(np.arange(3.0),), (np.arange(6.0)[::2], 2), (), (None,), ("a", [1, {}])]:
        with contextlib.suppress(Exception):
            attempt(*arguments)
    return [pack([step.operation, step.answer]) for step in attempt.steps]


def test_both_ways_give_the_same_record(tmp_path, sandbox):
    source = """
        import numpy as np
        def attempt(x, power=0.5):
            if isinstance(x, str):
                raise KeyError(x)
            x -= x.mean()
            return x, np.abs(x) ** power, {"var": x.var(), "shape": x.shape}
    """
    records = []
    for other in (None, sandbox):
        with opener(tmp_path, other) as give:
            records.append(conversation(give(source)))
    assert records[0] == records[1]
    assert len(records[0]) == 5


# ---- the end ----


EXIT = "import os\ndef attempt(x=None):\n    if x is None:\n        os._exit(0)\n    return x\n"


def test_an_attempt_that_ended_is_not_asked_again_in_the_same_check(tmp_path, sandbox):
    with opener(tmp_path, sandbox) as give:
        attempt = give(EXIT)
        for arguments in ((), (3,)):
            with pytest.raises(Gone) as caught:
                attempt(*arguments)
            assert caught.value.status == "crash"
    assert attempt.steps == []


def test_an_attempt_that_ended_is_started_anew_for_the_next_check(tmp_path, sandbox):
    with opener(tmp_path, sandbox) as give:
        attempt = give(f"n = []\n{EXIT}\n    n.append(x)\n".replace("return x", "return len(n)"))
        assert (attempt(1), attempt.start) == (0, 0)
        with pytest.raises(Gone):
            attempt()
        attempt.next_check()
        assert (attempt(3), attempt.start) == (0, 1)
        attempt.next_check()
        assert attempt.start == 1
    assert [step.start for step in attempt.steps] == [0, 1]


@pytest.mark.parametrize("error", ["MemoryError", "RecursionError"])
def test_what_may_have_spoilt_an_attempt_has_it_started_anew(tmp_path, sandbox, error):
    source = f"""
        n = []
        def attempt():
            n.append(0)
            if len(n) == 2:
                raise {error}
    """
    with opener(tmp_path, sandbox) as give:
        attempt = give(source)
        attempt()
        attempt.next_check()
        with pytest.raises(Exception, match=r"^$"):
            attempt()
        attempt.next_check()
        attempt()
    assert attempt.start == 1


def test_an_attempt_that_does_not_load_again_fails_that_check(tmp_path):
    if not AVAILABLE:
        pytest.skip("this system cannot fork processes")
    once = f"""
        import os
        os.mkdir({str(tmp_path / "was here")!r})
        def attempt():
            os._exit(0)
    """
    with Sandbox(locked=False) as unlocked, opener(tmp_path, unlocked) as give:
        attempt = give(once)
        with pytest.raises(Gone):
            attempt()
        for _ in range(2):
            with pytest.raises(Gone, match=r"Started anew, it does not load: .*FileExistsError"):
                attempt.next_check()


MORTAL = """
    import os
    class attempt:
        value = 4
        def method(self):
            return 5
        def __call__(self, *arguments):
            os._exit(0)
"""


def test_an_object_of_an_attempt_that_ended_is_refused(tmp_path, sandbox):
    with opener(tmp_path, sandbox) as give:
        attempt = give(MORTAL)
        old = attempt()
        method = old.method
        with pytest.raises(Gone):
            old()
        attempt.next_check()
        new = attempt()
        assert (new.value, new.method()) == (4, 5)
        for use in (old, method, lambda: old.value, lambda: old.method()):
            with pytest.raises(Gone, match="lost when the attempt ended") as caught:
                use()
            assert caught.value.status == "not run"


def test_no_gradient_goes_back_through_an_attempt_that_ended(tmp_path, torch_sandbox, torch):
    with opener(tmp_path, torch_sandbox) as give:
        attempt = give("import os\ndef attempt(x):\n    return 2 * x if len(x) else os._exit(0)\n")
        y = attempt(torch.ones(1, requires_grad=True))
        with pytest.raises(Gone):
            attempt(torch.ones(0))
        attempt.next_check()
        attempt(torch.ones(1, requires_grad=True))
        with pytest.raises(Gone, match="lost when the attempt ended"):
            y.backward()
