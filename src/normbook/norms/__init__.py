"""The norms in NumPy: each formula as a function, its gradient by hand, and nothing hidden.

Every norm comes three times: ``layer_norm`` gives the output; ``layer_norm_forward`` the output
and a cache; ``layer_norm_backward`` takes the gradient of the output and the cache, and gives the
gradients of the arguments. ``batch_norm`` alone gives more than the output: a triple, with the new
running mean and running variance.
"""

from normbook.norms._affine import Gradients
from normbook.norms.batch_norm import (
    BatchNormCache,
    BatchNormOutput,
    batch_norm,
    batch_norm_backward,
    batch_norm_forward,
)
from normbook.norms.conditional_layer_norm import (
    ConditionalLayerNormCache,
    ConditionalLayerNormGradients,
    conditional_layer_norm,
    conditional_layer_norm_backward,
    conditional_layer_norm_forward,
)
from normbook.norms.group_norm import (
    GroupNormCache,
    group_norm,
    group_norm_backward,
    group_norm_forward,
)
from normbook.norms.instance_norm import (
    InstanceNormCache,
    instance_norm,
    instance_norm_backward,
    instance_norm_forward,
)
from normbook.norms.layer_norm import (
    LayerNormCache,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
)
from normbook.norms.rms_norm import (
    RMSNormCache,
    RMSNormGradients,
    rms_norm,
    rms_norm_backward,
    rms_norm_forward,
)
from normbook.norms.scaling import min_max_scale, standardize
from normbook.norms.variance import (
    Moments,
    single_pass_variance,
    two_pass_variance,
    welford_merge,
    welford_moments,
    welford_variance,
)

__all__ = [
    "BatchNormCache",
    "BatchNormOutput",
    "ConditionalLayerNormCache",
    "ConditionalLayerNormGradients",
    "Gradients",
    "GroupNormCache",
    "InstanceNormCache",
    "LayerNormCache",
    "Moments",
    "RMSNormCache",
    "RMSNormGradients",
    "batch_norm",
    "batch_norm_backward",
    "batch_norm_forward",
    "conditional_layer_norm",
    "conditional_layer_norm_backward",
    "conditional_layer_norm_forward",
    "group_norm",
    "group_norm_backward",
    "group_norm_forward",
    "instance_norm",
    "instance_norm_backward",
    "instance_norm_forward",
    "layer_norm",
    "layer_norm_backward",
    "layer_norm_forward",
    "min_max_scale",
    "rms_norm",
    "rms_norm_backward",
    "rms_norm_forward",
    "single_pass_variance",
    "standardize",
    "two_pass_variance",
    "welford_merge",
    "welford_moments",
    "welford_variance",
]
