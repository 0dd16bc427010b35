"""What is published is the site, as it is, in one commit."""

import pytest
from publish import PublishError, git, publish

from book import CALL


@pytest.fixture
def site(tmp_path):
    site = tmp_path / "site"
    (site / "book").mkdir(parents=True)
    (site / "index.html").write_text("the book")
    (site / "book" / "a.html").write_text("a chapter")
    return site


@pytest.fixture
def remote(tmp_path):
    remote = tmp_path / "remote.git"
    remote.mkdir()
    git(remote, "init", "--quiet", "--bare")
    return remote


def test_the_branch_has_the_site_in_one_commit_however_often(site, remote):
    for commit in ("abc1234", "def5678"):
        publish(site, str(remote), commit)
    files = git(remote, "ls-tree", "-r", "--name-only", "gh-pages").split()
    assert files == [".nojekyll", "book/a.html", "index.html"]
    assert git(remote, "log", "--format=%s by %an", "gh-pages") == "Publish def5678 by normbook"
    assert not (site / ".git").exists()


def test_who_says_no_address_is_asked_for_one(site):
    with pytest.raises(PublishError, match="REMOTE="):
        publish(site, "", "abc1234")


def test_without_a_site_there_is_nothing_to_publish(tmp_path, remote):
    with pytest.raises(PublishError, match=f"First: {CALL} html"):
        publish(tmp_path, str(remote), "abc1234")
