"""What the chapter "Depth" says of steps, of what a block is worth, and of training."""

import numpy as np
import pytest
import torch

from normbook import nn
from normbook.data import read_record
from normbook.experiments import wirings
from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import update
from normbook.experiments.placement import Settings, build, measure_layers
from normbook.playgrounds.depth import FEATURES, draw, forward, normalized

PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm")
OPEN = ("pre", "sandwich", "olmo2")  # placements with nothing but sums on the stream


@pytest.fixture(scope="module")
def record():
    return read_record("placement")


@pytest.fixture
def movement(stack):
    """Return how far the normalized output moves with the weights: root mean square over seeds."""

    def move(placement, depth, gain=1.0, delta=0.01, seeds=range(4)):
        squares = []
        for seed in seeds:
            x, weights, _ = stack(depth, gain, seed)
            noise = np.random.default_rng(100 + seed).normal(size=weights.shape)
            moved = weights + delta * gain * noise / FEATURES**0.5
            ends = [normalized(forward(x, w, placement)[-1]) for w in (weights, moved)]
            squares.append(np.mean((ends[1] - ends[0]) ** 2))
        return np.mean(squares) ** 0.5

    return move


def test_a_step_moves_post_by_the_root_of_depth_and_pre_by_the_root_of_its_logarithm(movement):
    for depth in (6, 12, 24, 48):
        parts = np.sum(1 / (1 + np.arange(1, depth + 1)))
        assert movement("pre", depth) == pytest.approx(0.01 * parts**0.5, rel=0.15)
        assert movement("post", depth) == pytest.approx(0.01 * (depth / 2) ** 0.5, rel=0.25)


def test_deepnorms_constants_make_the_movement_the_same_at_any_depth(movement):
    for depth in (6, 12, 24, 48):
        assert movement("deepnorm", depth) == pytest.approx(0.01 * 0.5**0.5, rel=0.1)


@pytest.mark.parametrize("placement", ["sandwich", "olmo2"])
def test_a_norm_behind_the_branch_forgets_the_gain(stack, placement):
    x, weights, _ = stack(12)
    once, tenth = (forward(x, gain * weights, placement)[-1] for gain in (1, 0.1))
    np.testing.assert_allclose(tenth, once, atol=0.02)
    pre = [forward(x, gain * weights, "pre")[-1].var() for gain in (1, 0.1)]
    assert pre[0] > 10 > 1.3 > pre[1]


def test_a_small_gain_holds_post(movement):
    assert movement("post", 48, gain=0.1) < movement("pre", 48) / 2


def test_a_step_that_does_not_shrink_moves_small_weights_further(movement):
    assert movement("post", 48, gain=0.1, delta=0.1) > 1.2 * movement("post", 48)
    assert movement("pre", 48, gain=0.1, delta=0.1) > 1.2 * movement("pre", 48)


def test_small_weights_hold_a_step_in_a_branch_of_two_matrices():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, FEATURES))
    first, second, *steps = rng.normal(size=(4, 48, FEATURES, FEATURES)) / FEATURES**0.5

    def moved(gain, norm_behind=False):
        ends = []
        for step in (0, 0.01):
            y = x
            for matrices in zip(first, second, *steps, strict=True):
                a, b, da, db = matrices
                branch = y @ (gain * a + step * da) @ (gain * b + step * db)
                y = y + normalized(branch) if norm_behind else normalized(y + branch)
            ends.append(normalized(y))
        return np.std(ends[1] - ends[0])

    assert moved(0.1) < moved(0.3) < moved(1) / 2
    assert moved(0.1, norm_behind=True) > 5 * moved(1, norm_behind=True)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("placement", OPEN)
def test_without_a_sublayer_an_open_stream_moves_by_the_root_of_its_part(stack, placement, seed):
    x, weights, _ = stack(48, seed=seed)
    worth = wirings.worth(wirings.stack(placement, weights), torch.from_numpy(x))
    np.testing.assert_allclose(worth * np.sqrt(1 + np.arange(1, 49)), 1, atol=0.3)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("depth", [12, 48])
