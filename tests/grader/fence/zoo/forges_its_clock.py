"""Says before the first question that it worked for years before it began."""

# verdict: crash
# points: 0

import json
import os
import struct

TEXT = json.dumps(["dict", ["used", 1e9]]).encode()
DATA = struct.pack(">II", len(TEXT), 0) + TEXT
os.write(3, struct.pack(">Q", len(DATA)) + DATA)


def layer_norm(*arguments, **keywords):
    while True:
        pass
