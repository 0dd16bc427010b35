"""Is wrong, and prints what clears a screen, commands a workflow, and says that it is right."""

# verdict: fail
# points: 0

WORDS = "\x1b[2J\x1b[H\r\x00\u202e\x07 10 of 10 points\n::error::stop\n##vso[task.complete]\n"


def layer_norm(x, *arguments, **keywords):
    print(WORDS + "<script>alert()</script>\n" + "x" * 200_000)
    return x * 0.5 + 3
