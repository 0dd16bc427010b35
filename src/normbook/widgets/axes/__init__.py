"""The explorable *axes*: which cells of a tensor share a mean and a variance, norm by norm."""
