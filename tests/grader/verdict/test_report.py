"""What a learner reads: every word of a report, as text, as HTML and as JSON."""

import json
import math
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch

from normbook.grader.verdict.attempt import Step
from normbook.grader.verdict.diagnose import Diagnosis, Finding
from normbook.grader.verdict.find import find
from normbook.grader.verdict.report import (
    CUT,
    MAX_SHOWN_CHARACTERS,
    MEND_FIRST,
    TRIED_TWICE,
    Report,
    evidence,
    failed,
    first_difference,
    shorten,
    show,
    show_answer,
    show_operation,
)
from normbook.grader.verdict.run import CheckResult
from normbook.grader.verdict.wire import Handle

LONG = "a" * (MAX_SHOWN_CHARACTERS + 1)
CALL = {"do": "call", "on": 0, "name": None, "arguments": (), "keywords": {}}
STEP = Step({**CALL, "arguments": ([1.0, 3.0],)}, {"value": 5.0, "changed": []})
HALF = {"value": 2.5, "changed": []}
DOUBLED = Finding("Twice <as> much.", STEP, HALF, "doubled")
DIAGNOSIS = Diagnosis("norm", (DOUBLED,))


def check(status="pass", points=0, worth=5, message="", name="test_it_is_so"):
    return CheckResult(name, status, points, worth, message)


def raised(kind, message, line):
    return {"raised": {"type": kind, "message": message, "line": line}}


def report(*checks, **more):
    return Report("norm", "A <norm>", worth=10, checks=checks, **more)


def test_text_has_a_line_for_each_check_and_its_message_below():
    mixed = report(
        check("pass", 5), check("fail", 0, 5, "Is it?\nThink.", "test_a_mean_of_0"), diagnosis=None
    )
    assert str(mixed) == (
        "A <norm>: 5 of 10 points\n"
        "  ✓ 5/5  it is so\n"
        "  ✗ 0/5  a mean of 0\n"
        "         Is it?\n"
        "         Think."
    )
    assert repr(mixed) == str(mixed)


def test_text_says_once_what_all_checks_say():
    assert str(report(check("fail", message="Not yet."), check("fail", message="Not yet."))) == (
        "A <norm>: 0 of 10 points\n  Not yet."
    )
    assert str(report(message="It does not load.\nSee?")) == (
        "A <norm>: 0 of 10 points\n  It does not load.\n  See?"
    )


def test_text_ends_with_the_diagnosis_and_its_evidence():
    text = str(report(check("fail"), check("pass", 5), diagnosis=DIAGNOSIS))
    assert text.splitlines()[3:] == [
        "",
        "  What this looks like",
        "    Twice <as> much.",
        "    call      norm([1.0, 3.0])",
        "    received  5.0",
        "    expected  2.5",
    ]


EPS = check("fail", message="Is it?", name="test_eps")
CENTRED = check("fail", message="Which?", name="test_centred")


def test_a_finding_stands_for_the_checks_that_fail_with_it():
    by_eps = replace(DOUBLED, checks=("test_eps",))
    text = str(report(EPS, CENTRED, diagnosis=Diagnosis("norm", (by_eps,))))
    named = ["  ✗ 0/5  eps (see below)", "  ✗ 0/5  centred", "         Which?"]
    assert text.splitlines()[1:4] == named
    one = "It shows in 1 failing check. What else that asks may be right."
    assert text.splitlines()[-1] == f"    {one}"
    by_both = replace(DOUBLED, checks=("test_eps", "test_centred"))
    both = report(EPS, CENTRED, diagnosis=Diagnosis("norm", (by_both,)))
    names = ["  ✗ 0/5  eps (see below)", "  ✗ 0/5  centred (see below)"]
    assert str(both).splitlines()[1:5] == [*names, "", "  What this looks like"]
    two = "It shows in 2 failing checks. What else they ask may be right."
    assert str(both).endswith(f"    {two}")
    assert f"<details><summary>{two}</summary><ul" in both._repr_html_()


