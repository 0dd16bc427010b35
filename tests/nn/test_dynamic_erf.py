import math

import torch

from normbook.nn import DynamicErf


def test_is_the_formula_with_every_parameter_in_its_place():
    layer = DynamicErf(2).double()
    weight, bias = torch.tensor([3.0, 4.0]), torch.tensor([1.0, -1.0])
    scalars = {"alpha": torch.tensor(2.0), "shift": torch.tensor(0.5)}
    layer.load_state_dict(scalars | {"weight": weight, "bias": bias})
    y = layer(torch.tensor([[0.25, -0.5]], dtype=torch.float64))
    expected = [[3 * math.erf(1.0) + 1, 4 * math.erf(-0.5) - 1]]
    torch.testing.assert_close(y, torch.tensor(expected, dtype=torch.float64))


def test_starts_with_an_alpha_of_one_half_and_no_shift():
    layer = DynamicErf(4)
    assert (layer.alpha.item(), layer.shift.item()) == (0.5, 0.0)


def test_no_element_depends_on_another():
    x = torch.randn(4, requires_grad=True)
    jacobian = torch.autograd.functional.jacobian(DynamicErf(4), x)
    assert torch.equal(jacobian, torch.diag(jacobian.diagonal()))
