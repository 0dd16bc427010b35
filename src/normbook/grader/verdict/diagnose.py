"""Names the misconceptions behind a wrong answer: one, or two or three at once.

Terms:

- A *step* is one question of the tests with the attempt's answer. A *check* is a test, which asks
  some steps.
- A step is *wrong* if its check fails, and the attempt answers it otherwise than the solution.
- A *mutant* is a file with a known mistake. It *explains* a wrong step if it answers that as the
  attempt does. Wrong steps that nothing explains are *unexplained*.
- To *replay* is to ask a program all steps anew: the solution, a mutant, or the solution with the
  mistakes of several mutants (`replay`).
- An answer's *aspects* are its dtype, its shape, the arguments that were changed, and whether a
  gradient flows back. Each is compared apart from the numbers, as a mistake of its own.

`search` goes through these stages, until one explains the wrong steps:

1. `_twin`: a single mutant answers all steps as the attempt does. `_reordered`: if none does, all
   results are right, and stand in another order.
2. `_combination`: two or three mutants together do (`combine`), or one does but for aspects and
   exceptions, which are named beside it. If aspects alone are wrong, just these are named. An
   attempt whose answers have no number but 0 and NaN is not combined of mutants: any could give it.
3. `_main_mistake`: one mutant explains more than half of the wrong steps, and leaves few of those
   that it touches. If it leaves any, it is said to be what most answers look like.
4. `_apart`: what is known of a part is told beside what nobody knows. `_check_by_check`: the wrong
   steps of some checks are explained as in stage 2, by mutants that touch no other step; a module
   may have several functions. `_result_by_result`: what is wrong with one of several results is
   explained by a mutant that touches no other; if there is none, most of it
   (`_most_of_a_result`).
5. `_described`: what the answers have in common is described (`symptoms`), after stage 4 those that
   it leaves.

Before all comes that the attempt takes other arguments, where a call's did not fit
(`_arguments_first`).

Of each cause `_findings` then chooses the step to show, and the checks that it stands for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product

from . import symptoms
from .attempt import Step
from .combine import (
    CERTAIN_NUMBERS,
    Budget,
    Candidate,
    Scope,
    asked_all,
    find_candidates,
    find_group,
)
from .comparison import (
    NO_STEPS,
    WHOLE,
    Comparison,
    Results,
    Steps,
    count_numbers,
    has_nonzero_number,
    union,
)
from .evidence import differing_gradients
from .find import Exercise, explain
from .replay import Answer, Asked
from .run import CheckResult, quiet
from .same import NO_ASPECT, NUMBERS_ALONE, Aspect, leaves
from .show import show_operation
from .wire import Handle

SECONDS = 1.0
"""The processor time for the second stage; mutants and groups that are left then are not tried."""
ROUNDS = 2.5
"""The second stage has at least the time in which the solution answers so many times the number of
mutants: for networks that train, that is more."""
MOST_SECONDS = 8.0
"""The second stage has no more than that, for a learner waits. Beside other processes less is done
in a processor second, so that it is more than most answers need on a quiet machine."""
AFTERWARDS = 1 / 4
"""Of these times, the share that is left to single mutants where the second stage took it all."""

MOST_UNLIKE = 1 / 3
"""Of the answers that a mistake touches, the share that it may leave unexplained if most answers
look like it: of those that leave more every other one was another mistake (`tests/diagnosis`)."""
NOT_LOADED = "`load_state_dict` stops for that reason, too."
"""What is said of a module that refuses the keys that its own `state_dict` is told to have."""
EXPONENT = re.compile(r"\de[+-]?\d")
"""How a number is written that is very large or very small."""


@dataclass(frozen=True)
class Finding:
    """A mistake, or what the answers show of one, and the step that shows it best."""

    explanation: str
    """What a learner is told."""
    step: Step
    expected: Answer
    """The solution's answer to that step."""
    bug: str = ""
    """The mutant's name; empty where `symptoms` describe the answers."""
    checks: tuple[str, ...] = ()
    """The failing checks that it stands for in a report, which leaves their own words out.

    Of those that fail where it shows, and for which no finding before it stands: all, if it is a
    mutant or an exception; all but the first otherwise, whose words say more.
    """
    first: str = ""
    """That first check, which fails by it, too; empty if it stands for all."""
    before: tuple[Step, ...] = ()
    """The steps without which that one cannot be repeated."""
    beside: Answer | None = None
    """What the other mistakes answer to that step without this one; None if there are no others."""
    mixed: bool = False
    """Whether the answer shows other mistakes as well."""
    mostly: bool = False
    """Whether wrong answers are left in which the mistake would show otherwise."""


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with an attempt."""

    entry: str
    """The name of the function or class that an attempt defines."""
    findings: tuple[Finding, ...]
    """Mutants come first, then `symptoms`; of either, first what most checks fail with."""
    is_cut: bool = False
    """Whether the time was up before all was tried: with more of it, more may be found."""

    @property
    def bugs(self) -> tuple[str, ...]:
        """The names of the mutants."""
        return tuple(finding.bug for finding in self.findings if finding.bug)


@dataclass(frozen=True)
class Cause:
    """What explains some wrong steps."""

    explanation: str
    """What a learner is told."""
    touched: Steps
    """The steps whose answers it changes."""
    shown: Steps
    """The steps that it alone changes, and that show it best."""
    bug: str = ""
    """The mutant's name; empty where `symptoms` describe the answers."""
    beside: Sequence[Answer] = ()
    """What the other mistakes answer to each step without this one; nothing if there are none."""
    pure: Steps | None = None
    """The steps whose answers show no other mistake; None if that is not known."""
    mostly: bool = False
    """Whether wrong steps are left in which it would show otherwise."""
    is_first: bool = False
    """Whether it is told before all others: these may come of it."""
    texts: Mapping[int, str] = field(default_factory=dict)
    """What a learner is told instead if one of these steps is shown: of an exception its words."""