def test_a_finding_whose_first_check_has_its_own_words_shows_in_more():
    described = replace(DOUBLED, checks=("test_eps",), first="test_centred")
    text = str(report(EPS, CENTRED, diagnosis=Diagnosis("norm", (described,))))
    assert text.endswith("It shows in 1 more failing check. What else that asks may be right.")


def test_of_several_mistakes_none_is_said_to_fail_what_another_may_fail():
    by_eps, by_mean = (replace(DOUBLED, checks=(name,)) for name in ("test_eps", "test_centred"))
    text = str(report(EPS, CENTRED, diagnosis=Diagnosis("norm", (by_eps, by_mean))))
    assert text.count("    1 failing check comes of it, or of another mistake named here.") == 2
    assert "It shows in" not in text


def test_of_checks_that_nothing_explains_the_first_two_are_told():
    names = ("test_a", "test_b", "test_c", "test_d")
    checks = [check("fail", message=f"Is {name} so?", name=name) for name in names]
    found = report(check("pass", 5, name="test_first"), *checks)
    assert found.untold == {"test_c", "test_d"}
    assert found.advice.startswith("Mend first what is told here")
    for text in (str(found), found._repr_html_()):
        assert all(name.removeprefix("test_") in text for name in names)
        assert [f"Is {name} so?" in text for name in names] == [True, True, False, False]
        assert found.advice in text
    assert [each["told"] for each in found.as_dict()["checks"]] == [True] * 3 + [False] * 2
    assert report(*checks[:2]).advice == ""


def stopped(name, line):
    return check("error", message=f"Your code stops with an exception. {line}", name=name)


def test_an_exception_is_told_wherever_it_arises_and_once():
    first, again = (stopped(name, "a.py, line 2: TypeError: it") for name in ("test_b", "test_d"))
    other = stopped("test_e", "a.py, line 9: KeyError: 'x'")
    checks = [check("fail", message="Is it?", name="test_a"), first, EPS, again, other]
    found = report(*checks)
    assert found.untold == {"test_eps", "test_d"}
    for text in (str(found), found._repr_html_()):
        assert text.count("line 2: TypeError") == text.count("line 9: KeyError") == 1


def test_the_exception_of_a_check_that_a_finding_stands_for_is_told():
    by_both = replace(DOUBLED, checks=("test_eps", "test_b"))
    checks = EPS, stopped("test_b", "a.py, line 2: TypeError: it")
    lines = str(report(*checks, diagnosis=Diagnosis("norm", (by_both,)))).splitlines()
    assert lines[1:4] == [
        "  ✗ 0/5  eps (see below)",
        "  ! 0/5  b (see below)",
        "         Your code stops with an exception. a.py, line 2: TypeError: it",
    ]
    stops = replace(by_both, bug="", explanation="It stops. a.py, line 2: TypeError: it")
    lines = str(report(*checks, diagnosis=Diagnosis("norm", (stops,)))).splitlines()
    assert lines[3] == ""


@pytest.mark.parametrize(
    ("value", "wanted", "texts"),
    [
        (
            np.array([1.0, 2.5]),
            np.float32([1, 2.5]),
            ["float64([1, 2.5])", "float32([1, 2.5])"],
        ),
        (np.float32([1]), np.array([1.0]), ["float32([1])", "float64([1])"]),
        (np.float64(0.5), np.float32(0.5), ["float64(0.5)", "float32(0.5)"]),
        (np.array([1, 2]), np.array([1.0, 2]), ["int64([1, 2])", "float64([1, 2])"]),
        (
            (np.array([1.0]), np.array([2.0])),
            (np.float32([1]), np.array([2.0])),
            ["(float64([1]), float64([2]))", "(float32([1]), float64([2]))"],
        ),
        (
            torch.tensor([1.0]),
            torch.tensor([1.0], dtype=torch.float64),
            ["tensor([1.0], dtype=torch.float32)", "tensor([1.0], dtype=torch.float64)"],
        ),
        (np.array([1.0]), np.array([2.0]), ["[1]", "[2]"]),
    ],
)
def test_where_dtypes_differ_both_are_named(value, wanted, texts):
    finding = Finding("", Step(CALL, {"value": value}), {"value": wanted})
    found = dict(evidence(finding, "norm"))
    assert [found["received"], found["expected"]] == texts


