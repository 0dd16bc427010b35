"""The explorable *scaling*: two ways to scale features, and what descent gains from it."""
