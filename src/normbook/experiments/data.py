"""The data of all experiments: 1797 handwritten digits, 8 by 8 pixels each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

DIGITS = Path(__file__).parent.parent / "data" / "digits.npz"
TEST_SIZE = 360


class Digits(NamedTuple):
    """Images ``(N, 8, 8)`` of float32 and labels ``(N,)`` from 0 to 9, in a fixed split."""

    train_images: Tensor
    train_labels: Tensor
    test_images: Tensor
    test_labels: Tensor


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


def batches(digits: Digits, batch_size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield training images and labels without end, in a new order each epoch.

    The last batch of an epoch is dropped where it is smaller than the others.

    Examples
    --------
    >>> images, labels = next(batches(load_digits(), batch_size=4, seed=0))
    >>> images.shape, labels.shape
    (torch.Size([4, 8, 8]), torch.Size([4]))
    """
    generator = torch.Generator().manual_seed(seed)
    while True:
        order = torch.randperm(len(digits.train_labels), generator=generator)
        for chosen in torch.split(order, batch_size):
            if len(chosen) == batch_size:
                yield digits.train_images[chosen], digits.train_labels[chosen]