def test_that_the_search_was_cut_off_is_told_once_with_whatever_was_found():
    checks = [check("fail", message=f"Is {name}?", name=f"test_{name}") for name in "abc"]
    for findings in ((), (DOUBLED,)):
        found = report(*checks, diagnosis=Diagnosis("norm", findings, is_cut=True))
        assert found.advice == f"{MEND_FIRST} {CUT}"
        assert report(*checks[:2], diagnosis=found.diagnosis).advice == CUT
        for text in (" ".join(str(found).split()), found._repr_html_()):
            assert text.count("The search for known mistakes came to the end of its time") == 1
        assert found.as_dict()["advice"] == found.advice


def test_findings_have_headings_that_claim_no_more_than_they_know():
    read = replace(DOUBLED, bug="")
    text = str(report(EPS, check("pass", 5), diagnosis=Diagnosis("norm", (read,))))
    assert "  What the numbers show" in text
    text = str(report(EPS, check("pass", 5), diagnosis=Diagnosis("norm", (DOUBLED, read))))
    assert text.index("What this looks like") < text.index("  And besides\n")
    mostly = replace(DOUBLED, mostly=True)
    text = str(report(EPS, check("pass", 5), diagnosis=Diagnosis("norm", (mostly,))))
    assert "  What most of the wrong answers look like, but not all\n" in text
    mixed = replace(DOUBLED, mixed=True)
    text = str(report(EPS, check("pass", 5), diagnosis=Diagnosis("norm", (DOUBLED, mixed))))
    assert '  And besides ("received" shows other mistakes as well)\n' in text
    text = str(report(EPS, check("pass", 5), diagnosis=Diagnosis("norm", (mixed,))))
    assert '  What this looks like ("received" shows other mistakes as well)\n' in text


def test_findings_follow_each_other():
    html = report(EPS, check("pass", 5), diagnosis=Diagnosis("norm", (DOUBLED,) * 2))._repr_html_()
    assert html.count('</div><div class="nb-diagnosis">') == 1


def test_hints_are_told_the_mistakes_that_are_named_and_what_these_do_not_explain():
    checks = (EPS, check("fail", name="test_mean"), check("pass", 5))

    def wrong(**more):
        return report(*checks, diagnosis=Diagnosis("norm", (replace(DOUBLED, **more),))).wrong

    assert report(*checks).wrong == (set(), {"test_eps", "test_mean"})
    assert wrong() == ({"doubled"}, {"test_eps", "test_mean"})
    assert wrong(checks=("test_eps",)) == ({"doubled"}, {"test_mean"})
    assert wrong(bug="", checks=("test_eps",)) == (set(), {"test_eps", "test_mean"})


def test_a_call_of_an_object_shows_what_made_it():
    maker = Step(STEP.operation, {"value": Handle(1)})
    call = {"do": "call", "on": 1, "name": None, "arguments": (2.0,), "keywords": {}}
    asked = Finding("So.", Step(call, {"value": 1.0}), {"value": 3.0}, before=(maker,))
    (_, shown), *_ = evidence(asked, "Norm")
    assert shown == f"it = {show_operation(STEP.operation, 'Norm')}; it(2.0)"


