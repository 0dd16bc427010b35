"""What PyTorch makes of the laboratory's networks: same first weights, same batches, float64.

They are wired by :class:`normbook.nn.Residual`, and trained by PyTorch's own gradients and
optimizers. Points, batches and weights are drawn here once more, from the same streams.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from typing import Any, NamedTuple, get_args

import numpy as np
import torch
from laboratory_digits import digits
from torch import Tensor, nn
from torch.nn import functional as F

from normbook.nn import DynamicTanh, MultiheadSelfAttention, Residual
from normbook.nn.residual import CLOSED, Placement
from vectors.shorten import shorten
from vectors.streams import Stream, stream_of

START: dict[str, Any] = {
    "data": "spirals",
    "blocks": 2,
    "width": 8,
    "norm": "layer",
    "placement": "pre",
    "activation": "gelu",
    "epsilon": 1e-3,
    "learn_gamma": True,
    "qk_norm": False,
    "rate": 0.001,
    "warm_up": 0,
    "batch_size": 16,
    "weight_scale": 1,
    "input_scale": 1,
    "optimizer": "adam",
    "seed": 0,
}
TOKENS = {"data": "tokens", "batch_size": 8}
PLACEMENTS = ("plain", *get_args(Placement))
# A group has a quarter of the features: two become ±1, where too small a difference is felt.
WIDTH = {"none": 8, "batch": 8, "layer": 8, "rms": 8, "group": 16, "dyt": 8}
VARIANTS: tuple[dict[str, Any], ...] = (
    *({**TOKENS, "placement": placement} for placement in PLACEMENTS),
    *({**TOKENS, "norm": norm, "width": WIDTH[norm]} for norm in WIDTH if norm != "layer"),
    {**TOKENS, "qk_norm": True, "placement": "olmo2"},
    {"data": "digits", "activation": "relu"},
    {"data": "circles", "activation": "relu", "seed": 1},
    {"data": "xor", "activation": "tanh", "seed": 2},
    {"optimizer": "sgd", "rate": 0.01, "warm_up": 20},
    {"norm": "rms", "warm_up": 10, "learn_gamma": False, "placement": "post"},
    {"norm": "dyt", "learn_gamma": False},
    {"norm": "batch", "batch_size": 2, "epsilon": 0.1},
    {"norm": "batch", "optimizer": "sgd", "rate": 0.01},
    {"norm": "batch", "optimizer": "sgd", "rate": 0.01, "placement": "post", **TOKENS},
    {"weight_scale": 0.5, "input_scale": 100},
)
STEPS = (1, 2, 5, 10, 20, 30, 40, 50)
ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "gelu": nn.GELU, "tanh": nn.Tanh}


def cases() -> list[dict[str, Any]]:
    """Return each norm in each placement, then what else may be set, then parts alone."""
    specs = [
        {"norm": norm, "placement": where, "width": WIDTH[norm]}
        for norm, where in product(WIDTH, PLACEMENTS)
    ]
    return [
        *(trained({**START, **spec}) for spec in (*specs, *VARIANTS)),
        *(drawn(data) for data in DRAW),
        *(optimized(optimizer) for optimizer in ("adam", "sgd")),
        activated(),
    ]


def trained(spec: dict[str, Any]) -> dict[str, Any]:
    """Return the losses of some steps, and what the held-out examples say after the last."""
    training, held_out = examples(spec["data"], spec["seed"])
    inputs, held_out_inputs = standardized(spec, training.inputs, held_out.inputs)
    network = Network(spec, training)
    optimizer = make_optimizer(spec["optimizer"], network.parameters())
    losses = []
    for step, batch in enumerate(islice(batches(spec, len(inputs)), STEPS[-1]), start=1):
        for group in optimizer.param_groups:
            group["lr"] = spec["rate"] * min(1, step / max(1, spec["warm_up"]))
        loss = F.cross_entropy(network(inputs[batch]), training.labels[batch])
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        losses.append(loss.item())
    case = {
        "kind": "trained",
        "spec": spec,
        "steps": STEPS,
        "losses": shorten([losses[step - 1] for step in STEPS]),
    }
    # In front of BatchNorm a bias has no gradient but rounding, of which Adam makes steps: they
    # show in evaluation alone, where they differ from machine to machine.
    if spec["norm"] != "batch" or spec["optimizer"] != "adam":
        with torch.no_grad():
            logits = network.eval()(held_out_inputs)
        case["held_out_loss"] = shorten(F.cross_entropy(logits, held_out.labels))
        case["accuracy"] = float((logits.argmax(-1) == held_out.labels).double().mean())
    return case


def drawn(data: str) -> dict[str, Any]:
    """Return the first points, and those of the second batch."""
    training, _ = examples(data, seed=3)
    spec = {**START, "seed": 3}
    order = [batch.tolist() for batch in islice(batches(spec, len(training.labels)), 2)]
    inputs = shorten(training.inputs[:6])
    return {"kind": "drawn", "data": data, "seed": 3, "inputs": inputs, "batches": order}


def optimized(name: str) -> dict[str, Any]:
    """Return what three steps make of four numbers."""
    values = torch.tensor([1.0, -2.0, 0.0, 3.0], dtype=torch.float64, requires_grad=True)
    gradients = [[0.5, -1e-3, 0.0, 20.0], [0.25, 1e-3, 0.0, -1.0], [-4.0, 1e-9, 1.0, 0.0]]
    optimizer = make_optimizer(name, [values])
    path = []
    for gradient in gradients:
        values.grad = torch.tensor(gradient, dtype=torch.float64)
        optimizer.param_groups[0]["lr"] = 0.1
        optimizer.step()
        path.append(shorten(values.detach()))
    return {"kind": "optimized", "optimizer": name, "gradients": gradients, "path": path}


def activated() -> dict[str, Any]:
    """Return GELU, and its slope."""
    x = torch.linspace(-9, 9, 61, dtype=torch.float64, requires_grad=True)
    y = F.gelu(x)
    (slope,) = torch.autograd.grad(y.sum(), x)
    return {
        "kind": "activated",
        "x": shorten(x.detach()),
        "y": shorten(y.detach()),
        "slope": shorten(slope),
    }


# ---- data ----


class Examples(NamedTuple):
    """Inputs ``(N, features)`` as they are drawn, and labels ``(N,)``."""

    inputs: Tensor
    labels: Tensor


@cache
def examples(data: str, seed: int) -> tuple[Examples, Examples]:
    """Return what is trained on, and what is held out."""
    if data in ("digits", "tokens"):
        parts = digits()
        return images(parts["training"]), images(parts["held_out"])
    return (
        points(data, stream_of(seed, "training points"), 512),
        points(data, stream_of(seed, "held-out points"), 256),
    )


def images(part: dict[str, str]) -> Examples:
    """Return images that are stored as text."""
    pixels = np.frombuffer(part["pixels"].encode("ascii"), np.uint8).astype(np.float64) - ord("a")
    labels = torch.tensor([int(label) for label in part["labels"]])
    return Examples(torch.from_numpy(pixels).reshape(len(labels), 64), labels)


def points(data: str, stream: Stream, count: int) -> Examples:
    """Return points of two classes in turn."""
    labels = [i % 2 for i in range(count)]
    drawn = [DRAW[data](stream, label) for label in labels]
    return Examples(torch.tensor(drawn, dtype=torch.float64), torch.tensor(labels))


def spiral(stream: Stream, label: int) -> tuple[float, float]:
    """Return a point of one of two arms of 1.5 turns."""
    radius = math.sqrt(stream.uniform())
    return ring(stream, 0.95 * radius, 2 * math.pi * (1.5 * radius + label / 2), 0.02)


def circle(stream: Stream, label: int) -> tuple[float, float]:
    """Return a point of the outer or the inner circle."""
    return ring(stream, 0.4 if label else 0.8, 2 * math.pi * stream.uniform(), 0.06)


def ring(stream: Stream, radius: float, angle: float, noise: float) -> tuple[float, float]:
    """Return a point in polar coordinates, and off by some noise."""
    x = radius * math.cos(angle) + noise * stream.deviate()
    y = radius * math.sin(angle) + noise * stream.deviate()
    return max(-1, min(1, x)), max(-1, min(1, y))


def quadrant(stream: Stream, label: int) -> tuple[float, float]:
    """Return a point off the axes; label 1 has coordinates of different signs."""
    x = away(2 * stream.uniform() - 1)
    y = away(abs(2 * stream.uniform() - 1))
    return x, y if (x < 0) == bool(label) else -y


def away(x: float) -> float:
    """Leave a gap around 0."""
    return float(0.05 * np.sign(x) + 0.95 * x)


DRAW = {"spirals": spiral, "circles": circle, "xor": quadrant}


def standardized(spec: dict[str, Any], *inputs: Tensor) -> list[Tensor]:
    """Return inputs as the network reads them; the first are those to train on."""
    mean, deviation = 0.0, math.sqrt(1 / 3)
    if spec["data"] in ("digits", "tokens"):
        mean, deviation = inputs[0].mean().item(), inputs[0].std(correction=0).item()
    scale = torch.ones(inputs[0].shape[1], dtype=torch.float64)
    scale[0] = spec["input_scale"]
    return [(each - mean) / deviation * scale for each in inputs]


def batches(spec: dict[str, Any], count: int) -> Iterator[Tensor]:
    """Yield the numbers of the examples of each batch, without end."""
    stream, size = stream_of(spec["seed"], "batches"), spec["batch_size"]
    order = list(range(count))
    while True:
        order = stream.shuffled(order)
        for start in range(0, count - size + 1, size):
            yield torch.tensor(order[start : start + size])


# ---- network ----


class Network(nn.Module):
    """Stem, blocks, a norm where the stream has none, head."""

    def __init__(self, spec: dict[str, Any], examples: Examples) -> None:
        super().__init__()
        self.spec, self.width = spec, spec["width"]
        features, classes = examples.inputs.shape[1], int(examples.labels.max()) + 1
        self.tokens = 8 if spec["data"] == "tokens" else 1
        share = 0.5 if self.tokens > 1 else 1
        inputs = features // self.tokens
        self.stem = self.linear("stem", inputs, self.width, math.sqrt(share / inputs))
        self.position = nn.Parameter(torch.zeros(self.tokens, self.width).double())
        if self.tokens > 1:
            draws = stream_of(spec["seed"], "position").deviates(self.tokens, self.width)
            self.position.data = torch.from_numpy(draws * math.sqrt(share))
        else:
            self.position.requires_grad_(False)
        self.blocks = nn.Sequential(
            *(
                self.wire(each, i + 1)
                for i in range(spec["blocks"])
                for each in self.sublayers(i + 1)
            )
        )
        is_open = spec["placement"] not in CLOSED
        self.norm = self.make_norm(self.width) if is_open else nn.Identity()
        spread = math.sqrt(2 / (self.width + classes))
        self.head = self.linear("head", self.width, classes, spread)
        self.double()

    def forward(self, x: Tensor) -> Tensor:
        """Map examples ``(N, features)`` to logits ``(N, classes)``."""
        tokens = torch.unflatten(x, -1, (self.tokens, -1))
        read: Tensor = self.norm(self.blocks(self.stem(tokens) + self.position))
        logits: Tensor = self.head(read.mean(1))
        return logits

    @property
    def depth(self) -> int:
        """Sublayers of the whole network."""
        return int(self.spec["blocks"]) * (2 if self.tokens > 1 else 1)

    def linear(self, name: str, inputs: int, outputs: int, spread: float) -> nn.Linear:
        """Return a layer with weights of the stream of its name."""
        layer = nn.Linear(inputs, outputs)
        draws = stream_of(self.spec["seed"], name).deviates(outputs, inputs)
        layer.weight.data = torch.from_numpy(draws * spread)
        nn.init.zeros_(layer.bias)
        return layer

    def inner(self, name: str, gain: float) -> nn.Linear:
        """Return a layer of a block."""
        spread = self.spec["weight_scale"] / math.sqrt(self.width) * gain
        return self.linear(name, self.width, self.width, spread)

    def sublayers(self, number: int) -> Iterator[nn.Module]:
        """Yield attention, for tokens alone, and a feed-forward network."""
        gain = (4 * self.depth) ** -0.25 if self.spec["placement"] == "deepnorm" else 1.0
        if self.tokens > 1:
            yield self.attention(f"block {number} attention", gain)
        name = f"block {number} feed-forward"
        activation = ACTIVATIONS[self.spec["activation"]]()
        yield nn.Sequential(
            self.inner(f"{name} first", gain), activation, self.inner(f"{name} second", gain)
        )

    def attention(self, name: str, gain: float) -> MultiheadSelfAttention:
        """Return self-attention in two heads."""
        eps = self.spec["epsilon"]
        qk_norm = (lambda size: nn.RMSNorm(size, eps)) if self.spec["qk_norm"] else None
        attention = MultiheadSelfAttention(self.width, num_heads=2, qk_norm=qk_norm)
        gains = {"query": 1.0, "key": 1.0, "value": gain}
        parts = [self.inner(f"{name} {part}", gain) for part, gain in gains.items()]
        attention.in_proj_weight.data = torch.cat([part.weight.data for part in parts])
        attention.out_proj = self.inner(f"{name} out", gain)
        return attention

    def wire(self, sublayer: nn.Module, layer: int) -> nn.Module:
        """Return a sublayer with its norms and its residual connection."""
        placement = self.spec["placement"]
        if placement == "plain":
            return nn.Sequential(self.make_norm(self.width), sublayer)
        depth = self.depth // 2
        return Residual(
            sublayer, self.width, placement, norm=self.make_norm, depth=depth, layer=layer
        )

    def make_norm(self, features: int) -> nn.Module:
        """Return a norm of tokens ``(N, T, D)``, each by itself save by BatchNorm."""
        eps = self.spec["epsilon"]
        make: dict[str, Callable[[], nn.Module]] = {
            "none": nn.Identity,
            "batch": lambda: ByRow(nn.BatchNorm1d(features, eps)),
            "layer": lambda: nn.LayerNorm(features, eps),
            "rms": lambda: nn.RMSNorm(features, eps),
            "group": lambda: ByRow(nn.GroupNorm(4, features, eps)),
            "dyt": lambda: DynamicTanh(features),
        }
        norm = make[self.spec["norm"]]()
        for name, parameter in norm.named_parameters():
            if name.endswith(("weight", "bias")) and not self.spec["learn_gamma"]:
                parameter.requires_grad_(False)
        return norm


class ByRow(nn.Module):
    """A norm of rows ``(N, D)``, for tokens ``(N, T, D)``."""

    def __init__(self, norm: nn.Module) -> None:
        super().__init__()
        self.norm = norm

    def forward(self, x: Tensor) -> Tensor:
        """Return y in the shape of x."""
        y: Tensor = self.norm(x.flatten(0, 1))
        return y.view_as(x)


def make_optimizer(name: str, parameters: Any) -> torch.optim.Optimizer:
    """Return Adam, or SGD with momentum."""
    if name == "adam":
        return torch.optim.Adam(parameters, fused=True)
    return torch.optim.SGD(parameters, momentum=0.9, fused=True)
