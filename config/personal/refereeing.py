"""Cases and rulings about a player, what they wrote in them, and their actions in an office."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Q, QuerySet

from accounts.models import Player
from config.moderation.models import Report
from config.offices.models import RoleStep
from config.texts.models import PageText
from games.models import Bot, Match, Outage
from tournaments.models import AnnouncingRule
from tournaments.referees.models import Case, CaseLine, Juror, Ruling
from tournaments.referees.queries import cases as case_reads

Row = Mapping[str, object]
PRIVATE = (CaseLine.Event.NOTE, CaseLine.Event.VIEWED)


def cases(player: Player) -> Iterator[Row]:
    """Yield the cases that the player may read: their own words, and what was asked of them.

    Other people involved and what they said are left out, and so are cases unknown to the player.
    """
    for case in case_reads.cases_of(player).order_by("pk"):
        opened = case.opened_by_id == player.pk and not case.own_motion
        lines = CaseLine.objects.filter(case=case).filter(
            Q(by=player) | (Q(to=player) & ~Q(event__in=PRIVATE))
        )
        rulings = Ruling.objects.filter(case=case).filter(Q(player=player) | Q(player=None))
        yield {
            **_pick_fields(case, "id", "match_id", "tournament_id", "kind", "state", "opened_at"),
            **_pick_fields(case, "decided_at", "closed_at"),
            "opened_by_me": opened,
            "about_me": case.about_id == player.pk,
            "claim": case.claim if opened else "",
            "text": case.text if opened else "",
            "lines": [
                {**_pick_fields(line, "event", "at", "text"), "by_me": line.by_id == player.pk}
                for line in lines
            ],
            "rulings": [
                {
                    **_pick_fields(ruling, "number", "signed_at", "act", "paragraph", "reason"),
                    "about_me": ruling.player_id == player.pk,
                }
                for ruling in rulings
            ],
        }


def suspensions(player: Player) -> Iterator[Row]:
    yield from player.suspensions.order_by("until").values("until")


def roles(player: Player) -> Iterator[Row]:
    """Yield roles the player was offered, took and lost, and those they gave or removed."""
    for step in RoleStep.objects.filter(Q(player=player) | Q(by=player)).order_by("pk"):
        mine = step.player_id == player.pk
        yield {**_pick_fields(step, "role", "step", "at"), "of": "me" if mine else "somebody else"}


def official_actions(player: Player) -> Iterator[Row]:
    """Yield the player's actions in an office, without the names of people concerned."""
    for what, rows, names in _actions_by(player):
        for row in rows:
            yield {"what": what, **_pick_fields(row, *names)}
    entries = LogEntry.objects.filter(user=player.user_id or 0).order_by("pk")
    for entry in entries.select_related("content_type"):
        kind = entry.content_type.model if entry.content_type else ""
        yield {"what": "admin", "kind": kind, **_pick_fields(entry, "action_time", "action_flag")}


def _actions_by(player: Player) -> Iterator[tuple[str, QuerySet[Any], tuple[str, ...]]]:
    """Yield the label of each kind of action, its rows, and the columns to show."""
    opened = Case.objects.filter(opened_by=player, own_motion=True).order_by("pk")
    yield "case opened", opened, ("id", "kind", "opened_at", "text")
    assigned = Case.objects.filter(assignee=player).order_by("pk")
    yield "case taken on", assigned, ("id", "kind", "opened_at")
    known = case_reads.cases_of(player).values("pk")
    lines = CaseLine.objects.filter(by=player).exclude(case__in=known).order_by("pk")
    yield "line in a case", lines, ("case_id", "event", "at", "text")
    names = ("number", "signed_at", "case_id", "act", "paragraph", "reason")
    yield "ruling", Ruling.objects.filter(by=player).order_by("number"), names
    seats = Juror.objects.filter(player=player).order_by("pk")
    yield "juror", seats, ("case_id", "asked_at", "left_at", "vote", "reason", "voted_at")
    yield "judge of a match", Match.objects.filter(judges=player).order_by("pk"), ("id",)
    texts = PageText.objects.filter(by=player).order_by("pk")
    yield "page", texts, ("page", "language", "version", "at", "text")
    outages = Outage.objects.filter(entered_by=player).order_by("pk")
    yield "outage", outages, ("since", "until", "note", "noted_at")
    rules = AnnouncingRule.objects.filter(by=player).order_by("pk")
    yield "rule about announcing", rules, ("appointed", "at")
    settled = Report.objects.filter(settled_by=player).order_by("pk")
    yield "report", settled, ("what", "outcome", "words", "settled_at")
    bots = Bot.objects.filter(player=player)
    yield "bot", bots, ("strategy", "rulesets", "timetable", "active")


def _pick_fields(row: object, *names: str) -> dict[str, object]:
    return {name: getattr(row, name) for name in names}
