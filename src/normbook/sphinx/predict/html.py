"""Questions as HTML, with all that a page shows without scripts: the choices and the answer too.

``assets/predict/cover.js`` stands in the page itself and is called while the page is read, so that
nothing is seen before it is covered. ``predict.mjs`` is loaded by pages that have a question.
"""

import json
import math
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from ..claims import parse
from ..explorable import relative_address
from ..node import prerenderer
from ..page import DIST
from .cover import curtain
from .directive import asked, foreseen, objection, offered, question, revealed
from .text import Axis, Question

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ASSETS = DIST.parent / "assets" / "predict"


def visit_question(translator: "HTML5Translator", node: question) -> None:
    """Write what the browser needs to know, and begin the form."""
    asks: Question = node["asks"]
    if node.get("first"):
        translator.body.append(first_of_page(translator))
    spec = escape(json.dumps(spec_of(asks, node), ensure_ascii=False))
    translator.body.append(
        f'<div class="nb-predict" id="{node["ids"][0]}" data-slug="{escape(asks.slug)}" '
        f'data-spec="{spec}">\n<form method="dialog"><fieldset>'
    )


def first_of_page(translator: "HTML5Translator") -> str:
    """Return the scripts that a page with questions has, which stand before its first question."""
    static = relative_address(translator, "_static")
    return (
        f"<script>{(DIST / 'predict' / 'cover.js').read_text(encoding='utf-8').strip()}</script>"
        f'<script type="module" src="{static}/predict/predict.mjs" '
        'onerror="normbookPredict.open()"></script>\n'
    )


def spec_of(asks: Question, node: question) -> dict[str, Any]:
    """Return a question as the browser needs it."""
    spec = {"kind": asks.kind, "hash": asks.digest, "is": node.get("is")}
    for name in ("scale", "x", "y"):
        if axis := asks.options.get(name):
            spec[name] = axis_of(axis)
    for name in ("unit", "tolerance", "given"):
        if name in asks.options:
            spec[name] = asks.options[name]
    if asks.kind == "number":
        spec["words"] = in_words(asks)
    if asks.kind == "sketch":
        spec["at"] = asks.handles
    return spec


def axis_of(axis: Axis) -> dict[str, Any]:
    """Return an axis as the browser needs it."""
    return {"low": axis.low, "high": axis.high, "log": axis.log, "label": axis.label}


def in_words(asks: Question) -> str:
    """Return the answer to a number, with its unit."""
    text, unit = parse(asks.options["answer"]).text, asks.options.get("unit", "")
    return text if not unit or unit in text else f"{text} {unit}"


def depart_question(translator: "HTML5Translator", node: question) -> None:
    """End a question with the box that has all questions of the book answered at once."""
    translator.body.append((ASSETS / "always.html").read_text(encoding="utf-8"))
    translator.body.append("</div>\n")


def visit_asked(translator: "HTML5Translator", node: asked) -> None:
    """Begin the question's sentence, which names the group of its controls."""
    translator.body.append('<legend><span class="nb-predict-word">Predict</span> ')


def depart_asked(translator: "HTML5Translator", node: asked) -> None:
    """End the question's sentence."""
    translator.body.append("</legend>\n")


def visit_offered(translator: "HTML5Translator", node: offered) -> None:
    """Write a choice with its button, or a thing with those that move it."""
    asks: Question = node.parent["asks"]
    number = node["number"]
    if asks.kind == "order":
        if node is first_offered(node.parent):
            translator.body.append('<ol class="nb-order">\n')
        translator.body.append(f'<li data-number="{number}"><span class="nb-words">')
        return
    kind = "radio" if sum(each.right for each in asks.choices) == 1 else "checkbox"
    translator.body.append(
        f'<label class="nb-offered" data-number="{number}">'
        f'<input type="{kind}" name="said" value="{number}"><span class="nb-words">'
    )


def depart_offered(translator: "HTML5Translator", node: offered) -> None:
    """End a choice, or a thing to put in order."""
    asks: Question = node.parent["asks"]
    if asks.kind != "order":
        translator.body.append("</span></label>\n")
        return
    translator.body.append(
        '</span><span class="nb-move"><button type="button" data-move="-1">up</button>'
        '<button type="button" data-move="1">down</button></span></li>\n'
    )
    if node is [each for each in node.parent.children if isinstance(each, offered)][-1]:
        translator.body.append("</ol>\n")


def first_offered(node: nodes.Element) -> nodes.Element:
    """Return the first of the things that a question offers."""
    return next(each for each in node.children if isinstance(each, offered))


def visit_revealed(translator: "HTML5Translator", node: revealed) -> None:
    """End the form, and begin what is said with the answer."""
    asks: Question = node.parent["asks"]
    controls = {"number": number_control, "sketch": sketch_control}.get(asks.kind)
    if controls:
        translator.body.append(controls(translator, node.parent))
    translator.body.append("</fieldset>\n")
    translator.body.append((ASSETS / "commit.html").read_text(encoding="utf-8"))
    translator.body.append(
        '</form>\n<p class="nb-status" role="status"></p>\n<div class="nb-reveal nb-covered">'
        f"{call([f'{asks.slug}:{asks.digest}'])}"
    )
    if asks.kind in {"choice", "order"}:
        right = [each for each in node.parent.findall(offered) if each["right"]]
        if asks.kind == "order":
            right = sorted(node.parent.findall(offered), key=lambda each: each["number"])
        words = ["".join(inner(translator, each)) for each in right]
        translator.body.append(f'<p class="nb-is"><strong>{"; ".join(words)}</strong></p>\n')
    elif asks.kind == "number":
        translator.body.append(f'<p class="nb-is"><strong>{escape(in_words(asks))}</strong></p>\n')
    elif node.parent.get("is"):  # else the build has said what is wrong with it
        drawn = drawing(asks, node.parent, still=True)
        translator.body.append(f'<div class="nb-drawn">{drawn}</div>\n')


