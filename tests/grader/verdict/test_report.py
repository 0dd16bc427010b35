"""What a learner reads: every word of a report, as text, as HTML and as JSON."""

import json
from dataclasses import replace

import pytest

from normbook.grader.verdict.attempt import Step
from normbook.grader.verdict.diagnose import Diagnosis, Finding
from normbook.grader.verdict.find import find
from normbook.grader.verdict.report import CUT, MEND_FIRST, TRIED_TWICE, Report, failed
from normbook.grader.verdict.run import CheckResult
from normbook.grader.verdict.show import MAX_SHOWN_CHARACTERS

LONG = "a" * (MAX_SHOWN_CHARACTERS + 1)
CALL = {"do": "call", "on": 0, "name": None, "arguments": (), "keywords": {}}
STEP = Step({**CALL, "arguments": ([1.0, 3.0],)}, {"value": 5.0, "changed": []})
HALF = {"value": 2.5, "changed": []}
DOUBLED = Finding("Twice <as> much.", STEP, HALF, "doubled")
DIAGNOSIS = Diagnosis("norm", (DOUBLED,))


def check(status="pass", points=0, worth=5, message="", name="test_it_is_so"):
    return CheckResult(name, status, points, worth, message)


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
