"""Boards and pieces in templates: ``{% load boards %}``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.diagrams import pips
from games.diagrams.base import Diagram, TouchTargets
from games.diagrams.closeup import starts_zoomed_out
from games.diagrams.svg import render_svg
from games.diagrams.text import describe_diagram
from games.services.match.pictures import active_board_labels
from games.services.wording.notation import capitalize_move

register = template.Library()
MAX_PHONE_COLUMNS = 8  # columns that are large enough to tap on the narrowest screens
FINE_DETAILS = re.compile(  # details too small for small boards
    r'<text class="d-(?:label|edge|letter|mark)[^"]*"[^>]*>[^<]*</text>'
    r'|<(?:path|circle)[^>]* class="d-(?:bevel|groove|icon)"[^>]*/>'
)
MAX_LEGIBLE_COLUMNS = 5  # columns up to which names are legible on small boards
TRACK = "track"  # its pawns have separate buttons


@register.simple_tag
def board(
    diagram: Diagram,
    *,
    links: Mapping[str, str] | None = None,
    selected: str | None = None,
    title: str = "",
    size: str = "",
    words: Mapping[str, str] | None = None,
    names: bool = True,
    touch: TouchTargets | None = None,
) -> SafeString:
    """Render a board; `links` maps moves to URLs, `size` is "", "small", "tiny" or "near".

    Without `names`, and on tiny boards, names of squares and pieces and small ornaments are
    omitted. `touch` holds the targets of gestures. `words` are those of a match; without them
    stores have generic titles.
    """
    words = words or active_board_labels()
    drawn = render_svg(
        diagram, links=links, selected=selected, title=title, labels=words, touch=touch
    )
    svg = mark_safe(drawn if names and size != "tiny" else FINE_DETAILS.sub("", drawn))
    heard = "" if size in ("tiny", "near") else describe_diagram(diagram, words)
    columns = diagram.shape[0]
    wide = not size and columns > MAX_PHONE_COLUMNS and diagram.ground != TRACK
    far = wide and (not links or starts_zoomed_out(diagram))
    large = f" board--wide board--c{columns}{' board--far' if far else ''}" if wide else ""
    fine = " board--fine" if size == "small" and columns > MAX_LEGIBLE_COLUMNS else ""
    return format_html(
        '<figure class="board{}">{}{}</figure>',
        f" board--{size}{fine}" if size else large,
        _make_scrollable(svg, title, far=far) if wide else svg,
        format_html('<figcaption class="visually-hidden">{}</figcaption>', heard) if heard else "",
    )


@register.simple_block_tag
def picture(
    content: SafeString, diagram: Diagram, *, title: str = "", size: str = "small"
) -> SafeString:
    """Render a board on a rules page as a card with a caption.

    ``{% picture pictures.red title="A red chip on b2" %}First move on b2: red.{% endpicture %}``;
    the title, by default the caption, is the accessible name. `size` is "small" or "large".
    """
    caption = mark_safe(content.strip())
    drawn = board(diagram, title=title or caption, size="" if size == "large" else size)
    return format_html(
        '<li class="card">{}<p class="small">{}</p></li>',
        drawn,
        caption,
    )


def _make_scrollable(svg: str, title: str, *, far: bool) -> SafeString:
    """Make a large board scrollable, with a checkbox to see or enlarge the whole.

    Works without scripts. The largest boards, and those without links, are shown whole at first.
    """
    return format_html(
        '<label class="board__whole"><input type="checkbox"> {}</label>'
        '<div class="board__pan" tabindex="0" role="region" aria-label="{}">{}</div>',
        gettext("Enlarge the board") if far else gettext("Show the whole board"),
        title or gettext("Board"),
        svg,
    )


register.filter("sentence", capitalize_move)


@register.simple_tag
def chip(colour: str) -> SafeString:
    """Render a chip in a sentence: "R", "Y", "G" or "B"."""
    words = active_board_labels()
    return format_html(
        '<span class="chip chip--{}" role="img" aria-label="{}">{}</span>',
        colour.lower(),
        words[colour],
        words[f"letter {colour}"],
    )


@register.simple_tag
def die(face: int, colour: str) -> SafeString:
    """Render a die in a sentence, tinted in a colour."""
    return mark_safe(pips.draw_inline_die(colour, face))
