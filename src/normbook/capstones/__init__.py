"""The longer pieces of the last chapters, from the parts of the book."""
