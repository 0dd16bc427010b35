"""Iris with NumPy alone: a network of one hidden layer, its gradients by hand, and Adam.

Four lengths of a flower go to 8 hidden units, through a norm and a ReLU, to the scores of three
species. The norm is LayerNorm, or none; `normbook.norms` computes it and its gradient.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from normbook.norms import LayerNormCache, layer_norm_backward, layer_norm_forward

Array = npt.NDArray[np.floating[Any]]
Labels = npt.NDArray[np.int64]
Norm = Literal["layer", "none"]
Parameters = dict[str, Array]

FLOWERS = Path(__file__).parent.parent / "data" / "iris.csv"
SPECIES = ("setosa", "versicolor", "virginica")
HIDDEN = 8
"""Hidden units of the network."""
BETA1, BETA2, ADAM_EPS = 0.9, 0.999, 1e-8
"""Adam's decay rates of the two moments, and its epsilon; the values of its paper."""


class Flowers(NamedTuple):
    """Measurements ``(150, 4)`` in millimetres, and species ``(150,)`` from 0 to 2."""

    lengths: Array
    labels: Labels


def load_flowers() -> Flowers:
    """Return the flowers: 50 of each species, in the order of `SPECIES`.

    Examples
    --------
    >>> load_flowers().lengths[0]
    array([51., 35., 14.,  2.])

    References
    ----------
    Fisher (1936), The use of multiple measurements in taxonomic problems, Annals of Eugenics 7.
    """
    lines = FLOWERS.read_text(encoding="utf-8").splitlines()
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))[1:]
    lengths = np.array([[float(value) for value in row[:4]] for row in rows])
    return Flowers(lengths, np.array([SPECIES.index(row[4]) for row in rows]))


def initialize(norm: Norm, seed: int) -> Parameters:
    """Return the parameters to start from.

    Parameters
    ----------
    norm : "layer" or "none"
        With "layer" there are ``weight`` and ``bias`` of the norm, ``(8,)``, 1 and 0.
    seed : int
        Seed of the random matrices, which are the same for both norms.

    Returns
    -------
    dict of str to ndarray
        ``w1`` (4, 8), ``b1`` (8,), ``w2`` (8, 3), ``b2`` (3,), and those of the norm. Matrices are
        normal, with variance 2 over the number of their inputs; vectors are 0.

    Raises
    ------
    ValueError
        If norm is another.
    """
    if norm not in get_args(Norm):
        raise ValueError(f"norm is {norm!r}; expected one of {get_args(Norm)}.")
    rng = np.random.default_rng(seed)
    parameters: Parameters = {
        "w1": rng.normal(scale=np.sqrt(2 / 4), size=(4, HIDDEN)),
        "b1": np.zeros(HIDDEN),
        "w2": rng.normal(scale=np.sqrt(2 / HIDDEN), size=(HIDDEN, 3)),
        "b2": np.zeros(3),
    }
    if norm == "layer":
        parameters |= {"weight": np.ones(HIDDEN), "bias": np.zeros(HIDDEN)}
    return parameters


class Cache(NamedTuple):
    """Intermediates of `forward` that `backward` needs."""

    x: Array
    """(N, 4): the flowers."""
    normalized: LayerNormCache | None
    """Cache of the norm; None where there is no norm."""
    u: Array
    """(N, 8): the hidden units before the ReLU."""
    a: Array
    """(N, 8): the hidden units behind the ReLU."""


def forward(p: Parameters, x: Array) -> tuple[Array, Cache]:
    """Return the scores ``(N, 3)`` of flowers ``(N, 4)``, and a cache."""
    u: Array = x @ p["w1"] + p["b1"]
    normalized = None
    if "weight" in p:
        u, normalized = layer_norm_forward(u, HIDDEN, p["weight"], p["bias"])
    a = np.maximum(u, 0)
    return a @ p["w2"] + p["b2"], Cache(x, normalized, u, a)


def backward(p: Parameters, dscores: Array, cache: Cache) -> Parameters:
    """Return the gradients of the parameters, given the gradient of the scores ``(N, 3)``."""
    gradients: Parameters = {"w2": cache.a.T @ dscores, "b2": dscores.sum(axis=0)}
    du: Array = (dscores @ p["w2"].T) * (cache.u > 0)
    if cache.normalized is not None:
        du, dweight, dbias = layer_norm_backward(du, cache.normalized)
        assert dweight is not None and dbias is not None  # noqa: PT018 - the norm has both
        gradients |= {"weight": dweight, "bias": dbias}
    return gradients | {"w1": cache.x.T @ du, "b1": du.sum(axis=0)}


def cross_entropy(scores: Array, labels: Labels) -> tuple[float, Array]:
    """Return the mean of −log softmax at the labels, and the gradient of the scores.

    Scores and their gradient are ``(N, classes)``, labels ``(N,)`` from 0 to classes − 1.
    """
    shifted = scores - scores.max(axis=1, keepdims=True)  # so that no exp overflows
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    one_hot = np.eye(scores.shape[1])[labels]
    return -float(np.mean(np.sum(log_p * one_hot, axis=1))), (np.exp(log_p) - one_hot) / len(labels)


