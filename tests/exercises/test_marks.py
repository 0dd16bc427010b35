"""What a slip costs: the checks that ask about it, and no others."""

import numpy as np
import pytest

from normbook.grader import find
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.load import load
from normbook.grader.verdict.run import run

pytestmark = pytest.mark.usefixtures("one_thread")


def points(slug, mutant):
    """Return the points that a mutant earns."""
    exercise = find(slug)
    if "torch" in exercise.requires:
        pytest.importorskip("torch")
    attempt = load(exercise.folder / "mutants" / f"{mutant}.py", exercise.entry)
    return sum(check.points for check in run(exercise, Attempt(Direct(attempt))))


@pytest.mark.parametrize(
    ("slug", "slight", "grave"),
    [
        ("residual_placement", "eps_outside_the_root", "pre_and_post_are_swapped"),
        ("residual_placement", "unbiased_variance", "pre_and_post_are_swapped"),
        ("instance_norm", "unbiased_variance", "statistics_over_the_batch"),
        ("training_curves", "eps_outside_the_root", "softmax_over_the_queries"),
        ("training_curves", "softmax_over_the_queries", "norm_is_ignored"),
        ("layer_norm_multi_axis", "unbiased_variance", "result_is_float32"),
        ("activation_drift", "unbiased_deviation", "one_deviation_for_all_units"),
        ("layer_norm", "unbiased_variance", "statistics_over_the_batch"),
        ("layer_norm", "eps_outside_the_root", "statistics_over_the_batch"),
        ("instance_norm", "eps_outside_the_root", "statistics_over_the_batch"),
        ("training_curves", "loss_after_each_step", "relu_is_forgotten"),
        ("transformer_block", "unbiased_variance", "post_ln_order"),
        ("transformer_block", "scores_are_not_divided", "post_ln_order"),
        ("transformer_block", "causal_is_ignored", "unbiased_variance"),
        ("transformer_block", "relu_is_forgotten", "unbiased_variance"),
    ],
)
def test_a_slight_mistake_costs_less_than_one_about_what_is_asked(slug, slight, grave):
    assert points(slug, slight) > points(slug, grave)


@pytest.mark.parametrize(
    ("slug", "mutant", "least"),
    [
        ("training_curves", "loss_is_a_sum", 4),
        ("training_curves", "loss_is_a_mean_over_the_classes_too", 4),
        ("training_curves", "positions_are_summed", 4),
        ("training_curves", "softmax_before_cross_entropy", 4),
        ("training_curves", "loss_after_each_step", 5),
        ("training_curves", "last_loss_is_left_out", 5),
    ],
)
def test_one_mistake_costs_no_check_that_asks_about_something_else(slug, mutant, least):
    assert points(slug, mutant) >= least


@pytest.mark.parametrize("added", ["1e-9", "1e-8", "1e-5"])
def test_what_is_added_to_a_range_costs_the_same_whatever_its_size(added, tmp_path):
    exercise, path = find("min_max_scale"), tmp_path / "min_max_scale.py"
    mutant = exercise.folder / "mutants" / "eps_is_added_to_the_range.py"
    path.write_text(mutant.read_text(encoding="utf-8").replace("1e-8", added), encoding="utf-8")
    attempt = load(path, exercise.entry)
    assert sum(check.points for check in run(exercise, Attempt(Direct(attempt)))) == 2


@pytest.mark.parametrize(
    "block",
    [
        lambda x, *_, **__: x,
        lambda x, *_, **__: x + 1,
        lambda x, *_, **__: np.zeros_like(x),
        lambda x, *_, **__: np.full_like(x, np.nan),
        lambda x, *_, **__: x + x.mean(-2, keepdims=True),
        lambda x, parameters, *_, **__: x * parameters["linear1.weight"].sum(),
    ],
)
def test_what_reads_no_position_or_no_weight_has_no_points_for_being_like_itself(block):
    exercise = find("transformer_block")
    assert sum(check.points for check in run(exercise, Attempt(Direct(block)))) == 0


@pytest.mark.parametrize("slug", ["residual_placement", "instance_norm"])
def test_no_mistake_alone_takes_all_points(slug):
    mutants = [path.stem for path in find(slug).mutants]
    assert [each for each in mutants if points(slug, each) == 0] == []
