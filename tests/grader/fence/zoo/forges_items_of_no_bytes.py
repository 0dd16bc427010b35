"""Sends an array of a billion billion items, of no bytes each."""

# verdict: crash
# points: 0

import json
import os
import struct

HEAD = b"{'descr': '|S0', 'fortran_order': False, 'shape': (%d,)}"


def layer_norm(x, *arguments, **keywords):
    head = HEAD % 2**60
    blob = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head
    tree = ["dict", ["value", ["array", 0, None, True]], ["changed", ["list"]]]
    text = json.dumps(tree).encode()
    data = struct.pack(">II", len(text), 1) + text + struct.pack(">Q", len(blob)) + blob
    os.write(3, struct.pack(">Q", len(data)) + data)
