"""The search finds chapters first, and knows what they are about by its symbols and names.

Sphinx finds a word where it stands most, so that a function's name leads to the reference of the
code, and leaves single letters out. What a reader of a chapter would look it up by is listed here.

A word that the book writes with a hyphen, an underscore or a capital within (pre-LN, layer_norm,
LayerNorm) is one however it is typed: beside its parts the index has it in one spelling,
``layer-norm``, which ``assets/words.mjs`` makes of what was typed. A Greek letter is its name.
"""

import re
import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.search.en import SearchEnglish
from sphinx.util.index_entries import split_index_msg

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

SCORER = Path(__file__).parent / "assets" / "scorer.js"
WORD = re.compile(r"[^\W_]+(?:[-_‐‑][^\W_]+)*")
PART = re.compile(
    r"[-_‐‑]|(?<=[a-z]{2})(?=[A-Z][A-Za-z])|(?<=[A-Z]{2})(?=[A-Z][a-z]{2})|(?<=[a-z]{3})(?=\d[a-z])"
)
"""The places at which a word is divided into its parts: pre|LN, Layer|Norm, RMS|Norm, Norm|2d."""
GREEK = re.compile("[α-ω]")
HAT = "\N{COMBINING CIRCUMFLEX ACCENT}"

SOUGHT = {
    "scaling": [
        "standardize",
        "z-score",
        "min_max_scale",
        "kappa",
        "condition number",
        "feature scaling",
    ],
    "covariate_shift": ["internal covariate shift", "drift"],
    "family": [
        *("batch norm", "group norm", "instance norm"),
        *("running statistics", "running_mean", "running_var", "eval", "momentum", "axes"),
        *("track running stats", "model.eval", "small batch size"),
        "instance norm spatial size 1",
    ],
    "layer_norm": [
        *("layer norm", "layer normalization", "gamma", "beta", "x hat", "mu", "sigma"),
        *("normalized_shape", "elementwise_affine", "native_layer_norm"),
        *("invariance", "invariant", "scale invariance", "shift invariance"),
    ],
    "backward": [
        *("layer_norm_backward", "gradient", "dx", "d gamma", "d beta", "rstd", "projection"),
        *("your own norm", "norm of your own", "gradient through layer norm is zero"),
    ],
    "rms_norm": [
        *("rms norm", "rms", "rrms", "root mean square"),
        *("gemma", "1 + w", "1 + weight", "llamarmsnorm", "t5layernorm"),
    ],
    "placement": [
        *("pre-norm", "post-norm", "residual stream", "sandwich norm", "qk-norm"),
        *("pre-ln", "post-ln", "pre-norm post-norm", "pre-ln post-ln"),
        *("activation growth", "pre-norm activation growth"),
    ],
    "depth": [
        "warm-up",
        "loss stuck",
        "loss plateau",
        "does not learn",
        "does not train",
        "curse of depth",
        "deepnorm",
    ],
    "gallery": ["laboratory", "lab", "explorables"],
    "lecturers": ["iframe", "embed", "lecture", "90 minutes", "lecture 90 minutes"],
    "epsilon": [
        *("epsilon", "float16", "bfloat16", "cancellation", "welford"),
        *("half precision", "keras", "tensorflow", "flax", "jax"),
    ],
    "architectures": [
        *("adaln", "conditional_layer_norm", "convnext"),
        *("nchw", "layernorm2d", "channels_first", "channels_last", "expected input with shape"),
    ],
    "cheat_sheet": ["symptom", "symptoms", "debug", "debugging", "troubleshooting", "wrong output"],
    "training": ["learning rate"],
    "beyond": ["dyt", "dynamic tanh", "ngpt", "scalenorm"],
    "bugs": [
        *("bugs", "nan", "inf", "infinity", "overflow", "mixed precision"),
        *("autocast", "amp", "gradscaler", "loss scaling", "detect_anomaly", "forward hook"),
        *("first to fail", "masked softmax", "isfinite"),
    ],
    "capstone_iris": ["iris"],
    "capstone_transformer": ["transformer"],
}
"""From a chapter's name to more words by which it is found, in any spelling."""


class Words(SearchEnglish):
    """Sphinx's English, in which a word is found by its parts, too, and by two of them as one."""

    def split(self, input: str) -> list[str]:
        """Return the words of a text, as they are found by."""
        words = []
        for word in WORD.findall(GREEK.sub(named, input.replace(HAT, "-hat"))):
            parts = PART.split(word)
            words += [*parts, *map("-".join, pairwise(parts))]
        return words


def named(letter: re.Match[str]) -> str:
    """Return a Greek letter's name as a word of its own."""
    return f" {unicodedata.name(letter[0]).split()[-1].lower()} "


def add_entries(app: "Sphinx", doctree: nodes.document) -> None:
    """Give a chapter its entries."""
    sought = SOUGHT.get(Path(app.env.docname).name, [])
    if sought and doctree.children:
        entries = [("single", each, "", "main", None) for each in sought]
        doctree.children[0].append(addnodes.index(entries=entries))
        known = app.env.domaindata["index"]["entries"]  # where those of the text already are
        known.setdefault(app.env.docname, []).extend(entries)


def configure(app: "Sphinx", config: "Config") -> None:
    """Have the reference of the code found after chapters."""
    config.html_search_scorer = str(SCORER)


def keep_entries(app: "Sphinx") -> list[Any]:
    """Give the search the entries of the pages that this build has not written.

    Sphinx notes a page's as it writes the page, and has them no more with the next build.
    """
    noted = getattr(getattr(app.builder, "indexer", None), "_index_entries", None)
    if noted is not None:
        for page, entries in app.env.domaindata["index"]["entries"].items():
            if page not in noted:
                noted[page] = sorted(
                    (part, target or "", main)
                    for kind, value, target, main, _ in entries
                    for part in split_index_msg(kind, value)
                )
    return []


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.add_search_language(Words)
    app.connect("config-inited", configure)
    app.connect("html-collect-pages", keep_entries)  # before the search is written
    app.connect("doctree-read", add_entries)
    return {"parallel_read_safe": True}