def compare(
    exercise: Exercise, steps: Sequence[Step], checks: Sequence[CheckResult] = ()
) -> Comparison:
    """Return an attempt's answers beside the solution's, which is asked the same steps.

    Parameters
    ----------
    exercise
        Its mutants are asked the same, as soon as their answers are looked at.
    steps
        What the tests asked of the attempt, with its answers.
    checks
        The verdicts of the tests.
    """
    with quiet():
        return Comparison(Asked(exercise, steps), steps_of_passing(checks))


def diagnose(comparison: Comparison, checks: Sequence[CheckResult] = ()) -> Diagnosis | None:
    """Return what is wrong with an attempt, or None if nothing is, or nothing can be said.

    Parameters
    ----------
    comparison
        Its answers, compared with the solution's and the mutants'.
    checks
        The verdicts of the tests.
    """
    with quiet():
        failing = [frozenset(check.asked) for check in checks if check.status == "fail"]
        causes, is_cut = search(comparison, failing)
        causes = _arguments_first(causes, comparison)
        findings = tuple(_findings(causes, comparison, checks))
    entry = comparison.asked.exercise.entry
    return Diagnosis(entry, findings, is_cut) if findings or is_cut else None


def _arguments_first(causes: Sequence[Cause], comparison: Comparison) -> list[Cause]:
    """Return causes, with the one first that an attempt takes other arguments, if so.

    Its numbers come of other arguments then, and what is seen in them is left out. Nothing is said
    of its arguments where a known mistake is made in the same steps.
    """
    told = {}
    for i in sorted(comparison.raised):
        if symptoms.has_other_arguments(comparison.steps[i]):
            exercise = comparison.asked.exercise
            told[i] = symptoms.of_arguments(exercise.stub, exercise.entry, comparison.steps[i])
    told = {i: text for i, text in told.items() if text}
    known = [each for each in causes if each.bug and not _raises_within(each, told, comparison)]
    if not told or any(told.keys() <= each.touched for each in known):
        return list(causes)
    steps = frozenset(told)
    return [Cause(next(iter(told.values())), steps, steps, is_first=True, texts=told), *known]


