"""The digits that the laboratory carries are those of the book."""

import json

from laboratory_digits import HELD_OUT, PATH, TRAINING, digits

from normbook.experiments.data import load_digits


def test_the_file_is_up_to_date():
    stored = json.loads(PATH.read_text(encoding="utf-8"))
    assert stored == digits(), "run `python tools/laboratory_digits.py`"


def test_a_letter_is_a_pixel():
    images, labels, *_ = load_digits()
    part = digits()["training"]
    assert len(part["pixels"]) == 64 * TRAINING
    assert len(digits()["held_out"]["labels"]) == HELD_OUT
    first = [(ord(letter) - ord("a")) / 16 for letter in part["pixels"][:64]]
    assert first == images[0].flatten().tolist()
    assert part["labels"][0] == str(labels[0].item())
