"""The explorable *rms_vs_layer*: two norms of one vector, and what each does not see."""