def test_of_parameters_that_differ_in_their_gradients_these_are_shown():
    weights = []
    for slope in (3.0, 2.0):
        weights.append(torch.ones(2, requires_grad=True))
        weights[-1].grad = torch.full((2,), slope)
    received, expected = ({"value": each, "changed": []} for each in weights)
    told = dict(evidence(Finding("", Step(CALL, received), expected, ""), "norm"))
    assert told["call"] == "norm().grad"
    assert "3" in told["received"]
    assert "2" in told["expected"]
    other = {"value": 5 * weights[1].detach(), "changed": []}
    told = dict(evidence(Finding("", Step(CALL, received), other, ""), "norm"))
    assert told["call"] == "norm()"


def test_a_gradient_is_shown_with_the_call_that_it_goes_back_through():
    call = {"do": "call", "on": 1, "name": None, "arguments": (2.0,), "keywords": {}}
    back = {"do": "gradients", "output": 2, "gradient": 1.0}
    before = (
        Step(STEP.operation, {"value": Handle(1)}),
        Step({**call, "name": "eval", "arguments": ()}, {"value": None}),
        Step(call, {"value": 4.0, "output": 2}),
    )
    weight = {"do": "get", "on": 1, "name": "weight"}
    for operation, more, last in (
        (back, (), "the gradients of the inputs after y.backward(1.0)"),
        (weight, (Step(back, {}),), "y.backward(1.0); it.weight"),
    ):
        asked = Finding("So.", Step(operation, {"value": 1.0}), HALF, before=(*before, *more))
        (_, shown), *_ = evidence(asked, "Norm")
        made = show_operation(STEP.operation, "Norm")
        assert shown == f"it = {made}; it.eval(); y = it(2.0); {last}"


def test_a_long_array_is_no_call_with_a_shape():
    assert show(np.zeros((2, 1200))).endswith(" of shape (2, 1200)")
    assert show(np.zeros((2, 2), np.float32)) == "float32([[0, 0], [0, 0]])"


def test_numbers_have_the_digits_that_a_difference_takes():
    step = Step(STEP.operation, {"value": np.array([1.0, 0.50001]), "changed": []})
    near = Finding("Near.", step, {"value": np.array([1.0, 0.5]), "changed": []})
    assert list(evidence(near, "norm"))[1:] == [
        ("received", "[1, 0.50001]"),
        ("expected", "[1, 0.5]"),
    ]


def test_of_a_long_answer_the_first_number_that_differs_is_shown():
    long = np.arange(120.0).reshape(6, 20) / 8
    wrong = long.copy()
    wrong[1, 2] = -7.0
    step = Step(STEP.operation, {"value": {"w": [1.0, wrong]}, "changed": ["x"]})
    far = Finding("Far.", step, {"value": {"w": [1.0, long]}, "changed": []})
    _, *answers = evidence(far, "norm")
    assert answers == [
        ("received", "['w'][1][1, 2] is -7   (and it changed x)"),
        ("expected", "['w'][1][1, 2] is 2.75"),
    ]


@pytest.mark.parametrize(
    ("received", "expected", "place"),
    [
        ([1, [2, 3]], [1, [2, 4]], "[1][1]"),
        ([1, 2], [1], ""),
        ([1, 2], None, ""),
        ({"w": [1]}, {"w": [2]}, "['w'][0]"),
        ({"w": 1}, {"v": 1}, ""),
        ({"w": 1}, [1], ""),
        (np.ones((2, 2)), np.array([[1.0, 1.0], [2.0, 2.0]]), "[1, 0]"),
        (np.ones(2), np.ones(3), ""),
        (np.ones(2), np.ones(2, np.float32), ""),
        (np.ones(2), [1.0, 1.0], ""),
        (np.ones(2), None, ""),
    ],
)
def test_two_answers_differ_at_the_first_place_that_both_have(received, expected, place):
    for a, b in ((received, expected), (expected, received)):
        found = first_difference({"value": a}, {"value": b})
        assert [each["at"] for each in found] == [place, place]


