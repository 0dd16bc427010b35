"""The random numbers of widgets/_shared/random.mjs, once more."""

from __future__ import annotations

import math
from functools import reduce

import numpy as np
from numpy.typing import NDArray

WORD = 2**32


class Stream:
    """Numbers that begin at a seed, from 0 to 2**32 - 1."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def uniform(self) -> float:
        """Return the next, uniform from 0 to 1."""
        self.state = (1664525 * self.state + 1013904223) % WORD
        return self.state / WORD

    def deviate(self) -> float:
        """Return the next, nearly normal, with mean 0 and variance 1."""
        return math.fsum(self.uniform() for _ in range(12)) - 6

    def deviates(self, *shape: int) -> NDArray[np.float64]:
        """Return the next ones, in this shape."""
        return np.array([self.deviate() for _ in range(math.prod(shape))]).reshape(shape)

    def shuffled(self, order: list[int]) -> list[int]:
        """Return what Fisher and Yates's shuffle makes of an order."""
        order = list(order)
        for i in range(len(order) - 1, 0, -1):
            j = int((i + 1) * self.uniform())
            order[i], order[j] = order[j], order[i]
        return order


def stream_of(seed: int, purpose: str) -> Stream:
    """Return the stream that a purpose has of a seed."""
    text = f"{seed} {purpose}".encode("ascii")
    mixed = reduce(lambda sofar, byte: (sofar ^ byte) * 16777619 % WORD, text, 2166136261)
    mixed = (mixed ^ mixed >> 16) * 0x85EBCA6B % WORD
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35 % WORD
    return Stream(mixed ^ mixed >> 16)
