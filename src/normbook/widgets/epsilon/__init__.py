"""The explorable *epsilon*: what ε does by scale, by dtype, inside or outside the root."""
