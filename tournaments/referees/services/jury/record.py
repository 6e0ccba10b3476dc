"""Votes of a jury as they are recorded in rulings and shown in e-mails."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.rules.base import JSONObject
from tournaments.referees.models import Case, Juror, Ruling
from tournaments.referees.queries import cases as case_queries, jury as jury_queries

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def votes_in(case: Case) -> list[JSONObject]:
    """Return the votes on an appeal, to be recorded in the ruling that ends it."""
    if case.state != Case.State.APPEALED:
        return []
    cast = [juror for juror in jury_queries.sitting_jurors(case) if juror.vote]
    return [{"juror": each.player_id, "vote": each.vote, "reason": each.reason} for each in cast]


def vote_choices() -> list[tuple[str, StrPromise | str]]:
    """Return the choices of a vote with their labels."""
    return list(Juror.Vote.choices)


def describe_votes(rulings: Iterable[Ruling]) -> list[dict[str, str]]:
    """Return the recorded votes of rulings as texts, in the active language."""
    votes = [vote for ruling in rulings for vote in ruling.effects.get("jury", [])]
    names = case_queries.player_names(vote["juror"] for vote in votes)
    return [
        {
            "line": _("%(name)s: %(vote)s")
            % {"name": names[vote["juror"]], "vote": Juror.Vote(vote["vote"]).label},
            "reason": vote["reason"],
        }
        for vote in votes
    ]