def _raises_within(cause: Cause, told: Collection[int], comparison: Comparison) -> bool:
    """Whether a mutant is seen in these steps alone, and takes the arguments that they give it.

    Its exceptions are the attempt's by their type, and come of something else.
    """
    if not cause.touched.issubset(told):
        return False
    path = next(each for each in comparison.mutants if each.stem == cause.bug)
    answers = comparison.answers_of((path,))
    return not any(
        symptoms.has_other_arguments(replace(comparison.steps[i], answer=answers[i])) for i in told
    )


def steps_of_passing(checks: Iterable[CheckResult]) -> Steps:
    """Return the steps of the checks that pass."""
    return union(frozenset(check.asked) for check in checks if check.status == "pass")


# ---- the stages


def search(comparison: Comparison, failing: Sequence[Steps] = ()) -> tuple[list[Cause], bool]:
    """Return what explains the wrong steps, as far as anything does, and whether time was short.

    Parameters
    ----------
    comparison
        The attempt's answers, beside those of the solution and of mutants.
    failing
        The steps of each check that fails.
    """
    if not comparison.wrong:
        return [], False
    if only := _twin(comparison) or _reordered(comparison):
        return [only], False
    if not any(map(has_nonzero_number, comparison.received)):
        wrong = comparison.wrong_but(NUMBERS_ALONE) - comparison.raised
        return _described(comparison, wrong, Budget(math.inf)), False
    to_ask_all = comparison.seconds * len(comparison.mutants)
    seconds = max(SECONDS, min(ROUNDS * to_ask_all, MOST_SECONDS))
    budget = Budget(seconds)
    for scope in _scopes(comparison):
        if not scope.wrong and not scope.forgiven:
            return list(_aspects(comparison, scope.but, budget)), False
        candidates = find_candidates(comparison, scope, budget.half())
        if group := find_group(candidates, comparison, scope, budget):
            return _combination(group, comparison, scope, budget), False
    is_cut = budget.is_spent
    if is_cut:  # what single mutants explain is told all the same
        budget = Budget(AFTERWARDS * seconds)
    if any(each.unasked for each in candidates):
        candidates = find_candidates(comparison, scope, budget)
    main = _main_mistake(candidates, comparison, scope)
    known = [each for each in candidates if not each.unasked]
    apart = _apart(known, comparison, scope, failing, budget)
    if main and main.bug not in {each.bug for each in apart}:
        return [main, *_exceptions(comparison)], is_cut
    if not apart:
        apart = list(_most_of_a_result(known, comparison, scope))
    left = scope.wrong - union(each.touched | each.shown for each in apart)
    return [*apart, *_described(comparison, left, budget)], is_cut


def _twin(comparison: Comparison) -> Cause | None:
    """Return the mutant that answers all steps as the attempt does; of several, the nearest."""
    twins = [path for path in comparison.mutants if comparison.gives_all((path,), NO_ASPECT)]
    if not twins:
        return None
    path = min(twins, key=comparison.distance)
    return Cause(explain(path), comparison.wrong, comparison.wrong, path.stem)


def _reordered(comparison: Comparison) -> Cause | None:
    """Return that the results stand in another order, if no answer has more wrong than that."""
    texts = set()
    for i in comparison.wrong:
        a, b = (each[i].get("value") for each in (comparison.received, comparison.expected))
        if not (isinstance(a, tuple) and isinstance(b, tuple)):
            return None
        texts.add(symptoms.of_order(a, b, NO_ASPECT))
    if len(texts) > 1 or "" in texts or comparison.wrong_in(Aspect.CHANGES):
        return None
    wrong = comparison.wrong
    is_chance = len(wrong) == 1 and comparison.count_numbers(wrong) < CERTAIN_NUMBERS
    return None if is_chance else Cause(texts.pop(), wrong, wrong)