class Moments(NamedTuple):
    """Adam's running means, by the name of the parameter."""

    m: Parameters
    """Of the gradient."""
    v: Parameters
    """Of its square."""


def no_moments(p: Parameters) -> Moments:
    """Return the moments before the first step."""
    zeros = {name: np.zeros_like(value) for name, value in p.items()}
    return Moments(zeros, zeros)


def adam_step(
    p: Parameters, gradients: Parameters, moments: Moments, t: int, lr: float
) -> tuple[Parameters, Moments]:
    """Return the parameters and moments after step ``t``, counted from 1.

    References
    ----------
    Kingma & Ba (2015), Adam: a method for stochastic optimization, algorithm 1, arXiv:1412.6980.
    """
    m: Parameters = {n: BETA1 * moments.m[n] + (1 - BETA1) * g for n, g in gradients.items()}
    v: Parameters = {n: BETA2 * moments.v[n] + (1 - BETA2) * g**2 for n, g in gradients.items()}
    moved: Parameters = {}
    for name, value in p.items():
        m_hat, v_hat = m[name] / (1 - BETA1**t), v[name] / (1 - BETA2**t)
        moved[name] = value - lr * m_hat / (np.sqrt(v_hat) + ADAM_EPS)
    return moved, Moments(m, v)


class Run(NamedTuple):
    """The result of `train`."""

    parameters: Parameters
    """After the last step."""
    losses: Array
    """(steps,): the loss before each step."""


def train(
    x: Array, labels: Labels, norm: Norm, seed: int = 0, lr: float = 0.05, steps: int = 100
) -> Run:
    """Train on all rows at once.

    Parameters
    ----------
    x : ndarray, shape (N, 4)
        The measurements, as the network is to see them.
    labels : ndarray of int, shape (N,)
        Species, from 0 to 2.
    norm : "layer" or "none"
        The norm before the ReLU.
    seed : int
        Seed of the first parameters.
    lr : float
        Adam's learning rate.
    steps : int
        Number of steps.

    Returns
    -------
    Run

    Examples
    --------
    >>> flowers = load_flowers()
    >>> run = train(flowers.lengths / 10, flowers.labels, "layer")
    >>> bool(run.losses[-1] < run.losses[0])
    True
    """
    p = initialize(norm, seed)
    moments = no_moments(p)
    losses = np.empty(steps)
    for step in range(steps):
        scores, cache = forward(p, x)
        losses[step], dscores = cross_entropy(scores, labels)
        p, moments = adam_step(p, backward(p, dscores, cache), moments, step + 1, lr)
    return Run(p, losses)


def last_losses(x: Array, labels: Labels, seeds: int = 10) -> dict[Norm, Any]:
    """Train with each norm from several seeds; return the median of the losses at the last step."""
    norms: tuple[Norm, ...] = ("layer", "none")
    return {
        norm: np.median([train(x, labels, norm, seed).losses[-1] for seed in range(seeds)])
        for norm in norms
    }


def accuracy(p: Parameters, x: Array, labels: Labels) -> float:
    """Return the share of flowers, from 0 to 1, whose own species has the largest score."""
    return float(np.mean(forward(p, x)[0].argmax(axis=1) == labels))


def folds(labels: Labels, count: int = 5, seed: int = 0) -> Iterator[tuple[Labels, Labels]]:
    """Yield the rows to train on and those to test on, ``count`` times, each row tested once.

    Each part has as many flowers of each species as any other.
    """
    rng = np.random.default_rng(seed)
    parts = [np.array_split(rng.permutation(np.flatnonzero(labels == k)), count) for k in range(3)]
    tests = [np.concatenate(each) for each in zip(*parts, strict=True)]
    for test in tests:
        yield np.setdiff1d(np.arange(len(labels)), test), test


def cross_validate(
    lengths: Array, labels: Labels, norm: Norm, repeats: int = 1, count: int = 5
) -> list[float]:
    """Return the accuracy on each fold of a network that was trained on the others.

    Columns are standardized by the mean and deviation of the training rows alone.
    """
    accuracies = []
    for seed in range(repeats):
        for train_rows, test_rows in folds(labels, count, seed):
            seen = lengths[train_rows]
            x = (lengths - seen.mean(axis=0)) / seen.std(axis=0)
            run = train(x[train_rows], labels[train_rows], norm, seed)
            accuracies.append(accuracy(run.parameters, x[test_rows], labels[test_rows]))
    return accuracies


def numerical_slope(
    p: Parameters, name: str, x: Array, labels: Labels, index: int = 0, step: float = 1e-6
) -> float:
    """Return the derivative of the loss by one entry of a parameter, by a central difference."""
    losses = []
    for sign in (1, -1):
        moved = p | {name: p[name].copy()}
        moved[name].flat[index] += sign * step
        losses.append(cross_entropy(forward(moved, x)[0], labels)[0])
    return (losses[0] - losses[1]) / (2 * step)
