import numpy as np
import pytest

from normbook.data import read_record
from normbook.experiments.text import COMPARISONS, QUICK, train

CHANGES = [(name, variant) for name, its in COMPARISONS.items() for variant in its.variants]


@pytest.fixture(scope="module")
def record():
    return read_record("text")


@pytest.mark.parametrize("comparison", COMPARISONS)
def test_every_comparison_takes_steps_that_depend_on_the_rate(comparison):
    variant = list(COMPARISONS[comparison].variants)[-1]
    one, other = (train(QUICK.most_steps, comparison, variant, rate, 0) for rate in (1e-4, 1e-3))
    assert all(np.isfinite(list(one.values())))
    assert one["evaluation"] != other["evaluation"]


def test_the_record_has_each_variant_rate_and_seed(record):
    assert list(record["grid"]) == list(COMPARISONS)
    for name, its in COMPARISONS.items():
        assert list(record["grid"][name]) == list(its.variants)
        for variant, found in record["grid"][name].items():
            assert list(found["runs"]) == [f"{rate:g}" for rate in its.rates[variant]]
            for run in found["runs"].values():
                assert {len(values) for values in run.values()} == {len(record["seeds"])}


@pytest.mark.parametrize(("comparison", "variant"), CHANGES)
def test_every_best_rate_is_within_its_grid(record, comparison, variant):
    found = record["grid"][comparison][variant]
    rates = [float(rate) for rate in found["runs"]]
    assert rates[1:] == pytest.approx([2 * rate for rate in rates[:-1]])
    assert rates[0] < found["best"] < rates[-1]
