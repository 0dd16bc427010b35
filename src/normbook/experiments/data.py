"""The data of all experiments: 1797 handwritten digits, and the start of a play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import torch
from torch import Tensor

from normbook.data import DATA

DIGITS = DATA / "digits.npz"
PLAY = DATA / "shakespeare.txt"
TEST_SIZE = 360
CONTEXT = 8  # characters that are read, to tell the next one
SYMBOLS = 36  # characters that the play has, capitals not counted
TEST_CONTEXTS = 2000

Split: TypeAlias = tuple[Tensor, Tensor, Tensor, Tensor]
"""Inputs and labels to train on, then inputs and labels to test on."""


class Digits(NamedTuple):
    """Images ``(N, 8, 8)`` of float32 and labels ``(N,)`` from 0 to 9, in a fixed split."""

    train_images: Tensor
    train_labels: Tensor
    test_images: Tensor
    test_labels: Tensor


class Text(NamedTuple):
    """Contexts ``(N, CONTEXT)`` of characters' numbers, and the next ones ``(N,)``, split."""

    train_contexts: Tensor
    train_next: Tensor
    test_contexts: Tensor
    test_next: Tensor


def load_digits(standardize: bool = False) -> Digits:
    """Return the digits: 1437 to train on, 360 to test on.

    Parameters
    ----------
    standardize : bool
        Whether to give the pixels, all together, the mean 0 and the variance 1 over the training
        images; otherwise they are from 0 to 1.

    Returns
    -------
    Digits

    Examples
    --------
    >>> digits = load_digits()
    >>> digits.train_images.shape, digits.test_images.shape
    (torch.Size([1437, 8, 8]), torch.Size([360, 8, 8]))

    References
    ----------
    Alpaydin & Kaynak (1998), Optical Recognition of Handwritten Digits, UCI Machine Learning
    Repository, doi:10.24432/C50P49, licensed CC BY 4.0: its test set, as scikit-learn ships it.
    """
    with np.load(DIGITS) as file:
        images = torch.from_numpy(file["images"]).float() / 16  # pixels are from 0 to 16
        labels = torch.from_numpy(file["labels"]).long()
    # Shuffled, so that the split does not hang on the order of the file.
    order = torch.from_numpy(np.random.default_rng(0).permutation(len(labels)))
    test, train = order[:TEST_SIZE], order[TEST_SIZE:]
    if standardize:
        images = (images - images[train].mean()) / images[train].std(correction=0)
    return Digits(images[train], labels[train], images[test], labels[test])


def load_text() -> Text:
    """Return the start of *Coriolanus* by its characters, of which the last are to test on.

    Capitals and small letters are one, so that there are fewer characters to choose from.

    Examples
    --------
    >>> text = load_text()
    >>> text.train_contexts.shape, text.test_next.shape
    (torch.Size([47964, 8]), torch.Size([2000]))
    >>> symbols = sorted(set(PLAY.read_text("utf-8").lower()))
    >>> "".join(symbols[i] for i in text.train_contexts[6])
    'citizen:'

    References
    ----------
    W. Shakespeare, The Tragedy of Coriolanus, acts 1 and 2, in the layout of A. Karpathy's
    "tinyshakespeare"; in the public domain.
    """
    characters = PLAY.read_text("utf-8").lower()
    numbers = {symbol: i for i, symbol in enumerate(sorted(set(characters)))}
    text = torch.tensor([numbers[symbol] for symbol in characters])
    contexts, following = text[:-1].unfold(0, CONTEXT, 1), text[CONTEXT:]
    # Nothing that is tested on was part of a context to train on.
    train = len(following) - TEST_CONTEXTS - CONTEXT
    test = slice(-TEST_CONTEXTS, None)
    return Text(contexts[:train], following[:train], contexts[test], following[test])


def batches(data: Split, batch_size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield inputs and labels to train on without end, in a new order each epoch.

    The last batch of an epoch is dropped where it is smaller than the others.

    Examples
    --------
    >>> images, labels = next(batches(load_digits(), batch_size=4, seed=0))
    >>> images.shape, labels.shape
    (torch.Size([4, 8, 8]), torch.Size([4]))
    """
    inputs, labels, _, _ = data
    generator = torch.Generator().manual_seed(seed)
    while True:
        order = torch.randperm(len(labels), generator=generator)
        for chosen in torch.split(order, batch_size):
            if len(chosen) == batch_size:
                yield inputs[chosen], labels[chosen]
