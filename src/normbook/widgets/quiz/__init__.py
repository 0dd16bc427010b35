"""The explorable *quiz*: questions that answer back."""
