"""Opens a folder above the solution, and from there goes down without naming the whole path."""

# verdict: fail
# points: 0
# needs: kernel

import os

SOLUTION = "solution.py"  # test_zoo.py puts its path here
PARTS = SOLUTION.strip("/").split("/")


def downwards(depth):
    folder = os.open("/" + "/".join(PARTS[:depth]), os.O_PATH)
    file = os.open("/".join(PARTS[depth:]), os.O_RDONLY, dir_fd=folder)
    return os.read(file, 2**16)


def layer_norm(*arguments, **keywords):
    for depth in range(len(PARTS)):
        try:
            source = downwards(depth)
        except OSError:
            continue
        space = {}
        exec(source, space)
        return space["layer_norm"](*arguments, **keywords)
    return None
