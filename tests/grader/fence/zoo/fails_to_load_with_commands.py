"""Fails to load, with a message that clears a screen, and is too long."""

# verdict: error
# points: 0

raise ValueError("\x1b[2J\x1b[H\r\x00\ud800 10 of 10 points" + "x" * 200_000)
