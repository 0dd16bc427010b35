import torch

from normbook.nn import DynamicTanh


def test_is_the_formula_with_every_parameter_in_its_place():
    layer = DynamicTanh(2).double()
    state = {"alpha": torch.tensor(2.0), "weight": torch.tensor([3.0, 4.0]), "bias": torch.ones(2)}
    layer.load_state_dict(state)
    y = layer(torch.tensor([[0.25, -0.5]], dtype=torch.float64))
    expected = torch.tensor([[3 * 0.46211715726000975 + 1, -4 * 0.7615941559557649 + 1]])
    torch.testing.assert_close(y, expected.double(), rtol=0, atol=1e-6)


def test_alpha_starts_at_one_half():
    assert DynamicTanh(4).alpha.item() == 0.5


def test_no_element_depends_on_another():
    x = torch.randn(4, requires_grad=True)
    jacobian = torch.autograd.functional.jacobian(DynamicTanh(4), x)
    assert torch.equal(jacobian, torch.diag(jacobian.diagonal()))
