"""What the reference of the code says of the docstrings that it shows."""

import re
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "book" / "api.md"
NAMES = re.findall(
    r"auto(?:function|class):: (normbook\.(?:norms|nn))\.(\w+)$",
    PAGE.read_text(encoding="utf-8"),
    re.MULTILINE,
)
REFUSING = [
    member
    for module, name in NAMES
    if not issubclass(type(member := getattr(import_module(module), name)), type)
    or not issubclass(member, tuple)  # a result, which refuses nothing
]


@pytest.mark.parametrize("member", REFUSING, ids=lambda member: member.__name__)
def test_each_function_and_module_says_what_it_refuses(member):
    assert "\n    Raises\n    ------\n" in member.__doc__


def test_each_module_s_call_is_shown_too():
    page = PAGE.read_text(encoding="utf-8")
    modules = re.findall(r"autoclass:: normbook\.nn\.\w+\n", page)
    assert len(re.findall(r"autoclass:: normbook\.nn\.\w+\n   :members: forward\n", page)) == len(
        modules
    )
