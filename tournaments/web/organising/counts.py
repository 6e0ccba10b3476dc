"""Counts for the organisers of a running tournament, each linked to their board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from tournaments import board_queries, queries
from tournaments.services.organisers.progress import NEAR_DEADLINE, SILENT_AFTER

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.board_queries import RunningCounts
    from tournaments.models import Tournament

PROGRESS = "#figures-title"


def context_of(tournament: Tournament, reader: Player | None) -> dict[str, object]:
    """Return the counts as texts with URLs, for organisers while the tournament runs.

    Pending requests to enter are included.
    """
    if not tournament.is_running or not queries.is_organiser(tournament, reader):
        return {}
    board, now = reverse("tournaments:board", args=[tournament.pk]), timezone.now()
    figures = board_queries.running_counts(tournament, now - SILENT_AFTER, now + NEAR_DEADLINE)
    waiting = figures.requests if tournament.access == tournament.Access.APPROVAL else 0
    said = [(words, board + place) for words, place in _count_texts(figures)]
    return {"figures": said, "requests_waiting": waiting}


def _count_texts(figures: RunningCounts) -> list[tuple[str, str]]:
    """Return texts, each with its place on the board; only the first if nothing needs attention."""
    published = figures.done + figures.ahead
    words = ngettext(
        "%(done)d of %(count)d match finished", "%(done)d of %(count)d matches finished", published
    )
    said = [(words % {"done": figures.done, "count": published}, PROGRESS)]
    said += [
        (words % {"count": count}, place)
        for count, words, place in _attention_counts(figures)
        if count
    ]
    return said


def _attention_counts(figures: RunningCounts) -> list[tuple[int, str, str]]:
    silent = ngettext(
        "%(count)d without a move for more than 3 days",
        "%(count)d without a move for more than 3 days",
        figures.silent,
    )
    near = ngettext(
        "%(count)d close to its deadline", "%(count)d close to their deadline", figures.near
    )
    cases = ngettext("%(count)d open case", "%(count)d open cases", figures.cases)
    unreached = ngettext(
        "%(count)d player not reached by e-mail",
        "%(count)d players not reached by e-mail",
        figures.unreached,
    )
    return [
        (figures.silent, silent, "?show=silent"),
        (figures.near, near, "?show=near"),
        (figures.cases, cases, PROGRESS),  # some have no board that is running
        (figures.unreached, unreached, "#unreached-title"),
    ]
