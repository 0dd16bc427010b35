"""`nn.Sequential`, `nn.LayerNorm` and `optim.SGD`; buffers that are filled row by row."""

import torch
from torch import nn


def affine_trajectory(state, batches, lr):
    features, d = state["w1"].shape
    out, dtype = state["w2"].shape[1], state["w1"].dtype
    norm = nn.LayerNorm(d, dtype=dtype)
    first, last = nn.Linear(features, d, dtype=dtype), nn.Linear(d, out, dtype=dtype)
    model = nn.Sequential(first, norm, nn.ReLU(), last)
    model.load_state_dict(
        {
            "0.weight": state["w1"].T,
            "0.bias": state["b1"],
            "1.weight": state["weight"],
            "1.bias": state["bias"],
            "3.weight": state["w2"].T,
            "3.bias": state["b2"],
        }
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    weight = torch.empty(len(batches) + 1, d, dtype=dtype)
    bias = torch.empty_like(weight)
    weight[0], bias[0] = norm.weight.data, norm.bias.data
    for t, (x, target) in enumerate(batches, start=1):
        optimizer.zero_grad()
        nn.MSELoss()(model(x), target).backward()
        optimizer.step()
        weight[t], bias[t] = norm.weight.data, norm.bias.data
    return {"weight": weight, "bias": bias}
