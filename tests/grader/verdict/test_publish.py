"""Reports for machines: each is what its reader expects, whatever an attempt says."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from normbook.grader import Report, check, find
from normbook.grader.verdict.publish import NOT_IN_XML, WRITERS, publish, summarize
from normbook.grader.verdict.report import TRIED_TWICE, failed, missing
from normbook.grader.verdict.run import CheckResult

HOSTILE = {
    "a script": "<script>alert(1)</script>",
    "closing tags": "</pre></li><img src=x onerror=alert(1)>",
    "the end of CDATA": "]]> &amp; & \" ' -->",
    "control characters": "\0\x07\x1b[31mred\x85\u2028",
    "half a pair": "half a pair: \ud800, and the other: \udfff",
    "Markdown": "| a | b |\n|---|---|\n# heading\n```\n[link](javascript:alert(1))",
    "too much": "γ" * 5000,
    "nothing": "",
}
STATUSES = ["pass", "fail", "error", "timeout", "crash", "not run"]


def report_of(*checks: CheckResult) -> Report:
    return Report("layer_norm", "LayerNorm", worth=sum(c.worth for c in checks), checks=checks)


def one_of_each(message: str = "why") -> Report:
    """Return a report with a check of each status; the one that passed has nothing to say."""
    return report_of(
        CheckResult("test_pass", "pass", 2, 2),
        *(CheckResult(f"test_{status}", status, 0, 2, message) for status in STATUSES[1:]),
    )


@pytest.fixture(scope="module")
def solved() -> Report:
    return report_of(CheckResult("test_all_is_well", "pass", 10, 10))


@pytest.fixture(scope="module")
def diagnosed() -> Report:
    def outside(x, normalized_shape, weight=None, bias=None, eps=1e-5):
        y = (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + eps)
        y = y if weight is None else y * weight
        return (y if bias is None else y + bias).astype(x.dtype)

    report = check("layer_norm", outside)
    assert report.diagnosis is not None
    return report


@pytest.fixture
def unloadable() -> Report:
    return failed(find("layer_norm"), "layer_norm.py, line 1: SyntaxError")


def written(name: str, *reports: Report) -> str:
    return WRITERS[name](reports)


# ---- JSON, for Exercism ----


def test_json_has_exercism_s_fields(solved, diagnosed):
    results = json.loads(written("json", solved, diagnosed, one_of_each()))
    assert results["version"] == 3
    assert results["status"] == "fail"
    assert results["message"] is None
    for test in results["tests"]:
        assert {"name", "status", "message", "task_id"} <= test.keys()
        assert test["status"] in {"pass", "fail", "error"}
        assert test["message"] is None or test["message"]
    assert [test["task_id"] for test in results["tests"]] == [1] + [2] * 9 + [3] * 6
    assert [test["status"] for test in results["tests"][-6:]] == ["pass", "fail"] + ["error"] * 4


def test_json_keeps_each_verdict_and_the_points(solved, diagnosed):
    results = json.loads(written("json", solved, diagnosed, one_of_each()))
    assert (results["points"], results["worth"]) == (10 + 8 + 2, 10 + 10 + 12)
    _, wrong, mixed = results["exercises"]
    assert [each["bug"] for each in wrong["findings"]] == ["eps_outside_the_root"]
    assert [each["status"] for each in mixed["checks"]] == STATUSES


def test_json_has_a_check_s_points_beside_exercism_s_fields():
    report = report_of(CheckResult("test_σ_is_right", "fail", 1, 2, "why"))
    assert json.loads(written("json", report))["tests"] == [
        {
            "name": "LayerNorm: σ is right",
            "status": "fail",
            "message": "why",
            "task_id": 1,
            "points": 1,
            "worth": 2,
        }
    ]


@pytest.mark.parametrize("name", ["json", "gradescope"])
def test_json_is_as_legible_as_what_it_holds(name):
    assert "σ² + ε" in written(name, one_of_each("σ² + ε"))


def test_the_status_is_pass_where_all_is_solved(solved):
    results = json.loads(written("json", solved, solved))
    assert (results["status"], results["message"]) == ("pass", None)


def test_the_status_is_error_where_nothing_could_be_tried(unloadable, solved):
    for reports in ([unloadable], [unloadable, unloadable]):
        results = json.loads(written("json", *reports))
        assert (results["status"], results["message"]) == ("error", unloadable.message)
    assert json.loads(written("json", unloadable, solved))["status"] == "fail"


def test_checks_that_all_ended_badly_were_tried(solved):
    report = report_of(CheckResult("test_a", "error", 0, 1, "why"))
    results = json.loads(written("json", report))
    assert (results["status"], results["message"]) == ("fail", None)


# ---- Gradescope ----


def test_gradescope_gets_its_fields(solved, diagnosed):
    results = json.loads(written("gradescope", solved, diagnosed, one_of_each()))
    assert results.keys() == {"score", "output", "output_format", "tests"}
    assert results["score"] == sum(test["score"] for test in results["tests"])
    assert results["output_format"] == "text"
    for test in results["tests"]:
        assert test.keys() == {"name", "score", "max_score", "status", "output", "output_format"}
        assert 0 <= test["score"] <= test["max_score"]
        assert (test["status"] == "passed") == (test["score"] == test["max_score"])
        assert test["output_format"] == "text"
    assert diagnosed.findings[0].explanation in results["output"]


def test_what_could_not_be_tried_costs_all_its_points(unloadable):
    results = json.loads(written("gradescope", unloadable))
    (test,) = results["tests"]
    assert (test["score"], test["max_score"], test["status"]) == (0, 10, "failed")
    assert (test["name"], test["output"]) == (
        "LayerNorm in NumPy: the attempt loads",
        unloadable.message,
    )


def test_gradescope_shows_whole_points_as_such(solved):
    assert '"max_score": 10,\n' in written("gradescope", solved)


def test_gradescope_s_findings_stand_apart(solved):
    twice = replace(solved, tries=2)
    told = json.loads(written("gradescope", twice, twice))["output"]
    assert told == f"LayerNorm: {TRIED_TWICE}\n\nLayerNorm: {TRIED_TWICE}"


# ---- JUnit ----


def test_junit_has_a_suite_for_each_exercise(solved, diagnosed):
    root = ElementTree.fromstring(written("junit", solved, diagnosed, one_of_each()))
    assert (root.tag, root.get("name")) == ("testsuites", "normbook")
    counts = [
        [int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped")]
        for suite in root
    ]
    assert counts == [[1, 0, 0, 0], [9, 2, 0, 0], [6, 1, 3, 1]]
    assert [[each.tag for each in case] for case in root[2]] == [
        [],
        ["failure"],
        ["error"],
        ["error"],
        ["error"],
        ["skipped"],
    ]
    assert {(suite.tag, suite.get("name")) for suite in root} == {("testsuite", "layer_norm")}
    (case,) = root[0]
    assert case.tag == "testcase"
    assert case.attrib == {"classname": "layer_norm", "name": "all is well"}


def test_junit_has_the_first_line_of_what_fails_as_its_message():
    told = "Do you divide by n?\nreceived 2\nexpected 1"
    failure = ElementTree.fromstring(written("junit", one_of_each(told))).find(".//failure")
    assert (failure.get("message"), failure.text) == ("Do you divide by n?", told)


def test_junit_skips_what_is_not_there(solved):
    absent = missing(find("standardize"), Path("exercises/standardize.py"))
    twice = replace(solved, tries=2)
    skipped, tried = ElementTree.fromstring(written("junit", absent, twice))
    assert skipped.find("testcase/skipped").text == absent.message
    assert tried.find("system-out").text == TRIED_TWICE


@pytest.mark.parametrize("message", HOSTILE.values(), ids=HOSTILE)
def test_junit_is_xml_whatever_a_message_holds(tmp_path, message):
    path = tmp_path / "junit.xml"
    publish([one_of_each(message), failed(find("layer_norm"), message)], {"junit": path})
    root = ElementTree.parse(path).getroot()
    (text,) = [each.text or "" for each in root.iter("failure")]
    assert text[:100] == NOT_IN_XML.sub("�", message)[:100]


def test_junit_says_what_it_is_encoded_in(tmp_path):
    path = tmp_path / "junit.xml"
    publish([one_of_each("σ² + ε")], {"junit": path})
    assert path.read_bytes().lower().startswith(b"<?xml version='1.0' encoding='utf-8'?>")
    assert "σ² + ε" in ElementTree.parse(path).find(".//failure").text


# ---- HTML ----


class Tags(HTMLParser):
    """Collects the elements of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: dict[str, set[str]] = {}
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.setdefault(tag, set()).update(name for name, _ in attributes)

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("message", list(HOSTILE.values())[:-1], ids=list(HOSTILE)[:-1])
def test_a_page_shows_what_an_attempt_says_as_text(message):
    plain = Tags(written("html", one_of_each("why"), failed(find("layer_norm"), "why")))
    page = Tags(written("html", one_of_each(message), failed(find("layer_norm"), message)))
    assert page.tags == plain.tags
    assert message[:500].strip("\0") in page.text.replace("�", "\0")


