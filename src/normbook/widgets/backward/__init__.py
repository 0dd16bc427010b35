"""The explorable *backward*: the gradient of LayerNorm in three terms."""
