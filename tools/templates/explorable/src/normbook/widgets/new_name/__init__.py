"""The explorable *new_name*: FILL IN: what it shows, in one line."""
