"""Where in a network the first number stands that is not finite."""

from typing import Any

import torch
from torch import nn


def first_to_fail(net: nn.Module, /, *args: Any, **kwargs: Any) -> str | None:
    """Say where the first number stands that is infinite or NaN, as a network runs once.

    Ask before ``optimizer.step()``: one step later every parameter may be NaN. What a module takes
    may hold infinities as long as what it returns does not; so may a buffer. A mask, of −∞ and of
    nothing above 0, may hold them in any case. The run changes no buffer.

    Parameters
    ----------
    net
        The network.
    *args, **kwargs
        What it is called with. Tensors are looked for in tuples, lists and dicts, too.

    Returns
    -------
    str or None
        "the parameter NAME", "the buffer NAME", "the input of NAME" or "the output of NAME", of the
        first in the order in which modules return, by their names in ``net.named_modules()``; None
        if all is finite. Where an input fails behind outputs that do not, the fault lies between
        the modules.

    Raises
    ------
    TypeError
        If ``net`` is no module.
    """
    if not isinstance(net, nn.Module):
        raise TypeError(f"net is a {type(net).__name__}; expected a torch.nn.Module.")
    for name, parameter in net.named_parameters():
        if not parameter.isfinite().all():
            return f"the parameter {name}"
    for name, buffer in net.named_buffers():
        if buffer.isnan().any():
            return f"the buffer {name}"
    names = {module: name or "the whole" for name, module in net.named_modules()}
    failed: list[str] = []

    def tensors(value: Any) -> list[torch.Tensor]:
        if isinstance(value, torch.Tensor):
            return [value]
        parts = list(value.values()) if isinstance(value, dict) else value
        is_several = isinstance(parts, tuple | list)
        return [tensor for part in parts for tensor in tensors(part)] if is_several else []

    def look(module: nn.Module, args: Any, kwargs: Any, output: Any) -> None:
        name = names.get(module, type(module).__name__)
        given = tensors((args, kwargs))
        fails = not all(tensor.isfinite().all() for tensor in tensors(output))
        is_spoilt = any(tensor.isinf().any() and (tensor > 0).any() for tensor in given)
        if any(tensor.isnan().any() for tensor in given) or (fails and is_spoilt):
            failed.append(f"the input of {name}")
        elif fails:
            failed.append(f"the output of {name}")

    before = [
        (module, name, buffer, buffer.clone())
        for module in net.modules()
        for name, buffer in module.named_buffers(recurse=False)
    ]
    try:
        with nn.modules.module.register_module_forward_hook(look, with_kwargs=True):
            net(*args, **kwargs)
    finally:
        for module, name, buffer, values in before:
            setattr(module, name, buffer)
            if not torch.equal(buffer, values):
                with torch.no_grad():
                    buffer.copy_(values)
    return failed[0] if failed else None
