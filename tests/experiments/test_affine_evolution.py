import numpy as np
import pytest
import torch

from normbook.data import read_record
from normbook.experiments.affine_evolution import QUICK, VARIANTS, layer_names, train
from normbook.experiments.models import DigitTransformer
from normbook.nn import LayerNorm


@pytest.fixture(scope="module")
def record():
    return read_record("affine_evolution")


def test_only_what_a_variant_has_is_recorded():
    found = {
        variant: [kind for kind in ("weight", "bias") if train(QUICK, variant, 0)[kind]["final"]]
        for variant in VARIANTS
    }
    assert found == {"affine": ["weight", "bias"], "weight": ["weight"], "none": []}


def test_the_variants_start_from_the_same_function(record):
    # Before the first step all weights are 1 and all biases 0, so the first loss is the same.
    short = QUICK._replace(steps=(1,))
    losses = {variant: train(short, variant, 0)["loss"] for variant in VARIANTS}
    assert losses["affine"] == losses["weight"] == pytest.approx(losses["none"])


def test_layers_are_named_in_the_order_in_which_x_meets_them():
    met = []
    model = DigitTransformer(8, 16, depth=2, norm=LayerNorm)
    names = [name for name, module in model.named_modules() if isinstance(module, LayerNorm)]
    for name in names:
        module = model.get_submodule(name)
        module.register_forward_hook(lambda *_, name=name: met.append(name))
    model(torch.randn(2, 8, 8))
    assert met == names
    assert len(names) == len(layer_names(2)) == 5


def test_the_record_has_quantiles_for_each_layer_seed_and_step(record):
    seeds, steps = len(record["seeds"]), len(record["steps"])
    assert len(record["layers"]) == 2 * record["depth"] + 1
    for kind in ("weight", "bias"):
        assert list(record[kind]) == record["layers"]
        for values in record[kind].values():
            assert np.shape(values) == (seeds, steps, len(record["quantiles"]))
            assert (np.diff(values, axis=-1) >= 0).all()


def test_every_weight_starts_at_1_and_every_bias_at_0(record):
    for layer in record["layers"]:
        assert (np.array(record["weight"][layer])[:, 0] == 1).all()
        assert (np.array(record["bias"][layer])[:, 0] == 0).all()


def test_the_record_has_losses_for_each_variant_and_seed(record):
    seeds = len(record["seeds"])
    assert record["loss_steps"] == record["steps"][1:]
    for variant in VARIANTS:
        run = record["runs"][variant]
        assert np.shape(run["loss"]) == (seeds, len(record["loss_steps"]))
        assert {np.shape(run[key]) for key in ("final_loss", "test_loss", "accuracy")} == {(seeds,)}


def test_all_variants_learn(record):
    assert all(min(run["accuracy"]) > 0.9 for run in record["runs"].values())