def test_of_several_mistakes_a_place_is_shown_where_this_one_tells():
    received, expected, beside = (
        {"value": [{"w": np.array(w), "b": b}]}
        for w, b in (([1.0, 2.0], 3.0), ([0.0, 0.0], 0.0), ([1.0, 5.0], 3.0))
    )
    found = first_difference(received, expected, beside)
    assert [(each["at"], each["value"]) for each in found] == [
        ("[0]['w'][1]", 2),
        ("[0]['w'][1]", 0),
    ]
    first = first_difference(received, expected, received)  # which tells nothing
    assert [each["at"] for each in first] == ["[0]['w'][0]"] * 2


def test_a_number_that_is_not_finite_and_should_be_is_shown_before_others():
    received, expected = np.array([2.0, np.inf, np.nan, 4.0]), np.array([1.0, np.inf, 3.0, 4.0])
    found = first_difference({"value": received}, {"value": expected})
    assert [each["at"] for each in found] == ["[2]", "[2]"]


def test_an_exception_differs_from_a_value_as_a_whole():
    raised, value = {"raised": {"type": "ValueError"}}, {"value": [1.0]}
    assert first_difference(raised, value) == (raised, value)
    assert first_difference(value, raised) == (value, raised)


@pytest.mark.parametrize(
    ("answers", "shown"),
    [
        (
            ({"value": [1, 2]}, {"value": np.array([1, 2])}),
            ["list [1, 2]", "ndarray [1, 2]"],
        ),
        (
            [
                {"raised": {"type": "ValueError", "message": why, "line": f"ValueError: {why}"}}
                for why in ("truth value", "no")
            ],
            ["raised ValueError", "raised ValueError"],
        ),
    ],
)
def test_what_is_shown_alike_is_told_apart_by_its_type(answers, shown):
    received, expected = answers
    _, *told = evidence(Finding("So.", Step(STEP.operation, received), expected), "norm")
    assert [text for _, text in told] == shown


def test_a_long_argument_is_cut():
    operation = {**CALL, "arguments": (list(range(100)),), "keywords": {"eps": 0.1}}
    assert show_operation(operation, "norm").endswith(" …, eps=0.1)")


@pytest.mark.parametrize(
    ("argument", "shown"),
    [
        (np.full((2, 2), 1 / 3), "[[0.3333333333333333, 0.3333333333333333], [0.33"),
        (np.full(12, 1 / 3), f"≈ [{', '.join(['0.3333'] * 12)}]"),
        ([np.ones((9, 9)) / 3] * 2, "[2 times array (9, 9)]"),
        (
            {"w": np.float32(np.ones((9, 9)) / 3), "b": (np.arange(99),), "lr": 0.5},
            "{'w': float32 (9, 9), 'b': (int64 (99,),), 'lr': 0.5}",
        ),
        (torch.ones(9, 9).div(3), "tensor (9, 9)"),
    ],
)
def test_of_a_long_argument_the_numbers_are_rounded_or_the_shape_is_shown(argument, shown):
    operation = {**CALL, "arguments": (argument, "pre")}
    text = show_operation(operation, "norm")
    assert text.startswith(f"norm({shown}")
    assert text.endswith(", 'pre')")


def test_where_arguments_are_rounded_the_evidence_says_so():
    for argument, is_noted in ((np.full(12, 1 / 3), True), (np.full(2, 1 / 3), False)):
        step = Step({**CALL, "arguments": (argument,)}, {"value": 1.0})
        (_, call), *_ = evidence(Finding("So.", step, {"value": 3.0}), "norm")
        assert call.endswith("   (≈ rounded to 4 digits)") == is_noted


def test_of_a_long_answer_that_differs_in_what_it_changed_alone_the_beginning_is_shown():
    value = [np.arange(20.0) / 3] * 9
    step = Step(CALL, {"value": value, "changed": ["p"]})
    lines = dict(evidence(Finding("So.", step, {"value": value}), "norm"))
    assert lines["received"] == f"{lines['expected']}   (and it changed p)"
    assert len(lines["expected"]) < 130


