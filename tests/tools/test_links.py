"""Links that do not answer are told from those that do."""

from links import broken

OUTPUT = """\
book/a.md:3: [working] https://example.org/there
book/a.md:4: [broken] https://example.org/gone: 404 Client Error
book/b.md:9: [redirected permanently] https://example.org/old to https://example.org/new
book/b.md:12: [timeout] https://example.org/slow: timed out
"""


def test_a_link_is_broken_where_nobody_answers_or_not_in_time():
    assert [line.split()[0] for line in broken(OUTPUT)] == ["book/a.md:4:", "book/b.md:12:"]
