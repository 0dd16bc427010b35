"""Normalization layers and the blocks around them, as readable PyTorch modules.

`first_to_fail` says of any network where the first number stands that is not finite.

Each file holds one concept, and its ``forward`` is the formula. The files have the names of their
NumPy counterparts in ``normbook.norms`` where both exist; neither package imports the other, so
that each can be the other's oracle.
"""

from normbook.extras import missing as _missing

try:
    from normbook.nn.attention import MultiheadSelfAttention
    from normbook.nn.batch_norm import BatchNorm
    from normbook.nn.channel_layer_norm import ChannelLayerNorm
    from normbook.nn.conditional_layer_norm import ConditionalLayerNorm
    from normbook.nn.dynamic_erf import DynamicErf
    from normbook.nn.dynamic_tanh import DynamicTanh
    from normbook.nn.finite import first_to_fail
    from normbook.nn.group_norm import GroupNorm
    from normbook.nn.instance_norm import InstanceNorm
    from normbook.nn.layer_norm import LayerNorm
    from normbook.nn.residual import Residual, deepnorm_alpha, deepnorm_beta
    from normbook.nn.rms_norm import RMSNorm
    from normbook.nn.scale_norm import ScaleNorm
    from normbook.nn.transformer import TransformerBlock, TransformerClassifier
except ModuleNotFoundError as error:
    raise _missing("normbook.nn", "nn", error) from error

__all__ = [
    "BatchNorm",
    "ChannelLayerNorm",
    "ConditionalLayerNorm",
    "DynamicErf",
    "DynamicTanh",
    "GroupNorm",
    "InstanceNorm",
    "LayerNorm",
    "MultiheadSelfAttention",
    "RMSNorm",
    "Residual",
    "ScaleNorm",
    "TransformerBlock",
    "TransformerClassifier",
    "deepnorm_alpha",
    "deepnorm_beta",
    "first_to_fail",
]
