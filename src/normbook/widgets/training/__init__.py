"""The explorable *training*: LayerNorm against BatchNorm, by batch size."""
