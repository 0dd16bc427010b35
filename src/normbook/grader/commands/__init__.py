"""What the commands do; `cli` has their words."""