def inner(translator: "HTML5Translator", node: nodes.Element) -> list[str]:
    """Return the HTML of what a node has in it."""
    body, translator.body = translator.body, []
    for child in node.children:
        child.walkabout(translator)
    written, translator.body = translator.body, body
    return written


def depart_revealed(translator: "HTML5Translator", node: revealed) -> None:
    """End what is said with the answer."""
    translator.body.append("</div>\n")


def visit_objection(translator: "HTML5Translator", node: objection) -> None:
    """Begin an objection, with the choice that it is about."""
    choices = node.parent.parent.findall(offered)
    about = next(each for each in choices if each["number"] == node["number"])
    words = "".join(inner(translator, about))
    translator.body.append(
        f'<p class="nb-objection" data-number="{node["number"]}"><em>{words}?</em> '
    )


def depart_objection(translator: "HTML5Translator", node: objection) -> None:
    """End an objection."""
    translator.body.append("</p>\n")


def number_control(translator: "HTML5Translator", node: question) -> str:
    """Return the slider and the field of a number."""
    scale: Axis = node["asks"].options["scale"]
    unit = escape(node["asks"].options.get("unit", ""))
    ticks = "".join(
        f'<span style="--nb-at: {share:.4g}">{show(scale.at(share))}</span>'
        for share in tick_shares(scale)
    )
    return (
        '<div class="nb-number"><div class="nb-scale"><input type="range" min="0" max="1000" '
        'value="0" aria-label="Your answer, by a slider" aria-valuetext="not set yet">'
        f'<div class="nb-ticks" aria-hidden="true">{ticks}</div></div><label>Your answer '
        f'<input type="text" autocomplete="off"> {unit}</label></div>\n'
    )


def tick_shares(scale: Axis) -> list[float]:
    """Return where a scale has its numbers: at most five, on a logarithmic one powers of ten."""
    if not scale.log:
        return [i / 4 for i in range(5)]
    first, last = math.ceil(math.log10(scale.low)), math.floor(math.log10(scale.high))
    step = 1 + (last - first) // 5
    length = math.log10(scale.high / scale.low)
    powers = range(first, last + 1, step)
    return [(power - math.log10(scale.low)) / length for power in powers]


def show(value: float) -> str:
    """Return a number as a scale shows it: 0.001, 1,000, and beyond these 10⁻⁵ or 2·10⁵."""
    digits, _, exponent = f"{value:.2g}".partition("e")
    if 1e-3 <= abs(value) < 1e5 or not exponent:
        return f"{value:,g}"
    power = f"10{str(int(exponent)).translate(RAISED)}"
    return power if digits == "1" else f"{digits}·{power}"


def sketch_control(translator: "HTML5Translator", node: question) -> str:
    """Return the empty axes, drawn."""
    static = relative_address(translator, "_static")
    picture = drawing(node["asks"], node)
    return f'<div class="nb-sketch" data-module="{static}/predict/sketch.mjs">{picture}</div>\n'


def drawing(asks: Question, node: question, still: bool = False) -> str:
    """Return the axes of a sketch, to draw on, or still, with the curve that is found."""
    return prerenderer.render(
        {
            "kind": "explorable",
            "module": str(DIST / "predict" / "sketch.mjs"),
            "state": {"spec": spec_of(asks, node), "said": None, "shown": still, "still": still},
        }
    )


def visit_curtain(translator: "HTML5Translator", node: curtain) -> None:
    """Write the call that covers."""
    translator.body.append(call(node["asks"], node["texts"]))
    raise nodes.SkipNode


def call(names: list[str], texts: int = 0) -> str:
    """Return the script that covers the element it stands in, which has so many paragraphs."""
    more = f", {texts}" if texts else ""
    return f"<script>normbookPredict.cover({json.dumps(' '.join(names))}{more})</script>"


def visit_foreseen(translator: "HTML5Translator", node: foreseen) -> None:
    """Write the chapter's questions, each with room for what becomes of it."""
    items = "".join(
        f'<li data-slug="{escape(each["asks"].slug)}"><a href="#{each["ids"][0]}">'
        f"{''.join(inner(translator, unlinked(next(each.findall(asked)))))}</a> "
        '<span class="nb-outcome"></span></li>\n'
        for each in translator.document.findall(question)
    )
    translator.body.append(
        '<div class="nb-foreseen pst-js-only" tabindex="-1"><p class="nb-foreseen-title">What you '
        f'foresaw, and what surprised you</p>\n<ol>\n{items}</ol>\n<p class="nb-calibration"></p>'
        '<button type="button">'
        "Forget this chapter's answers</button></div>\n"
    )
    raise nodes.SkipNode


def unlinked(node: nodes.Element) -> nodes.Element:
    """Return a copy of a node that can stand in a link: its own lead nowhere."""
    copy = node.deepcopy()
    for link in list(copy.findall(nodes.reference)):
        link.replace_self(link.children)
    return copy


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the nodes."""
    app.add_node(question, html=(visit_question, depart_question))
    app.add_node(asked, html=(visit_asked, depart_asked))
    app.add_node(offered, html=(visit_offered, depart_offered))
    app.add_node(revealed, html=(visit_revealed, depart_revealed))
    app.add_node(objection, html=(visit_objection, depart_objection))
    app.add_node(curtain, html=(visit_curtain, None))
    app.add_node(foreseen, html=(visit_foreseen, None))
    return {"parallel_read_safe": True}
