"""Raises an exception whose message clears a screen and forges a workflow's commands."""

# verdict: error
# points: 0

WORDS = "\x1b[2J\x1b[H\x9b2J\r\x00\ud800 10 of 10 points \u202e\x07"


def layer_norm(*arguments, **keywords):
    raise ValueError(WORDS + "x" * 200_000)
