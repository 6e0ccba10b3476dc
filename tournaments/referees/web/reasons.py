"""Reasons that a referee can insert: common ones for each act, and their own earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.numbers import parse_number
from tournaments.referees.queries import rulings as ruling_queries

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from accounts.models import Player

MAX_OWN_REASONS = 5
TIME_RULE = "C-11"
CATCH_ALL_KINDS = ("", "other")  # no case, or one about anything: all reasons fit


class CommonReason(NamedTuple):
    """A common reason, with the kinds of cases it fits; an empty tuple means all."""

    paragraph: str
    text: StrPromise
    kinds: tuple[str, ...] = ()


TIME_KINDS = ("win_on_time", "no_show", "round_end")
COMMON_REASONS: dict[str, tuple[CommonReason, ...]] = {
    "dismiss": (
        CommonReason(TIME_RULE, _("The clock was right; nothing needs to change."), TIME_KINDS),
        CommonReason("R-1", _("The moves show that the player tried to win."), ("little_effort",)),
        CommonReason("C-3", _("The position is not decided; the match goes on."), ("tie",)),
        CommonReason("C-4", _("The move was recorded as it was sent."), ("rules",)),
        CommonReason("R-5", _("The words in question were not insulting."), ("conduct",)),
        CommonReason(
            "R-2", _("There is no evidence that one person uses both accounts."), ("multi_account",)
        ),
        CommonReason("R-6", _("The e-mails were delivered; no time was lost."), ("bounce",)),
        CommonReason("R-1", _("We found no breach of the rules.")),
    ),
    "grant_time": (CommonReason("R-6", _("Time was lost because of a site error.")),),
    "pause": (CommonReason("R-6", _("The clocks are stopped until the facts are clear.")),),
    "resume": (CommonReason(TIME_RULE, _("The reason for the pause no longer applies.")),),
    "adjudicate": (
        CommonReason("C-3", _("Both players agreed to this result."), ("tie", "round_end")),
        CommonReason("C-3", _("The position leads to this result.")),
    ),
    "forfeit": (
        CommonReason(TIME_RULE, _("The player stopped moving and did not answer."), TIME_KINDS),
        CommonReason("R-1", _("The player did not try to win."), ("little_effort",)),
        CommonReason("R-2", _("One person played from several accounts."), ("multi_account",)),
    ),
    "annul": (
        CommonReason(
            "R-2", _("The match was not played by two different people."), ("multi_account",)
        ),
    ),
    "reopen": (
        CommonReason(
            "C-4", _("A move was recorded that the player did not make."), ("rules", "bounce")
        ),
    ),
    "warn": (
        CommonReason("R-5", _("The words in question were insulting."), ("conduct",)),
        CommonReason("R-1", _("The player did not try to win."), ("little_effort",)),
        CommonReason("R-2", _("One person played from several accounts."), ("multi_account",)),
    ),
    "suspend": (
        CommonReason("R-5", _("Repeated insults despite earlier warnings."), ("conduct",)),
        CommonReason("R-2", _("One person played from several accounts."), ("multi_account",)),
    ),
    "uphold": (CommonReason("C-3", _("The appeal brings up nothing new.")),),
    "extend": (CommonReason(TIME_RULE, _("Both sides need a few more days to finish.")),),
}
RULES_BY_KIND = {
    "win_on_time": TIME_RULE,
    "no_show": TIME_RULE,
    "little_effort": "R-1",
    "tie": "C-3",
    "rules": "C-4",
    "conduct": "R-5",
    "multi_account": "R-2",
    "bounce": "R-6",
    "round_end": TIME_RULE,
}


class Reason(NamedTuple):
    """A reason to insert; ``own`` if the referee has given it before."""

    paragraph: str
    text: str
    own: bool


def reasons_for(act: str, reader: Player, kind: str = "") -> list[Reason]:
    """Return the reasons that can be inserted for an act in a case of some kind.

    The referee's own come first, those that cite the usual rule of that kind before the others.
    """
    given = ruling_queries.recent_reasons(reader, act, MAX_OWN_REASONS)
    rule = RULES_BY_KIND.get(kind)
    ordered = sorted(given, key=lambda each: each[0] != rule)
    own = [Reason(paragraph, text, True) for paragraph, text in ordered]
    known = {reason.text for reason in own}
    fit = (
        each
        for each in COMMON_REASONS.get(act, ())
        if kind in (*CATCH_ALL_KINDS, *(each.kinds or (kind,)))
    )
    usual = [Reason(each.paragraph, str(each.text), False) for each in fit]
    return own + [reason for reason in usual if reason.text not in known]


def insert_reason(sent: QueryDict, reasons: list[Reason]) -> dict[str, str]:
    """Return the form data with the chosen reason appended to what was typed."""
    values = {name: str(value) for name, value in sent.items()}
    number = parse_number(values.get("insert"))
    if number is None or number >= len(reasons):
        return values
    chosen = reasons[number]
    written = values.get("reason", "").strip()
    values["reason"] = f"{written}\n{chosen.text}" if written else chosen.text
    values["paragraph"] = values.get("paragraph", "").strip() or chosen.paragraph
    return values
