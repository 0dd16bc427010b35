"""The explorable *laboratory*: two deep networks that learn side by side."""
