"""Addresses in the book's repository, which ``_config.yml`` names once."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.config import Config


def owner_and_name(config: "Config") -> str:
    """Return ``owner/name``."""
    return "/".join(_url(config).rsplit("/", 2)[1:])


def source_url(config: "Config", path: str, action: str = "blob") -> str:
    """Return the address of a file: ``action`` is ``blob`` to see it, ``edit`` to change it."""
    return f"{_url(config)}/{action}/{branch(config)}/{path}"


def branch(config: "Config") -> str:
    """Return the branch that readers are shown."""
    return str(config.html_theme_options["repository_branch"])


def release_url(config: "Config", version: str) -> str:
    """Return the address of a version's release."""
    return f"{_url(config)}/releases/tag/v{version}"


def _url(config: "Config") -> str:
    return str(config.html_theme_options["repository_url"]).rstrip("/")
