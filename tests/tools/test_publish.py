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


def test_packages_of_earlier_versions_stay_for_saved_notebooks(site, remote):
    static = site / "_static"
    static.mkdir()
    for version in ("0.1.0", "0.2.0"):
        for old in static.iterdir():
            old.unlink()
        (static / f"normbook-{version}-py3-none-any.whl").write_text(version)
        (static / f"of-{version}.css").touch()
        publish(site, str(remote), version)
    assert git(remote, "ls-tree", "--name-only", "gh-pages", "_static/").split() == [
        "_static/normbook-0.1.0-py3-none-any.whl",
        "_static/normbook-0.2.0-py3-none-any.whl",
        "_static/of-0.2.0.css",
    ]


def test_who_says_no_address_is_asked_for_one(site):
    with pytest.raises(PublishError, match="REMOTE="):
        publish(site, "", "abc1234")


def test_without_a_site_there_is_nothing_to_publish(tmp_path, remote):
    with pytest.raises(PublishError, match=f"First: {CALL} html"):
        publish(tmp_path, str(remote), "abc1234")
