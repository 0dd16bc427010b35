"""What is told of an answer is true of it: hand-ins of which something false was said once."""

from pathlib import Path

import pytest

from normbook.grader import find
from normbook.grader.verdict.diagnose import Budget
from normbook.grader.verdict.grade import grade_file

FOLDER = Path(__file__).parent / "told"


@pytest.fixture(autouse=True)
def time_enough(monkeypatch):
    """Give a search ten times its time: what is asked is what it finds, on a busy machine, too."""
    monkeypatch.setattr(
        "normbook.grader.verdict.diagnose.Budget", lambda seconds: Budget(10 * seconds)
    )


def report_on(answer):
    """Return the report on an answer, named by its exercise and its file."""
    slug, _, name = answer.partition("/")
    exercise = find(slug)
    if "torch" in exercise.requires:
        pytest.importorskip("torch")
    return grade_file(exercise, FOLDER / slug / f"{name}.py")


def test_each_answer_is_asked_about():
    """A file that no test names would tell nothing."""
    there = {f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.py")}
    source = Path(__file__).read_text(encoding="utf-8")
    assert {each for each in there if f'"{each}"' not in source} == set()


@pytest.mark.parametrize(
    ("answer", "bugs"),
    [
        ("batch_norm/running_var_first", ["running_var_comes_before_running_mean"]),
        ("batch_norm/training_is_a_text", ["training_is_never_true"]),
        (
            "batch_norm/running_var_first_and_keras_momentum",
            ["running_var_comes_before_running_mean", "momentum_is_turned_around"],
        ),
        ("rms_norm/eps_is_hard_coded_and_none_fails", ["eps_is_hard_coded", ""]),
        ("rms_norm_module/weight_learns_nothing", ["weight_is_cut_from_the_graph"]),
        # Another mistake than the last one gives the same answers, and writes what is not there.
        (
            "rms_norm/eps_is_left_out_and_one_mean_square",
            ["none_is_not_handled", "mean_square_over_everything", "eps_is_forgotten"],
        ),
        (
            "rms_norm/first_axis_in_the_dtype_of_x",
            ["truth_of_an_array", "mean_square_over_the_batch", "squares_overflow_in_float16"],
        ),
        (
            "rms_norm_backward/as_in_layer_norm_and_not_cast",
            [
                "none_is_not_handled",
                "subtracts_the_mean_as_layer_norm_does",
                "gradients_are_not_cast_back",
            ],
        ),
        # Mistakes that undo one another, or give 0 where there is one row, give these numbers, too.
        ("layer_norm/x_as_it_came_and_weight_refused", ["", ""]),
        ("layer_norm_backward/dx_is_not_computed", ["only_dx_is_cast", ""]),
        # One that leaves one of two results alone as it came says that the other is moved.
        ("batch_norm/nothing_is_computed", ["running_statistics_stand_still", ""]),
    ],
)
def test_what_an_answer_does_is_named_and_nothing_else(answer, bugs):
    assert [each.bug for each in report_on(answer).findings] == bugs


@pytest.mark.parametrize(
    ("answer", "guess", "became"),
    [
        ("rms_norm_backward/weight_is_halved", "as an optimizer's step does", "[0.5, 0.5, 0.5]"),
        ("group_norm/weight_is_raised_by_a_half", "as `weight -= 1` does", "[2.5, -0.5]"),
    ],
)
def test_which_argument_was_changed_is_said_and_how_is_a_guess(answer, guess, became):
    report = report_on(answer)
    told = next(each for each in report.findings if each.bug)
    assert told.explanation.startswith("Your function changes `weight`")
    assert guess in told.explanation
    assert told.step.answer["changed"] == ["weight"]
    assert f"(and it changed weight to {became})" in str(report)


@pytest.mark.parametrize(
    "answer",
    ["gradient_norm_by_depth/weights_become_zero", "conditional_layer_norm/condition_is_sorted"],
)
def test_who_changes_one_argument_is_told_no_mistake_that_changes_another(answer):
    (only,) = report_on(answer).findings
    assert only.bug == ""


def test_results_in_another_order_are_told_without_a_search():
    report = report_on("batch_norm/y_comes_last")
    (only,) = report.findings
    assert only.explanation == (
        "Your results are right, in another order: the first is what should be the second."
    )
    assert not report.diagnosis.is_cut


def test_a_wrong_gradient_is_not_told_of_the_check_of_the_arguments():
    passing = {
        each.name
        for each in report_on("layer_norm_backward/dbias_is_a_mean").checks
        if each.status == "pass"
    }
    assert "test_the_arguments_are_left_as_they_were" in passing


def test_who_changes_no_argument_is_not_told_to_change_one():
    path = FOLDER.parent / "corpus" / "layer_norm_backward" / "dweight_weighted.py"
    found = grade_file(find("layer_norm_backward"), path).findings
    assert [each.bug for each in found] == [
        "dbias_contains_the_weight",
        "dweight_contains_the_weight",
    ]


def test_a_key_too_many_is_told_once_though_nothing_can_be_loaded():
    (only,) = report_on("rms_norm_module/counts_its_calls").findings
    assert only.explanation == (
        "The keys of your dictionary are 'weight', 'calls'; expected: 'weight'."
        " `load_state_dict` stops for that reason, too."
    )
    assert only.step.operation["name"] == "state_dict"
    assert len((only.first, *only.checks)) == 2


def test_what_cannot_be_checked_is_called_no_exception():
    report = report_on("stable_variance/yields_its_result")
    assert "a generator is neither a number" in report.findings[0].explanation
    assert "received  nothing that can be checked" in str(report)
    assert "exception" not in str(report)
    assert "raised" not in str(report)
