"""A norm of a reader's own, at work: right ones learn, wrong ones are told what is wrong."""

import json
import re
from contextlib import suppress
from itertools import islice

import numpy as np
import pytest

from normbook.capstones import own_norm
from normbook.capstones.own_norm import BACKWARD, FORWARD, BrokenNormError, race, show, train
from normbook.experiments.data import load_digits
from normbook.grader import find
from normbook.norms import layer_norm
from normbook.playgrounds.panel import network


def function(slug, path):
    return own_norm.function_of(path.read_text(encoding="utf-8"), slug)


def mistaken(slug, bug):
    return own_norm.function_of(own_norm.mistake(slug, bug)[slug], slug)


def last(forward, backward, seed):
    """Return the mean loss of the last ten of 100 steps."""
    return np.mean(list(train(forward, backward, seed, steps=100))[-10:])


def laps(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_digits_are_the_first_to_train_on_of_the_experiments():
    pixels, labels = own_norm.load_digits()
    digits = load_digits()
    np.testing.assert_array_equal(pixels, digits.train_images[:500].flatten(1))
    np.testing.assert_array_equal(labels, digits.train_labels[:500])


def test_the_digits_of_the_playgrounds_are_those_of_the_experiments_in_the_same_order():
    images, labels = network.load_digits()
    digits = load_digits()
    parts = (digits.test_images, digits.train_images)
    pixels = np.concatenate([part.double().numpy() for part in parts])
    np.testing.assert_allclose(images, (pixels - pixels.mean()) / pixels.std(), atol=1e-12)
    np.testing.assert_array_equal(labels, np.append(digits.test_labels, digits.train_labels))


def test_every_gradient_is_the_slope_of_the_loss():
    pixels, labels = (part[:7] for part in own_norm.load_digits())
    layers = own_norm.initialize(seed=0)

    def loss():
        return own_norm.loss_and_gradients(layers, pixels, labels, layer_norm, own_norm.backward)

    _, gradients = loss()
    for layer, gradient in zip(layers, gradients, strict=True):
        assert layer.keys() == gradient.keys()
        for name, slope in gradient.items():
            ends = []
            for nudge in (1e-6, -2e-6):
                layer[name].flat[1] += nudge
                ends.append(loss()[0])
            layer[name].flat[1] += 1e-6
            np.testing.assert_allclose(slope.flat[1], (ends[0] - ends[1]) / 2e-6, atol=1e-7)


def test_both_solutions_learn_as_the_book_does():
    solved = [function(slug, find(slug).solution) for slug in (FORWARD, BACKWARD)]
    ours = list(train(*solved, steps=60))
    np.testing.assert_allclose(ours, list(train(layer_norm, own_norm.backward, steps=60)))
    assert np.mean(ours[-10:]) < 0.5 * ours[0]


def test_statistics_held_constant_cost_a_quarter_or_more():
    wrong = mistaken(BACKWARD, "statistics_are_held_constant")
    for seed in range(10):
        assert last(layer_norm, wrong, seed) > 1.25 * last(layer_norm, own_norm.backward, seed)


# ---- what is broken


def raising(x, *_):
    rows = len(x)
    raise ValueError(f"not {rows} rows")


@pytest.mark.parametrize(
    ("forward", "backward", "words"),
    [
        (raising, own_norm.backward, r"layer_norm raised ValueError: not 50 rows \(line \d+\)"),
        (lambda x, *_: x.sum(axis=1), own_norm.backward, r"an array of shape \(50,\) where \(50, "),
        (lambda x, *_: x * np.nan, own_norm.backward, "layer_norm gives an array with NaN in it"),
        (lambda *_: None, own_norm.backward, r"a NoneType where an array of shape \(50, 32\) is"),
        (lambda x, *_: x.tolist(), own_norm.backward, "layer_norm gives a list where an array of"),
        (layer_norm, lambda dy, x, _: (dy, x[0], [0.0] * 32), "gives a list where dbias of shape"),
        (lambda x, *_: x.astype(object), own_norm.backward, "an array of object where numbers"),
        (lambda x, *_: x.astype(str), own_norm.backward, "an array of <U32 where numbers"),
        (layer_norm, lambda dy, *_: dy, "gives no tuple of three"),
        (layer_norm, lambda dy, x, _: (dy, x, x), r"gives dweight of shape \(50, 32\)"),
        (lambda x, *_: x * 1e200, own_norm.backward, "the network has diverged"),
        (layer_norm, lambda dy, x, _: (1e200 * x, *[np.full(32, 1e308)] * 2), "has diverged"),
    ],
)
def test_what_is_wrong_is_said(forward, backward, words):
    with pytest.raises(BrokenNormError, match=words):
        list(train(forward, backward, steps=2))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def layer_norm(:", "layer_norm does not load: SyntaxError: .*(line 1)"),
        ("import nothing_like_it", "does not load: ModuleNotFoundError"),
        ("layer_norm = 1", "your code defines no function layer_norm"),
    ],
)
def test_a_source_without_the_function_is_told_so(source, words):
    with pytest.raises(BrokenNormError, match=words):
        own_norm.function_of(source, FORWARD)


def test_every_mistake_trains_or_is_told_why_not():
    """None of the exercises' wrong solutions ends the run in another way."""
    for slug, place in ((FORWARD, 0), (BACKWARD, 1)):
        for path in find(slug).mutants:
            functions = [layer_norm, own_norm.backward]
            functions[place] = function(slug, path)
            with suppress(BrokenNormError):
                assert len(list(train(*functions, steps=3))) == 3


# ---- side by side


def test_runners_take_turns_and_who_breaks_ends_alone():
    runners = {"book": (layer_norm, own_norm.backward), "own": (layer_norm, lambda *_: None)}
    turns = list(race(runners, steps=12))
    assert [(name, len(losses)) for name, losses, _, _ in turns] == [
        *(("book", 5), ("own", 0)),
        *(("book", 5), ("book", 2)),
    ]
    assert [bool(ended) for *_, ended in turns] == [False, True, False, False]


def test_a_race_ends_when_its_time_is_up():
    times = iter(range(0, 1000, 3))
    runners = dict.fromkeys(("book", "own"), (layer_norm, own_norm.backward))
    turns = list(race(runners, seconds=10, clock=lambda: next(times)))
    assert [seconds for *_, seconds, _ in turns] == [3, 3, 6, 6, 9]
    assert ["used up" in ended for *_, ended in turns] == [False, False, False, True, True]


def test_a_page_gets_lines_of_json_and_nothing_that_the_norm_prints(capsys):
    solution = find(FORWARD).solution.read_text(encoding="utf-8")
    show({FORWARD: "print(1)\n" + solution}, steps=5)
    assert [(lap["name"], len(lap["losses"]), lap["ended"]) for lap in laps(capsys)] == [
        ("book", 5, ""),
        ("own", 5, ""),
    ]


def test_a_page_is_told_of_code_that_does_not_load_and_the_book_trains_on(capsys):
    show({BACKWARD: find(BACKWARD).stub, FORWARD: "("}, steps=5)
    first, second = laps(capsys)
    assert re.match("layer_norm does not load: SyntaxError", first["ended"])
    assert (second["name"], len(second["losses"])) == ("book", 5)


def test_what_a_page_is_sent_fits_into_what_it_shows(capsys):
    show(own_norm.mistake(BACKWARD, "eps_is_forgotten"), steps=20)
    sent = len(capsys.readouterr().out)
    assert sent * own_norm.STEPS / 20 < 20_000  # characters


def test_a_run_can_be_left_at_any_step():
    assert len(list(islice(train(layer_norm, own_norm.backward), 3))) == 3
