"""The explorable *drift*: how far a layer's inputs move while a network learns."""
