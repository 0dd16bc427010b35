"""The explorable *geometry*: LayerNorm and RMSNorm of three features, as points in space."""
