"""Raises an exception whose class, message and cause are commands to a workflow and to a page."""

# verdict: error
# points: 0

WORDS = (
    "\n::add-mask::points\n  ::error file=layer_norm.py::10 of 10\n##[group]x ##vso[task.complete]"
)
MARKUP = (
    "</pre><script>alert(1)</script> | [x](javascript:x) ]]> `\u200b\u2067\u2066\ufeff\u2028::x"
)
Commanding = type(f"::error::\x1b]0;10\x07{WORDS}{MARKUP}"[:500], (ValueError,), {})


def layer_norm(*arguments, **keywords):
    raise Commanding(WORDS + MARKUP) from Commanding(MARKUP)
