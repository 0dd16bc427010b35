"""The benches of the pages miss no limit in silence; what they measure needs a browser."""

import bench_explorables
import bench_page
import bench_site
import pytest
from bench_explorables import Pair, Timing, find_faults, find_places, put_together

BEST = dict.fromkeys(bench_site.LEAST_SCORES, 100)


@pytest.mark.parametrize(
    ("score", "missed"),
    [
        ({"performance": 98}, ""),
        ({"performance": 97}, "performance below 98"),
        ({"accessibility": 99}, "accessibility below 100"),
        ({"best-practices": 99}, "best-practices below 100"),
        ({"seo": 99}, "seo below 100"),
    ],
)
def test_a_score_of_lighthouse_below_its_limit_is_said_and_does_not_pass(capsys, score, missed):
    assert bench_site.print_scores("book/page.html", BEST | score) is not bool(missed)
    assert capsys.readouterr().out.rstrip().endswith(missed or "100")


def test_of_three_visits_neither_the_best_nor_the_worst_counts():
    visits = [BEST | {"performance": score} for score in (100, 60, 97)]
    assert bench_site.medians(visits) == BEST | {"performance": 97}


def test_pages_decks_and_the_search_are_visited(tmp_path, monkeypatch):
    monkeypatch.setattr(bench_site, "SITE", tmp_path)
    names = ["book/index.html", "book/lecturers.html", "slides/depth.html", "search.html"]
    for name in [*names, "index.html", "_static/part.html"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert bench_site.find_pages() == names


def test_an_explorable_is_timed_on_the_first_page_of_the_book_that_shows_it(tmp_path, monkeypatch):
    shown = {"one.html": ["axes", "quiz"], "another.html": ["drift", "axes"], "all.html": ["atlas"]}
    for name, slugs in shown.items():
        places = "".join(f'<div data-slug="{slug}" class="nb-mount"></div>' for slug in slugs)
        (tmp_path / name).write_text(places)
    monkeypatch.setattr(bench_explorables, "SITE", tmp_path)
    monkeypatch.setattr(bench_explorables, "read_contents", lambda: list(shown))
    assert find_places() == {"axes": "one.html", "drift": "another.html", "atlas": "all.html"}


def test_a_slow_round_counts_beside_a_fast_one():
    fast, slow = Timing([1.0] * 50, 0, 0), Timing([40.0] * 50, 0, 2)
    both, empty = put_together([fast, slow]), Timing([1.0] * 100, 0, 0)
    assert (len(both.times), both.p95, both.late) == (100, 40.0, 2)
    faults = find_faults(Pair(both, empty), Pair(both, empty))
    assert faults[0] == "over 16 ms"
    assert faults[1] == "throttled over 17 ms"


@pytest.mark.parametrize(("requires", "passes"), [(["numpy"], True), ([], False)])
def test_another_exercise_than_the_one_that_is_meant_does_not_pass(monkeypatch, requires, passes):
    monkeypatch.setattr(bench_page, "editor_kb", lambda: 1.0)
    subject = bench_page.Subject("layer_norm", bench_page.CHAPTER, requires)
    assert bench_page.passes(subject, 0, dict.fromkeys(bench_page.LIMITS, 0.1), 1.0) is passes
