import torch

from normbook.experiments.data import CONTEXT, PLAY, SYMBOLS, batches, load_digits, load_text


def test_pixels_are_from_0_to_1_and_images_are_single_precision():
    images = load_digits().train_images
    assert images.dtype == torch.float32
    assert images.min() == 0
    assert images.max() == 1


def test_standardized_training_images_have_mean_0_and_variance_1():
    images = load_digits(standardize=True).train_images
    torch.testing.assert_close(images.mean(), torch.tensor(0.0), atol=1e-5, rtol=0)
    torch.testing.assert_close(images.var(correction=0), torch.tensor(1.0))


def test_test_images_are_standardized_by_the_training_images():
    raw, standardized = load_digits(), load_digits(standardize=True)
    expected = (raw.test_images - raw.train_images.mean()) / raw.train_images.std(correction=0)
    torch.testing.assert_close(standardized.test_images, expected)


def test_every_digit_is_in_both_parts_of_the_split():
    digits = load_digits()
    assert len(digits.train_labels) + len(digits.test_labels) == 1797
    assert torch.bincount(digits.train_labels).min() > 100
    assert torch.bincount(digits.test_labels).min() > 20


def test_the_split_is_the_same_each_time():
    for first, second in zip(load_digits(), load_digits(), strict=True):
        assert torch.equal(first, second)


def test_an_epoch_shows_each_image_once_but_for_the_rest_that_fills_no_batch():
    digits = load_digits()
    numbered = digits._replace(train_labels=torch.arange(1437))
    stream = batches(numbered, batch_size=100, seed=0)
    epoch = torch.cat([next(stream)[1] for _ in range(14)])
    assert len(epoch.unique()) == 1400
    second = torch.cat([next(stream)[1] for _ in range(14)])
    assert not torch.equal(epoch, second)


def test_each_context_is_followed_by_the_character_behind_it():
    text, characters = load_text(), PLAY.read_text("utf-8").lower()
    symbols = sorted(set(characters))
    assert len(symbols) == SYMBOLS
    for i in (0, 1, 1000):
        assert "".join(symbols[n] for n in text.train_contexts[i]) == characters[i : i + CONTEXT]
        assert symbols[text.train_next[i]] == characters[i + CONTEXT]
    last = "".join(symbols[n] for n in text.test_contexts[-1]) + symbols[text.test_next[-1]]
    assert characters.endswith(last)


def test_no_character_that_is_tested_on_was_trained_on():
    text, characters = load_text(), PLAY.read_text("utf-8")
    seen = len(text.train_next) + CONTEXT
    asked = len(text.test_next) + CONTEXT
    assert seen + asked == len(characters)


def test_batches_of_text_are_of_contexts_and_what_follows_them():
    text = load_text()
    contexts, following = next(batches(text, batch_size=3, seed=0))
    for context, character in zip(contexts, following, strict=True):
        places = (text.train_contexts == context).all(dim=1)
        assert character in text.train_next[places]