def _scopes(comparison: Comparison) -> Iterator[Scope]:
    """Yield what is compared when mistakes are combined, from the most to the least of an answer.

    First all aspects but shapes are left out, then these as well, if one is wrong; of either, first
    no step is, and then those in which the attempt raises an exception.
    """
    left_out = [NUMBERS_ALONE & ~Aspect.SHAPE]
    if comparison.wrong_in(Aspect.SHAPE):
        left_out.append(NUMBERS_ALONE)
    for but, forgiven in product(left_out, dict.fromkeys((NO_STEPS, comparison.raised))):
        yield Scope(but, forgiven, comparison.wrong_but(but) - forgiven)


def _combination(
    group: Sequence[Candidate], comparison: Comparison, scope: Scope, budget: Budget
) -> list[Cause]:
    """Return mistakes that give the attempt's answers together, and what their scope left out."""
    exceptions = _exceptions(comparison) if scope.forgiven else ()
    untold = _untold(group, comparison, scope.but)
    aspects = _aspects(comparison, untold, budget)
    return [*_mistakes(group, comparison, scope), *aspects, *exceptions]


def _untold(group: Sequence[Candidate], comparison: Comparison, aspects: Aspect) -> Aspect:
    """Return those of some aspects in which no mistake of a group is wrong as the attempt is."""
    untold = aspects
    for aspect in aspects:
        if any(comparison.is_wrong_wherever_the_attempt_is(aspect, each.path) for each in group):
            untold &= ~aspect
    return untold


def _mistakes(group: Sequence[Candidate], comparison: Comparison, scope: Scope) -> Iterator[Cause]:
    """Yield each mistake of a group, to be shown in steps that it alone changes.

    If there are none, then in those that the others do not answer so without it: in touched ones,
    but these need not be among them. Of a result that is too small no other mistake can be seen, so
    that steps without one go before. An exception hides all mistakes but those that raise one.
    """
    aspects = [comparison.wrong_in(aspect) for aspect in scope.but]
    for each in group:
        others = [other for other in group if other is not each]
        alone = each.touched - union(other.touched for other in others)
        beside = comparison.answers_of(tuple(other.path for other in others)) if others else []
        seen = comparison.unlike(beside, scope.but) & scope.wrong
        telling = alone, seen & each.touched, seen
        large = (steps - comparison.too_small(steps) for steps in telling)
        shown = next(filter(None, (*large, *telling)), NO_STEPS)
        elsewhere = union([*(other.touched for other in others), *aspects])
        answers = comparison.answers_of((each.path,))
        pure = comparison.wrong - (comparison.unlike(answers, NO_ASPECT) & elsewhere)
        hidden = frozenset(i for i in comparison.raised if "raised" not in answers[i])
        touched = each.touched - hidden or each.touched
        if touched | shown:  # else it was asked nothing, as the time did not allow it
            yield Cause(explain(each.path), touched, shown, each.path.stem, beside, pure)


def _aspects(comparison: Comparison, aspects: Aspect, budget: Budget) -> Iterator[Cause]:
    """Yield a cause for each of some aspects that is wrong."""
    for aspect in Aspect:
        if aspect in aspects and (wrong := comparison.wrong_in(aspect)):
            yield _aspect(comparison, aspect, wrong, budget)


def _aspect(comparison: Comparison, aspect: Aspect, wrong: Steps, budget: Budget) -> Cause:
    """Return the mutant that is wrong in one aspect as the attempt is, or say what is wrong."""
    for path in comparison.mutants:
        if budget.is_spent:
            break
        if comparison.is_wrong_alone_in(aspect, path):
            return Cause(explain(path), wrong, wrong, path.stem)
    first = min(wrong)
    texts = {
        i: symptoms.of_aspect(aspect, comparison.received[i], comparison.expected[i]) for i in wrong
    }
    return Cause(texts[first], wrong, frozenset({first}), texts=texts)