def test_without_a_sublayer_post_moves_by_a_half_and_deepnorm_by_one_of_many(stack, depth, seed):
    x, weights, _ = stack(depth, seed=seed)
    x = torch.from_numpy(x)
    post = wirings.worth(wirings.stack("post", weights), x)
    assert post.mean() == pytest.approx((2 - 2**0.5) ** 0.5, rel=0.2)
    assert abs(np.polyfit(np.arange(depth), post, 1)[0]) * depth < 0.5
    deepnorm = wirings.stack("deepnorm", nn.deepnorm_beta(depth // 2) * weights)
    np.testing.assert_allclose(wirings.worth(deepnorm, x), (2 * depth) ** -0.5, rtol=0.1)


WIRINGS = ("pre", "post", "sandwich", "olmo2", "deepnorm", "lns", "mix-ln", "hybridnorm", "keel")


@pytest.mark.parametrize("wiring", WIRINGS)
def test_a_step_moves_the_output_by_what_its_sublayers_are_worth(stack, wiring):
    gain = nn.deepnorm_beta(24) if wiring == "deepnorm" else 1
    squares, predicted = [], []
    for seed in range(6):
        x, weights, _ = stack(48, gain, seed)
        rows, model = torch.from_numpy(x), wirings.stack(wiring, weights)
        noise = np.random.default_rng(100 + seed).normal(size=weights.shape) * weights.std()
        moved = wirings.normalized(wirings.stack(wiring, weights + 0.01 * noise), rows)
        squares.append((moved - wirings.normalized(model, rows)).square().mean().item())
        predicted.append(0.01**2 * np.sum(wirings.worth(model, rows) ** 2))
    off = 1 / 3 if wiring in {"post", "hybridnorm"} else 0.2
    np.testing.assert_allclose(np.sqrt(squares), np.sqrt(predicted), rtol=off)
    assert np.mean(squares) ** 0.5 == pytest.approx(np.mean(predicted) ** 0.5, rel=0.1)


def test_single_sublayers_of_post_are_worth_from_less_than_a_half_to_more_than_one(stack):
    every = []
    for seed in range(10):
        x, weights, _ = stack(48, seed=seed)
        every.append(wirings.worth(wirings.stack("post", weights), torch.from_numpy(x)))
    assert np.min(every) == pytest.approx(0.4, abs=0.05)
    assert np.max(every) == pytest.approx(1.3, abs=0.05)


def test_a_gradient_as_small_as_adams_epsilon_moves_a_weight_by_less_than_the_rate():
    weight = torch.zeros(3, requires_grad=True)
    adam = torch.optim.Adam([weight], lr=0.001)
    weight.grad = torch.tensor([1e-4, 1e-8, 1e-10])
    adam.step()
    np.testing.assert_allclose(-weight.detach() / 0.001, [1, 1 / 2, 1 / 101], rtol=1e-3)


def first_steps(placement, seed, rates=()):
    """Return how far the output moves by a random step of 0.001, and by Adam's first at a rate."""
    digits, model = load_digits(standardize=True), build(Settings(), placement, 24, seed)
    start = {name: value.clone() for name, value in model.state_dict().items()}
    weights = [p for p in model.classifier.blocks.parameters() if p.dim() > 1]
    streams = []
    model.classifier.blocks[-1].register_forward_hook(lambda _, x, y: streams.append(y.detach()))

    def moved():
        model(digits.train_images[:64])
        now = torch.nn.functional.layer_norm(streams[-1], streams[-1].shape[-1:])
        ends.append(now)
        return (now - ends[0]).std().item()

    ends = []
    moved()
    torch.manual_seed(seed)
    with torch.no_grad():
        for weight in weights:
            weight += 0.001 * torch.randn_like(weight)
    moves = [moved()]
    for rate in rates:
        model.load_state_dict(start)
        adam = torch.optim.Adam(weights, lr=rate)
        update(model, adam, *next(batches(digits, 32, seed)))
        moves.append(moved())
    return moves


@pytest.mark.parametrize("seed", range(5))
def test_adams_first_step_moves_the_output_at_least_nine_times_as_far_as_a_random_one(seed):
    pre, post = (first_steps(p, seed, (0.001, 0.001 / 15)) for p in ("pre", "post"))
    for random, adam, _ in (pre, post):
        assert adam > 9 * random
        assert 0.7 < adam < 1.4
    assert 0.08 < pre[2] < 0.22
    assert 0.25 < post[2] < 0.85


def test_a_random_step_moves_olmo2_of_24_blocks_further_than_post():
    olmo2, post = (
        np.mean([first_steps(placement, seed)[0] for seed in range(5)])
        for placement in ("olmo2", "post")
    )
    assert olmo2 > 1.2 * post


def at_depth(placement, blocks=24):
    layers = measure_layers(
        build(Settings(), placement, blocks, seed=0), load_digits(standardize=True)
    )
    return np.array(layers["gradient"]), np.array(layers["variance"])


def test_layer_norm_scaling_holds_the_stream_of_a_transformer_and_quiets_its_last_gradient():
    (pre, grown), (scaled, held) = at_depth("pre"), at_depth("lns")
    assert grown[-1] > 20 > 5 > held[-1]
    assert scaled[-1] / scaled[0] < pre[-1] / pre[0]


def test_mix_ln_begins_the_stream_of_pre_anew_behind_its_post_blocks():
    _, variance = at_depth(["post"] * 6 + ["pre"] * 18)
    np.testing.assert_allclose(variance[1:7], 1, atol=0.01)
    assert variance[7] > 1.5
    assert variance[-1] > 15


def test_keel_gives_all_blocks_of_a_transformer_the_same_gradient():
    gradient, variance = at_depth("keel")
    np.testing.assert_allclose(variance[1:], 1, atol=0.01)
    assert gradient.max() / gradient.min() < 1.5


def test_the_start_of_the_playground_is_what_its_words_say():
    panels = draw(12, 1.0, 0.01).panels
    ends = [{line.name: line.y for line in panel.marks} for panel in panels]
    for name in ("pre", "sandwich", "OLMo 2"):
        assert ends[0][name][-1] > 15
        assert ends[1][name][-1] < 0.3
    assert ends[0]["post"][-1] == pytest.approx(1, abs=0.01)
    moved = {name: values[-1] for name, values in ends[2].items()}
    assert max(moved, key=moved.get) == "post"
    assert min(moved, key=moved.get) == "DeepNorm"


@pytest.mark.parametrize("start", ["none", "warmup"])
def test_at_24_blocks_post_fails_at_rates_at_which_the_others_train(record, start):
    found = record["grid"]["24"][start]
    assert max(found["post"]["runs"]["0.001"]["accuracy"]) < 0.2
    for placement in set(PLACEMENTS) - {"post"}:
        assert min(min(run["accuracy"]) for run in found[placement]["runs"].values()) > 0.85


def test_at_its_own_best_rate_post_overlaps_with_pre_at_6_blocks_and_is_behind_at_24(record):
    shallow, deep = (record["grid"][depth]["warmup"] for depth in ("6", "24"))
    without = record["grid"]["24"]["none"]
    assert shallow["post"]["best"] == shallow["pre"]["best"] / 2
    assert shallow["post"]["at"]["1"][1] < shallow["pre"]["at"]["1"][2]
    assert deep["post"]["best"] == deep["pre"]["best"] / 8
    assert without["post"]["best"] == without["pre"]["best"] / 4
    for found in (deep, without):
        for placement in set(PLACEMENTS) - {"post"}:
            assert found["post"]["at"]["1"][1] > 2 * found[placement]["at"]["1"][2]


def test_normformer_neither_levels_the_gradients_at_rest_nor_beats_pre_at_24_blocks(record):
    for depth in ("24", "48"):
        ratios = {
            wiring: record["init"][wiring][depth]["gradient"] for wiring in ("pre", "normformer")
        }
        pre, normformer = (gradient[0] / gradient[-1] for gradient in ratios.values())
        assert normformer > pre
    pre, normformer = (record["grid"]["24"]["warmup"][w]["at"]["1"] for w in ("pre", "normformer"))
    assert pre[1] < normformer[1] < pre[2] < normformer[2]
