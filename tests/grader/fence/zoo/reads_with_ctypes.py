"""Has the C library read the solution."""

# verdict: fail
# points: 0

import ctypes

SOLUTION = "solution.py"  # test_zoo.py puts its path here


def by_c(path):
    libc = ctypes.CDLL(None)
    file, text = libc.open(path.encode(), 0), ctypes.create_string_buffer(2**16)
    libc.read(file, text, len(text) - 1)
    return text.value


WAYS = [by_c, lambda path: ctypes.pythonapi.Py_IncRef and by_c(path)]


def layer_norm(*arguments, **keywords):
    for way in WAYS:
        try:
            source = way(SOLUTION)
        except (OSError, ImportError, EOFError, ValueError):
            continue
        if source:
            space = {}
            exec(source, space)
            return space["layer_norm"](*arguments, **keywords)
    return None
