import pytest
import torch

from normbook.nn import GroupNorm, InstanceNorm


def test_one_channel_a_group_is_instance_norm():
    torch.manual_seed(0)
    x = torch.randn(2, 4, 3, 3)
    torch.testing.assert_close(GroupNorm(4, 4)(x), InstanceNorm(4)(x))


def test_a_group_does_not_see_the_other_groups_or_samples():
    torch.manual_seed(0)
    x = torch.randn(2, 4, 3)
    y = GroupNorm(2, 4)(x)
    x[1, 2:] *= 100
    changed = (GroupNorm(2, 4)(x) != y).any(-1)
    assert changed.tolist() == [[False] * 4, [False, False, True, True]]


def test_groups_of_unequal_size_are_refused_with_the_fix():
    with pytest.raises(ValueError, match=r"num_groups is 4 and num_channels is 6.*divides"):
        GroupNorm(4, 6)