def test_a_page_shows_values_and_exceptions_as_text():
    for attempt in (
        lambda *a, **k: "<script>alert(1)</script>",
        lambda *a, **k: np.array(["<b>bold</b>"]),
    ):
        assert not Tags(written("html", check("layer_norm", attempt))).tags.keys() & {"script", "b"}


def test_a_page_needs_no_other_file(diagnosed, unloadable):
    page = written("html", diagnosed, unloadable, one_of_each())
    elements = Tags(page)
    assert page.startswith("<!doctype html>")
    assert '\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<' in page
    assert f"{diagnosed._repr_html_()}\n{unloadable._repr_html_()}\n" in page
    assert not elements.tags.keys() & {"script", "link", "img", "iframe", "object", "form"}
    assert not {"src", "href", "onload"} & set().union(*elements.tags.values())
    assert "url(" not in page
    assert "@import" not in page
    assert "10 of 32 points" in elements.text
    assert diagnosed.findings[0].explanation in elements.text


# ---- GitHub's summary, the badge, the table ----


def test_the_summary_of_a_workflow_is_appended(tmp_path, monkeypatch, solved, diagnosed):
    path = tmp_path / "summary.md"
    path.write_text("# Before\n\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    publish([solved, diagnosed], {})
    publish([solved], {})
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Before\n\n| exercise | points | verdict |\n|---|---|---|\n")
    assert text.count("| layer_norm | 10 of 10 | pass |") == 2
    assert "| **in all** | **18 of 20** | |" in text
    assert diagnosed.findings[0].explanation.split(".")[0][:60] in " ".join(text.split())


def test_without_a_workflow_nothing_is_written(tmp_path, monkeypatch, solved):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    monkeypatch.chdir(tmp_path)
    publish([solved], {})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("message", HOSTILE.values(), ids=HOSTILE)
def test_the_summary_shows_what_an_attempt_says_as_text(tmp_path, monkeypatch, message):
    path = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    publish([one_of_each(message), failed(find("layer_norm"), message)], {})
    text = path.read_text(encoding="utf-8")
    blocks = re.findall(r"^<pre>.*?</pre>$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    assert Tags("".join(blocks)).tags == {"pre": set()}
    outside = text
    for block in blocks:
        outside = outside.replace(block, "")
    assert re.fullmatch(r"(\|.*\|\n)*\n*", outside)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("message", HOSTILE.values(), ids=HOSTILE)
def test_every_format_can_be_written_whatever_an_attempt_says(tmp_path, name, message):
    path = tmp_path / "out"
    publish([one_of_each(message), failed(find("layer_norm"), message)], {name: path})
    assert path.read_text(encoding="utf-8")


def test_the_badge_is_an_image_that_says_the_points(solved, diagnosed):
    right, wrong = "#0b6e75", "#5a6673"
    for reports, text, width, colour in (
        ([solved], "10 / 10", 125, right),
        ([solved, diagnosed], "18 / 20", 125, wrong),
        ([solved] * 10, "100 / 100", 139, right),
    ):
        root = ElementTree.fromstring(written("badge", *reports))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("aria-label") == f"exercises: {text}"
        assert "".join(root.itertext()) == f"exercises{text}"
        assert root.get("width") == root[0].get("width") == str(width)
        assert (root[1].get("width"), root[1].get("fill")) == (str(width - 66), colour)


def test_the_table_gives_each_attempt_a_line_and_the_sum(solved, diagnosed):
    absent = missing(find("standardize"), Path("exercises/standardize.py"))
    worth = find("standardize").points
    assert [line.split() for line in summarize([solved, diagnosed, absent]).splitlines()] == [
        ["layer_norm", "10", "of", "10", "pass"],
        ["layer_norm", "8", "of", "10", "fail"],
        ["standardize", "0", "of", str(worth), "not", "run"],
        ["in", "all", "18", "of", str(20 + worth)],
    ]


def test_the_verdict_as_a_whole_is_the_gravest():
    for number in range(1, len(STATUSES) + 1):
        report = report_of(*one_of_each().checks[:number])
        expected = ["pass", "fail", "error", "timeout", "crash", "crash"][number - 1]
        assert report.status == expected


# ---- tried twice ----


@pytest.mark.parametrize("name", ["json", "gradescope", "junit", "html"])
def test_what_was_tried_twice_is_marked(name, solved):
    late = replace(failed(find("layer_norm"), "Late.", "timeout"), tries=2)
    mark = '"tries": 2' if name == "json" else TRIED_TWICE
    assert mark in written(name, solved, late)
    assert mark not in written(name, solved)


def test_tables_mark_what_was_tried_twice(solved, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    reports = [solved, replace(solved, tries=2)]
    publish(reports, {})
    assert "of 10 | pass |\n" in (tmp_path / "summary.md").read_text()
    assert "of 10 | pass, tried twice |\n" in (tmp_path / "summary.md").read_text()
    assert [line.split("  ")[-1] for line in summarize(reports).splitlines()[:2]] == [
        "pass",
        "pass, tried twice",
    ]
