"""The explorable *pipeline*: the four steps of LayerNorm on one vector."""