def _main_mistake(
    candidates: Sequence[Candidate], comparison: Comparison, scope: Scope
) -> Cause | None:
    """Return the mutant that explains more than half of the wrong steps, if there is just one.

    Another mistake may well change the rest of them. Where a mutant explains fewer steps, or few
    numbers, it may do so by chance; where it would change many steps otherwise, it is another
    mistake that gives the same answers in some.
    """
    most = max((len(each.matched) for each in candidates), default=0)
    found = [each for each in candidates if len(each.matched) == most]
    if len(found) != 1:
        return None
    main = asked_all(found[0], comparison, scope)
    if main is None or len(main.matched) < 2 or 2 * len(main.matched) <= len(scope.wrong):
        return None
    unlike = main.touched - main.matched
    is_like = len(unlike) <= MOST_UNLIKE * len(main.touched)
    if not is_like or not _are_telling(comparison.received[i] for i in main.matched):
        return None
    text, matched = explain(main.path), main.matched
    return Cause(text, matched, matched, main.path.stem, mostly=bool(unlike))


def _are_telling(answers: Iterable[Answer]) -> bool:
    """Return whether answers hold so many numbers that it is no chance if a mutant gives them.

    Answers without a number but 0 and NaN do not count.
    """
    return sum(map(count_numbers, filter(has_nonzero_number, answers))) >= 2 * CERTAIN_NUMBERS


def _apart(
    candidates: Sequence[Candidate],
    comparison: Comparison,
    scope: Scope,
    failing: Iterable[Steps],
    budget: Budget,
) -> list[Cause]:
    """Return the mutants that explain all that is wrong in a part, and touch no other.

    Of one that explains a result and a check the check counts: it stands for that in a report.
    """
    found = chain(
        _result_by_result(candidates, comparison, scope),
        _check_by_check(candidates, comparison, scope, failing, budget),
    )
    return list({each.bug: each for each in found}.values())


def _check_by_check(
    candidates: Sequence[Candidate],
    comparison: Comparison,
    scope: Scope,
    failing: Iterable[Steps],
    budget: Budget,
) -> Iterator[Cause]:
    """Yield mutants that explain all wrong steps of a check, and touch those of no other."""
    for asked in failing:
        wrong = scope.wrong & asked
        if wrong == scope.wrong or not _are_telling(comparison.received[i] for i in wrong):
            continue
        within = [each for each in candidates if each.touched <= wrong]
        alone = Scope(scope.but, scope.forgiven | (scope.wrong - wrong), wrong)
        group = find_group(within, comparison, alone, budget)
        yield from _mistakes(group, comparison, alone)


def _result_by_result(
    candidates: Sequence[Candidate], comparison: Comparison, scope: Scope
) -> Iterator[Cause]:
    """Yield mutants that explain all that is wrong with some results, and touch no other.

    Where two do so for the same results, neither is yielded; nor is one that does for fewer of
    those, as it may say that the others are right.
    """
    wrong = comparison.results_unlike(comparison.expected, comparison.received, scope.but)
    has_parts = len({place for _, place in wrong} - {WHOLE}) > 1
    found: dict[Results, list[Candidate]] = {}
    for each in candidates if has_parts else ():
        answers = comparison.answers_of((each.path,))
        touched = comparison.results_unlike(comparison.expected, answers, scope.but)
        unlike = comparison.results_unlike(comparison.received, answers, scope.but)
        places = {place for _, place in touched} - {WHOLE}
        part = Results(result for result in wrong if result[1] in places)
        if touched == part != wrong and part.isdisjoint(unlike):
            found.setdefault(part, []).append(each)
    for part, explaining in found.items():
        is_all = not any(part < other for other in found)
        if is_all and len(explaining) == 1 and _are_telling(comparison.received_results(part)):
            (only,) = explaining
            text, matched = explain(only.path), only.matched
            yield Cause(text, matched, only.touched, only.path.stem, pure=matched)


