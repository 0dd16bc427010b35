"""The network of the capstone on Iris: its gradients, its data, what its chapter says of it."""

import numpy as np
import pytest

from normbook.capstones import iris

LENGTHS, LABELS = iris.load_flowers()
X = (LENGTHS - LENGTHS.mean(axis=0)) / LENGTHS.std(axis=0)
each_norm = pytest.mark.parametrize("norm", ["layer", "none"])


def test_the_flowers_are_fifty_of_each_species():
    assert LENGTHS.shape == (150, 4)
    assert np.bincount(LABELS).tolist() == [50, 50, 50]
    # The means of scikit-learn's copy, which is Fisher's table.
    np.testing.assert_allclose(LENGTHS.mean(axis=0), [58.4333, 30.5733, 37.58, 11.9933], atol=1e-4)


def test_another_norm_is_refused_and_not_taken_for_none():
    with pytest.raises(ValueError, match="norm is 'rms'; expected one of"):
        iris.initialize("rms", seed=0)


@each_norm
def test_every_gradient_is_the_slope_of_the_loss(norm):
    p = iris.initialize(norm, seed=1)
    rng = np.random.default_rng(0)
    p = {name: value + rng.normal(scale=0.1, size=value.shape) for name, value in p.items()}
    scores, cache = iris.forward(p, X)
    gradients = iris.backward(p, iris.cross_entropy(scores, LABELS)[1], cache)
    assert gradients.keys() == p.keys()
    for name, gradient in gradients.items():
        slopes = [iris.numerical_slope(p, name, X, LABELS, i) for i in range(gradient.size)]
        np.testing.assert_allclose(gradient.ravel(), slopes, atol=1e-8, err_msg=name)


def test_the_gradients_of_the_bias_before_the_norm_add_up_to_zero():
    p = iris.initialize("layer", seed=0)
    scores, cache = iris.forward(p, X)
    gradients = iris.backward(p, iris.cross_entropy(scores, LABELS)[1], cache)
    assert abs(gradients["b1"].sum()) < 1e-12


def test_large_scores_have_a_finite_loss():
    loss, gradient = iris.cross_entropy(np.array([[1000.0, 0, -1000]]), np.array([1]))
    assert loss == 1000
    np.testing.assert_array_equal(gradient, [[1, -1, 0]])


def test_with_layer_norm_a_unit_does_not_matter_at_the_start():
    p = iris.initialize("layer", seed=0)
    millimetres, micrometres = (iris.forward(p, LENGTHS * unit)[0] for unit in (1, 1000))
    np.testing.assert_allclose(micrometres, millimetres, atol=1e-6)
    p = iris.initialize("none", seed=0)
    millimetres, micrometres = (iris.forward(p, LENGTHS * unit)[0] for unit in (1, 1000))
    np.testing.assert_allclose(micrometres, 1000 * millimetres)


def test_without_a_norm_micrometres_leave_large_scores_or_no_relu_on():
    ends = []
    for seed in range(10):
        p = iris.train(LENGTHS * 1000, LABELS, "none", seed).parameters
        scores, hidden = iris.forward(p, LENGTHS * 1000)
        ends.append((np.abs(scores).max() > 1e4, (hidden.a > 0).any()))
    assert set(ends) == {(True, True), (False, False)}


@pytest.mark.parametrize("seed", range(3))
def test_in_micrometres_short_steps_leave_large_scores_and_long_ones_few_relus(seed):
    def ending(rate):
        p = iris.train(LENGTHS * 1000, LABELS, "none", seed, rate).parameters
        scores, hidden = iris.forward(p, LENGTHS * 1000)
        return np.abs(scores).max(), (hidden.a > 0).mean()

    assert min(ending(rate)[0] for rate in (0.001, 0.01)) > 1e4
    assert max(ending(rate)[1] for rate in (0.2, 1)) < 0.1


def test_what_the_unit_the_rate_and_the_seed_decide():
    def ends(unit: float, norm: iris.Norm, rates: np.ndarray, seeds: int) -> np.ndarray:
        """Return the last loss, a row for each rate and a column for each seed."""
        runs = [
            [iris.train(LENGTHS * unit, LABELS, norm, s, r) for s in range(seeds)] for r in rates
        ]
        return np.array([[run.losses[-1] for run in each] for each in runs])

    micrometres, millimetres, metres = units = 1000, 1, 0.001
    rates = 10 ** np.arange(-3, 0.1, 0.25)
    assert ends(micrometres, "none", rates, 3).min() > 0.4
    for unit in units:
        guesses = np.isclose(ends(unit, "none", rates[rates > 0.3], 10), np.log(3), atol=0.05)
        assert (guesses.mean(axis=1) > 0.5).all()
    slow = rates[rates < 0.11]
    norm = {unit: ends(unit, "layer", slow, 3) for unit in units}
    np.testing.assert_allclose(norm[micrometres], norm[millimetres], atol=0.03)
    assert np.abs(norm[metres] - norm[millimetres]).max() > 0.3


def test_adam_s_first_step_is_the_learning_rate_along_the_gradient_s_sign():
    p = {"w": np.array([1.0, 1.0])}
    moved, _ = iris.adam_step(p, {"w": np.array([0.3, -20.0])}, iris.no_moments(p), 1, lr=0.1)
    np.testing.assert_allclose(moved["w"], [0.9, 1.1])


@each_norm
def test_training_reaches_the_accuracy_of_the_exercise(norm):
    run = iris.train(X, LABELS, norm)
    assert iris.accuracy(run.parameters, X, LABELS) >= 0.96


def test_each_flower_is_tested_once_and_never_trained_on_then():
    tested = []
    for train, test in iris.folds(LABELS):
        assert not set(train) & set(test)
        assert np.bincount(LABELS[test]).tolist() == [10, 10, 10]
        tested += list(test)
    assert sorted(tested) == list(range(150))
