"""A page with all that it loads stays light (`tools/bench_site.py` prints the numbers)."""

from pathlib import Path

import pytest
from bench_site import Host, first_requests, limit_kb, page_weight, without_editor
from serve import serve

SITE = Path(__file__).parents[2] / "_build" / "html"


@pytest.mark.parametrize("page", sorted(p.name for p in (SITE / "book").glob("*.html")))
def test_a_page_weighs_no_more_than_the_limit(browser, site_url, page):
    weights = without_editor(page_weight(browser, f"{site_url}/book/{page}"))
    heaviest = sorted(weights.items(), key=lambda item: -item[1])[:5]
    assert sum(weights.values()) <= limit_kb(page) * 1000, heaviest


@pytest.mark.parametrize("page", sorted(p.name for p in (SITE / "explorable").glob("*.html")))
def test_an_explorable_s_own_page_weighs_at_most_60_kb(browser, site_url, page):
    weights = page_weight(browser, f"{site_url}/explorable/{page}")
    assert sum(weights.values()) <= 60_000, weights


def test_what_the_service_worker_asks_for_is_counted_as_a_first_visit_s(browser):
    with serve(SITE, port=0, handler=Host) as url:
        requests = first_requests(browser, f"{url}book/layer_norm.html", 1280)
    module = (
        "/_static/explorables/pipeline.mjs"  # the reader is not near it, and the worker keeps it
    )
    assert {"/book/layer_norm.html", "/offline.js", module} <= set(Host.asked)
    assert requests == len(Host.asked)