def _most_of_a_result(
    candidates: Sequence[Candidate], comparison: Comparison, scope: Scope
) -> Iterator[Cause]:
    """Yield the mutant that gives one of several results in most wrong steps, and touches no other.

    In the rest another mistake may change that result, too: of losses, those after a wrong step.
    It stands for no check, as these fail by the other results as well.
    """
    unlike = comparison.results_unlike(comparison.expected, comparison.received, scope.but)
    wrong = Results(result for result in unlike if result[0] in scope.wrong)
    found: list[tuple[int, Results, Candidate]] = []
    for each in candidates:
        answers = comparison.answers_of((each.path,))
        touched = comparison.results_unlike(comparison.expected, answers, scope.but) & wrong
        places = {place for _, place in touched}
        if len(places) != 1 or WHOLE in places:
            continue
        matched = touched - comparison.results_unlike(comparison.received, answers, scope.but)
        few = len(touched - matched) <= MOST_UNLIKE * len(touched)
        if few and 2 * len(matched) > len(scope.wrong):
            found.append((len(matched), matched, each))
    most = max((count for count, *_ in found), default=0)
    best = [(matched, each) for count, matched, each in found if count == most]
    if len(best) != 1:
        return
    matched, only = best[0]
    numbers = [
        number
        for answer in filter(has_nonzero_number, comparison.received_results(matched))
        for number in map(repr, leaves(answer["value"]))
    ]
    if len(set(numbers)) < CERTAIN_NUMBERS:
        return
    ((_, place), *_) = matched
    beside = [
        {**a, "value": (*a["value"][:place], b["value"][place], *a["value"][place + 1 :])}
        if (i, place) in matched
        else a
        for i, (a, b) in enumerate(zip(comparison.received, comparison.expected, strict=True))
    ]
    steps = Steps(i for i, _ in matched)
    yield Cause(explain(only.path), NO_STEPS, steps, only.path.stem, beside, NO_STEPS, mostly=True)


def _described(comparison: Comparison, wrong: Steps, budget: Budget) -> list[Cause]:
    """Return what wrong answers have in common, which aspects are wrong, and which exceptions."""
    has_shapes = not comparison.wrong_in(Aspect.SHAPE)  # and no number in place of an array
    beside = _aspects(comparison, Aspect.DTYPE | Aspect.CHANGES, budget) if has_shapes else ()
    found = list(_read(symptoms.read, comparison, wrong))
    raised = list(_exceptions(comparison))
    if found and raised and _comes_of_its_keys(raised[0], found[0], comparison):
        text = f"{found[0].explanation} {NOT_LOADED}"
        touched = found[0].touched | raised.pop().touched
        found = [replace(found[0], explanation=text, touched=touched)]
    return [*found, *beside, *raised]


def _comes_of_its_keys(raised: Cause, found: Cause, comparison: Comparison) -> bool:
    """Return whether a module's `load_state_dict` refuses what its `state_dict` has other keys for.

    Which keys it misses, or has no use for, is then told already.
    """
    loading, told = (
        {comparison.steps[i].operation.get("name") for i in each.touched}
        for each in (raised, found)
    )
    return (loading, told) == ({"load_state_dict"}, {"state_dict"})


def _exceptions(comparison: Comparison) -> Iterator[Cause]:
    """Yield the exception that most of those steps end with in which the solution raises none."""
    for cause in _read(symptoms.of_exceptions, comparison, comparison.raised):
        raised = {i: comparison.received[i]["raised"] for i in cause.touched}
        texts = {i: symptoms.of_exception(each) for i, each in raised.items()}
        yield replace(cause, texts=texts)


def _read(read: symptoms.Read, comparison: Comparison, steps: Steps) -> Iterator[Cause]:
    """Yield what answers to some steps have in common, if they have something."""
    places = sorted(steps)
    found = read([(comparison.steps[i], comparison.expected[i]) for i in places])
    if found is not None:
        text, cases = found
        common = frozenset(places[case] for case in cases)
        yield Cause(text, common, common)


# ---- what is told of them


