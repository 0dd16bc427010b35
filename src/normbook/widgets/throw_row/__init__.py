"""The explorable *throw_row*: a row that moves as far as you throw it, and its x̂, which stays."""