def test_a_long_explanation_is_wrapped_and_long_messages_are_cut():
    wordy = Diagnosis("norm", (Finding("word " * 40, STEP, HALF),))
    lines = str(report(check("fail", message="x"), check("pass"), diagnosis=wordy)).splitlines()
    wrapped = [line for line in lines if line.startswith("    word")]
    assert [len(line) for line in wrapped] == [4 + 84, 4 + 84, 4 + 29]
    terse = Diagnosis("norm", (Finding("a " * 60, STEP, HALF),))
    assert f"    {'a ' * 41}a\n" in str(report(check("fail"), diagnosis=terse))
    for long in (report(check("fail", message=LONG), check()), report(message=LONG)):
        assert LONG not in str(long)
        assert LONG not in long._repr_html_()
        assert LONG[1:] + " …" in str(long)
        assert LONG[1:] + " …" in long._repr_html_()


def test_html_is_the_same_in_html_and_what_is_said_is_text():
    mixed = report(
        check("pass", 5), check("not run", message="<why>", name="test_<b>"), diagnosis=DIAGNOSIS
    )
    assert mixed._repr_html_() == (
        '<div class="nb-report"><p><strong>A &lt;norm&gt;: 5 of 10 points</strong></p>'
        '<ul style="list-style: none; padding-left: 0.5em">'
        '<li class="nb-check nb-pass"><span class="nb-mark" aria-hidden="true">✓</span> it is so '
        '<span class="nb-points">(pass, 5/5)</span></li>'
        '<li class="nb-check nb-not-run"><span class="nb-mark" aria-hidden="true">–</span> '
        '&lt;b&gt; <span class="nb-points">(not run, 0/5)</span><pre>&lt;why&gt;</pre></li></ul>'
        '<div class="nb-diagnosis"><p><strong>What this looks like</strong></p>'
        "<p>Twice &lt;as&gt; much.</p><dl><dt>call</dt><dd><code>norm([1.0, 3.0])</code></dd>"
        "<dt>received</dt><dd><code>5.0</code></dd><dt>expected</dt><dd><code>2.5</code></dd>"
        "</dl></div></div>"
    )


def test_an_attempt_that_was_tried_twice_says_so_everywhere():
    twice = report(check("timeout", message="Late."), check("pass", 5), tries=2)
    assert str(twice).splitlines()[1] == f"  {TRIED_TWICE}"
    assert f"points</strong></p><p>{TRIED_TWICE}</p><ul" in twice._repr_html_()
    assert twice.as_dict()["tries"] == 2
    assert (twice.status, twice.verdict) == ("timeout", "timeout, tried twice")
    once = replace(twice, tries=1)
    assert TRIED_TWICE not in str(once) + once._repr_html_()
    assert once.verdict == "timeout"


def test_html_says_once_what_all_checks_say():
    assert report(check("fail", message="<so>"), check("fail", message="<so>"))._repr_html_() == (
        '<div class="nb-report"><p><strong>A &lt;norm&gt;: 0 of 10 points</strong></p>'
        "<pre>&lt;so&gt;</pre></div>"
    )


def test_a_remark_stands_above_the_checks():
    marked = replace(report(check("pass", 5)), remark="Take <that>\n  ✓ 9/9  out.")
    assert str(marked).splitlines()[1] == "  Take <that>   ✓ 9/9  out."
    assert "<p>Take &lt;that&gt;" in marked._repr_html_()
    assert marked.as_dict()["note"] == marked.remark


