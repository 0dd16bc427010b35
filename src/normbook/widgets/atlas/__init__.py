"""The explorable *atlas*: the norms of real models, read in their source."""
