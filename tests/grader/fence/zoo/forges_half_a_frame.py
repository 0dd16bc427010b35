"""Announces a frame, and writes half of it."""

# verdict: timeout
# points: 0

import os
import struct
import time


def layer_norm(*arguments, **keywords):
    os.write(3, struct.pack(">Q", 1000) + b"x" * 500)
    time.sleep(60)