def test_json_has_all_that_text_and_html_have():
    mixed = report(check("pass", 5), check("fail", message="γ"), diagnosis=DIAGNOSIS)
    data = {
        "slug": "norm",
        "title": "A <norm>",
        "points": 5,
        "worth": 10,
        "status": "fail",
        "tries": 1,
        "message": "",
        "overall": "",
        "note": "",
        "advice": "",
        "checks": [
            {
                "name": "test_it_is_so",
                "sentence": "it is so",
                "status": "pass",
                "points": 5,
                "worth": 5,
                "message": "",
                "told": True,
            },
            {
                "name": "test_it_is_so",
                "sentence": "it is so",
                "status": "fail",
                "points": 0,
                "worth": 5,
                "message": "γ",
                "told": True,
            },
        ],
        "findings": [
            {
                "bug": "doubled",
                "heading": "What this looks like",
                "explanation": "Twice <as> much.",
                "evidence": [
                    ("call", "norm([1.0, 3.0])"),
                    ("received", "5.0"),
                    ("expected", "2.5"),
                ],
                "checks": [],
                "first": "",
                "failing": "",
            }
        ],
    }
    assert mixed.as_dict() == data
    assert mixed.to_json() == json.dumps(data, indent=2, ensure_ascii=False)
    assert report(message="No.").as_dict()["findings"] == []
    assert report(message="No.").as_dict()["overall"] == "No."
    assert report().overall == ""


@pytest.mark.parametrize(
    ("statuses", "verdict"),
    [
        (["pass", "pass"], "pass"),
        (["pass", "fail"], "fail"),
        (["fail", "not run"], "not run"),
        (["not run", "error"], "error"),
        (["error", "timeout"], "timeout"),
        (["timeout", "crash"], "crash"),
        ([], "error"),
    ],
)
def test_the_verdict_as_a_whole_is_the_gravest_one(statuses, verdict):
    whole = report(*(check(status) for status in statuses))
    assert whole.status == verdict
    assert whole.solved is (verdict == "pass")


def test_an_attempt_that_could_not_be_tried_earns_nothing_of_what_it_is_worth():
    exercise = find("layer_norm")
    one = failed(exercise, "It is gone.")
    assert (one.slug, one.title, one.worth) == (exercise.slug, exercise.title, exercise.points)
    assert (one.points, one.status, one.message, one.solved) == (0, "error", "It is gone.", False)
    assert failed(exercise, "Too slow.", "timeout").status == "timeout"


