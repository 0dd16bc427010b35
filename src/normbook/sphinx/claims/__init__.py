"""What the prose says is compared with what was found, while the book is built.

===========================================  =================================================
``{claim}`5.5```                             a number that the cell above prints
``{claim}`5.5: drift(end[3], start[3])```    what the expression is, where the sentence stands
``{claim}`more than half: right > 0.5```     the expression is true there
``{claim}`2.6: record("placement")["x"]```   what a record of an experiment has
===========================================  =================================================

The page shows what stands before the colon. The expression is evaluated in the chapter's own
kernel, after the last cell above the sentence (`probe`, `evaluate`), and compared at the precision
in which the prose gives the number (`compare`). A claim that does not hold is a warning, and so is
a number in a sentence with ``{measured}`` that is no claim (`role`): errors of the build. What a
question (`predict`) claims is evaluated behind the cells that answer it.
"""

from .compare import agrees, number_in
from .evaluate import Answer
from .probe import answered, expressions_in, parse, parse_answer, with_probes
from .role import Comparison, compare, is_badge, outputs, setup, take_answers

__all__ = [
    "Answer",
    "Comparison",
    "agrees",
    "answered",
    "compare",
    "expressions_in",
    "is_badge",
    "number_in",
    "outputs",
    "parse",
    "parse_answer",
    "setup",
    "take_answers",
    "with_probes",
]
