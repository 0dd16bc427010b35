"""Push the site, as it is built, to the branch gh-pages: `python3 tools/publish.py ADDRESS`.

The branch has the one commit of what is published. The packages of earlier versions stay on it:
notebooks that readers have saved install theirs from there. Runs with the standard library alone.
"""

import shutil
import subprocess
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from book import CALL

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
PACKAGES = "_static/normbook-*.whl"
AUTHOR = [
    *("-c", "user.name=normbook"),
    *("-c", "user.email=normbook@users.noreply.github.com"),
]


class PublishError(Exception):
    """Something is missing; the message says what."""


def git(folder: Path, *arguments: str) -> str:
    """Run Git in a folder; return what it prints."""
    done = subprocess.run(["git", *arguments], cwd=folder, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode().strip()


def keep_packages(copy: Path, address: str) -> None:
    """Bring the packages that are published, and that a site does not have itself, into a copy."""
    if not git(copy, "ls-remote", address, "refs/heads/gh-pages"):
        return
    git(copy, "fetch", "--quiet", "--depth=1", address, "gh-pages")
    published = git(copy, "ls-tree", "--name-only", "FETCH_HEAD", "_static/").splitlines()
    for path in published:
        if fnmatch(path, PACKAGES) and not (copy / path).exists():
            git(copy, "checkout", "--quiet", "FETCH_HEAD", "--", path)


def publish(site: Path, address: str, commit: str) -> None:
    """Push a copy of a site, and say of which commit it was built."""
    if not address:
        raise PublishError(f"Say where to: {CALL} publish REMOTE=ADDRESS")
    if not (site / "index.html").is_file():
        raise PublishError(f"There is no site yet. First: {CALL} html")
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name, "site")
        shutil.copytree(site, copy)
        (copy / ".nojekyll").touch()
        git(copy, "init", "--quiet")
        keep_packages(copy, address)
        git(copy, "add", "--all")
        git(copy, *AUTHOR, "commit", "--quiet", "--message", f"Publish {commit}")
        git(copy, "push", "--quiet", "--force", address, "HEAD:gh-pages")


if __name__ == "__main__":
    try:
        publish(SITE, sys.argv[1], git(ROOT, "rev-parse", "--short", "HEAD"))
    except PublishError as error:
        sys.exit(str(error))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