@pytest.mark.parametrize(
    ("operation", "shown"),
    [
        (CALL, "norm()"),
        ({**CALL, "arguments": (1, "a"), "keywords": {"eps": 0.1}}, "norm(1, 'a', eps=0.1)"),
        ({**CALL, "on": 1}, "it()"),
        ({**CALL, "on": 2, "name": "forward", "arguments": (3,)}, "it.forward(3)"),
        ({"do": "get", "on": 1, "name": "weight"}, "it.weight"),
        (
            {"do": "gradients", "output": 0, "gradient": np.ones(2)},
            "the gradients of the inputs after y.backward([1, 1])",
        ),
    ],
)
def test_what_was_asked_is_shown_as_python(operation, shown):
    assert show_operation(operation, "norm") == shown


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (raised("ValueError", "of it", "a.py, line 2: ValueError: of it"), "raised ValueError"),
        (raised("ValueError", "axis: 3", "a.py, line 2: AxisError: axis: 3"), "raised AxisError"),
        (raised("TypeError", "a set", "NoResultError: a set"), "raised TypeError"),
        ({"value": 3.0, "changed": []}, "3.0"),
        ({"value": [-0.0, np.array([-0.0, -1e-30])]}, "[0.0, [0, -1e-30]]"),
        ({"value": 3.0, "changed": ["x", "y"]}, "3.0   (and it changed x, y)"),
        (
            {"value": 3.0, "changed": ["x", "y"], "became": {"x": [0.5], "y": [1.5] * 40}},
            "3.0   (and it changed x to [0.5], y)",
        ),
        ({"value": {"plain": 4}}, "4"),
        ({"value": {"plain": 4, "other": 5}}, "{'plain': 4, 'other': 5}"),
        ({"value": [None]}, "[None]"),
        ({"value": 5, "at": "[0, 1]"}, "[0, 1] is 5"),
        ({"value": 5, "at": ""}, "5"),
    ],
)
def test_what_came_of_it_is_shown(answer, shown):
    assert show_answer(answer) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (np.array([1 / 3, 2.0]), "[0.3333, 2]"),
        (np.array([1e-9, 1.0]), "[1e-09, 1]"),
        (np.array([[1.0], [2.0]]), "[[1], [2]]"),
        (np.array([1.5], np.float32), "float32([1.5])"),
        ((np.array([1.0]),), "([1],)"),
        (
            {"dx": np.ones(2), "dy": [np.ones(1, np.float32)]},
            "{'dx': [1, 1], 'dy': [float32([1])]}",
        ),
        (1 / 3, "0.3333"),
        (np.float64(1 / 3), "0.3333"),
        (np.float64(2), "2.0"),
        ((np.float32(0.1), np.int64(3), np.int32(4)), "(float32(0.1), 3, int32(4))"),
        (np.float64("nan"), "nan"),
        (np.bool_(True), "True"),
        ("array(", "'array('"),
        ("several\n   lines", r"'several\n lines'"),
    ],
)
def test_a_value_is_one_line_of_rounded_numbers(value, shown):
    assert show(value, 4) == shown


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        ("tensor([1/3, 2.0])", "tensor([0.3333, 2.0])"),
        ("tensor([1/3], dtype=torch.float64)", "tensor([0.3333], dtype=torch.float64)"),
        ("tensor([1.5], dtype=torch.bfloat16)", "tensor([1.5], dtype=torch.bfloat16)"),
        ("tensor([1.0], requires_grad=True)", "tensor([1.0], requires_grad=True)"),
        ("tensor([1, 2])", "tensor([1, 2])"),
        ("arange(21.0)", "tensor([0.0, 1.0, 2.0, ..., 18.0, 19.0, 20.0])"),
    ],
)
def test_a_tensor_is_shown_as_it_can_be_made(make, shown):
    torch = pytest.importorskip("torch")
    assert show(eval(f"torch.{make}", {"torch": torch}), 4) == shown


def test_an_argument_has_all_its_digits():
    assert show(np.array([10001.0, 1 / 3])) == "[10001, 0.3333333333333333]"
    assert show(np.array([0.1], np.float32)) == "float32([0.1])"
    assert show((np.float32(0.1), 1 / 3)) == "(float32(0.1), 0.3333333333333333)"


def test_an_integer_of_more_digits_than_python_writes_is_shown():
    assert show([1, 10**5000], 4).startswith("[1, 0x31e2")


@pytest.mark.parametrize("number", [1.0, 10**400, math.nan, np.float32(1)])
def test_a_number_in_place_of_an_array_is_shown_beside_it(number):
    received, expected = {"value": number}, {"value": np.arange(60.0).reshape(3, 20)}
    assert [each["value"] for each in first_difference(received, expected)] == [
        number,
        expected["value"],
    ]


def test_of_an_array_of_more_than_20_numbers_the_ends_are_shown():
    assert "..." not in show(np.arange(20.0))
    assert show(np.arange(21.0)).startswith("[0, 1, 2, ..., 18, 19, 20]")


def test_showing_changes_no_setting_and_needs_no_numpy(monkeypatch):
    before = np.get_printoptions()
    show(np.ones(3))
    assert np.get_printoptions() == before
    monkeypatch.delitem(sys.modules, "numpy")
    assert show([1.0]) == "[1.0]"


def test_text_is_cut_to_a_length_that_is_read():
    assert shorten(LONG[1:]) == LONG[1:]
    assert shorten(LONG) == LONG[1:] + " …"
    assert show(LONG) == "'" + LONG[2:] + " …"


def test_evidence_is_the_call_what_came_and_what_should_have():
    assert list(evidence(DOUBLED, "norm")) == [
        ("call", "norm([1.0, 3.0])"),
        ("received", "5.0"),
        ("expected", "2.5"),
    ]