def _findings(
    causes: Sequence[Cause], comparison: Comparison, checks: Sequence[CheckResult]
) -> Iterator[Finding]:
    """Yield causes as findings, each with the failing checks that none before it stands for."""
    explained = union(cause.touched for cause in causes)
    unexplained = comparison.wrong - explained
    failing = {
        check.name: _steps_that_fail(check, comparison)
        for check in checks
        if check.status in ("fail", "error")  # what ended the attempt, no mutant does
    }
    explainable = {name: asked for name, asked in failing.items() if not asked & unexplained}

    def fails(cause: Cause) -> list[str]:
        return [name for name, asked in explainable.items() if asked & cause.touched]

    # A mistake that is known says more than numbers that were read.
    order = sorted(causes, key=lambda each: (not each.is_first, not each.bug, -len(fails(each))))
    for cause in order:
        names = fails(cause)
        shown = _best_step(cause, comparison)
        step = comparison.steps[shown]
        gradients = differing_gradients(step.answer, comparison.expected[shown])
        says_all = cause.bug or "raised" in step.answer
        yield Finding(
            cause.texts.get(shown, cause.explanation),
            step,
            comparison.expected[shown],
            cause.bug,
            tuple(names if says_all else names[1:]),
            "" if says_all else next(iter(names), ""),
            history_of(comparison.steps, shown, gradients is not None),
            cause.beside[shown] if cause.beside else None,
            _is_mixed(shown, cause, causes),
            cause.mostly,
        )
        for name in names:
            del explainable[name]


def _steps_that_fail(check: CheckResult, comparison: Comparison) -> Steps:
    """Return the steps of a check in which a mistake can make it fail.

    A check that ends with the attempt's exception fails by the last, whatever it asked before.
    """
    by_exception = check.status == "error" and comparison.raised.issuperset(check.asked[-1:])
    return frozenset(check.asked[-1:] if by_exception else check.asked)


def _is_mixed(shown: int, cause: Cause, causes: Sequence[Cause]) -> bool:
    """Return whether the answer to a step shows other causes as well."""
    if cause.pure is not None:
        return shown not in cause.pure
    return any(shown in each.touched for each in causes if each is not cause)


def _best_step(cause: Cause, comparison: Comparison) -> int:
    """Return the step that shows a cause best.

    Best is one without NaN, in which it is alone, with numbers, which the mistake makes wrong, that
    need no exponent, and short.
    """
    mutants = [path for path in comparison.mutants if path.stem == cause.bug]
    given = comparison.answers_of(tuple(mutants)) if mutants else []

    def drawbacks(i: int) -> tuple[bool, bool, bool, bool, bool, int, int]:
        text = show_operation(comparison.steps[i].operation, comparison.asked.exercise.entry)
        has_no_number = not has_nonzero_number(comparison.received[i])
        is_extreme = EXPONENT.search(text) is not None
        has_right_numbers = bool(given) and comparison.agrees_with_solution(
            i, given[i], NUMBERS_ALONE
        )
        is_hard = "nan" in text, i not in cause.shown, has_no_number, has_right_numbers, is_extreme
        return *is_hard, len(text), i

    return min(cause.touched | cause.shown, key=drawbacks)


def history_of(steps: Sequence[Step], place: int, gradients: bool = False) -> tuple[Step, ...]:
    """Return the steps without which another one cannot be repeated.

    For an object these are the step that made it and the calls of its methods, which may change it;
    calls of the object itself do not. For a gradient they are the call that it goes back through,
    and what is needed for that.

    Parameters
    ----------
    steps
        What the tests asked.
    place
        The place of the step that is to be repeated.
    gradients
        Whether it shows the gradients of an object's parameter, which come of earlier steps.
    """
    asking = steps[place]
    before = [i for i in range(place) if steps[i].start == asking.start]
    calls = {steps[i].answer["output"]: i for i in before if "output" in steps[i].answer}
    if asking.operation["do"] == "gradients":
        through = calls[asking.operation["output"]]
        return *history_of(steps, through), steps[through]
    number = asking.operation["on"]
    history: list[Step] = []
    for i in before:
        made, asked = steps[i].answer.get("value"), steps[i].operation
        if asked["do"] == "gradients":
            through = calls[asked["output"]]
            if gradients and steps[through].operation["on"] == number:
                history += [steps[through], steps[i]]
            continue
        is_made = isinstance(made, Handle) and made.number == number
        is_changed = asked["do"] == "call" and asked["on"] == number and asked["name"]
        if is_changed if history else is_made:
            history.append(steps[i])
    return tuple(history)
