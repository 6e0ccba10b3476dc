"""Letters about cases: to everybody concerned at each step, in each reader's own language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import translation

from accounts.models import Player
from games import case_queries, judge_queries, match_queries, ruling_queries
from games.models import Case, CaseLine, Match, Ruling
from games.services import case_words, wording
from games.services.letter_contexts import match_context
from games.services.links import absolute
from games.services.table import Table, load_table
from notifications.services import outbox


def _thread(case: Case) -> str:
    """Return the letter thread: that of the match, so that all its news stay together."""
    return case.match.thread if case.match is not None else f"case:{case.pk}"


def _context(case: Case, reader: Player, *, as_referee: bool) -> dict[str, Any]:
    """Return what every letter about a case holds."""
    page = "games:referee_case" if as_referee else "games:case"
    players = [player.name for player in match_queries.seated(case.match)]
    return {
        "case": case.pk,
        "url": absolute(reverse(page, args=[case.pk])),
        "as_referee": as_referee,
        "kind": case_words.title_of(case),
        "opener": case.opened_by.name,
        "is_opener": case.opened_by_id == reader.pk,
        "own_motion": case.own_motion,
        "text": case.text,
        "match": case.match_id,
        "players": wording.join_names(players),
        "game": wording.ruleset_name(case.match.ruleset) if case.match else "",
        "about": case.about.name if case.about else "",
        "event": case.event["name"] if case.event else "",
    }


def _tell(
    case: Case,
    step: str,
    line: CaseLine | None,
    readers: Iterable[Player],
    *,
    now: datetime,
    as_referee: bool = False,
    **more: Any,
) -> None:
    """Write the letter about one step to each of these readers."""
    for reader in readers:
        if reader.address is None:
            continue
        with translation.override(reader.language):
            context = _context(case, reader, as_referee=as_referee) | {"step": step} | more
            if line is not None:
                context |= {"by": line.by.name if line.by else "", "words": line.text}
        mark = f"{step}:{line.pk}" if line is not None else step
        outbox.post(
            kind="case_opened",
            player=reader,
            key=f"case:{case.pk}:{mark}:{reader.pk}",
            context=context,
            now=now,
            thread=_thread(case),
        )


def _bench(case: Case) -> list[Player]:
    """Return the referees to be told: the one who has the case, else all who are no parties."""
    if case.assignee is not None:
        return [case.assignee]
    own = {player.pk for player in case_queries.concerned(case)}
    bench = judge_queries.referees(case_queries.event_of(case))
    return [player for player in bench if player.pk not in own]


def tell_opened(
    case: Case,
    asked: Sequence[Player],
    *,
    reply_by: datetime,
    now: datetime,
    bench: bool = True,
) -> None:
    """Ask the other side for a statement, and tell the referees (of a claim only later)."""
    _tell(case, "opened", None, asked, now=now, reply_by_at=reply_by.isoformat())
    if bench:
        _tell(case, "opened", None, _bench(case), now=now, as_referee=True, **_due(case))


def tell_referred(case: Case, *, now: datetime) -> None:
    """Tell the referees that a case stands before them, and the players if it opened by itself."""
    if case.own_motion:
        _tell(case, "referred", None, case_queries.parties(case), now=now)
    _tell(case, "referred", None, _bench(case), now=now, as_referee=True, **_due(case))


def tell_settled(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Tell everybody that the end of the match has settled the case."""
    _tell(case, "settled", line, case_queries.parties(case), now=now)
    if case.assignee is not None:
        _tell(case, "settled", line, [case.assignee], now=now, as_referee=True)


def _due(case: Case) -> dict[str, Any]:
    """Return by when the referees should have decided."""
    return {"due_at": case.due_at.isoformat() if case.due_at else None}


def tell_assigned(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Tell a referee that he has been given a case."""
    if line.to is not None:
        _tell(case, "assigned", line, [line.to], now=now, as_referee=True, **_due(case))


def tell_asked(case: Case, line: CaseLine, *, reply_by: datetime, now: datetime) -> None:
    """Ask somebody for a statement."""
    if line.to is not None:
        _tell(case, "asked", line, [line.to], now=now, reply_by_at=reply_by.isoformat())


def tell_said(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Tell everybody else what somebody stated."""
    others = [player for player in case_queries.parties(case) if player.pk != line.by_id]
    _tell(case, "said", line, others, now=now)
    if case.kind == Case.Kind.ROUND_END and case.assignee is None:
        return  # the referees hear of a claim when it is put before them
    _tell(case, "said", line, _bench(case), now=now, as_referee=True)


def tell_withdrawn(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Tell everybody else that the case was withdrawn."""
    others = [player for player in case_queries.parties(case) if player.pk != line.by_id]
    _tell(case, "withdrawn", line, others, now=now)
    _tell(case, "withdrawn", line, _bench(case), now=now, as_referee=True)


def tell_appealed(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Tell everybody else of the appeal, and the referees who have not ruled in the case."""
    others = [player for player in case_queries.parties(case) if player.pk != line.by_id]
    _tell(case, "appealed", line, others, now=now)
    judged = {ruling.by_id for ruling in ruling_queries.rulings_in(case)}
    bench = [player for player in _bench(case) if player.pk not in judged]
    _tell(case, "appealed", line, bench, now=now, as_referee=True, **_due(case))


def tell_ruled(
    case: Case,
    rulings: Sequence[Ruling],
    table: Table | None,
    before: Iterable[Player] = (),
    *,
    now: datetime,
) -> None:
    """Tell everybody concerned what was ordered, why, what follows, and how to appeal.

    ``before`` are those whom the case concerned before: who has lost his seat is told, too.
    """
    kind = "appeal_result" if rulings[-1].appeal_of_id else "ruling"
    if table is not None:
        table = load_table(Match.objects.get(pk=table.match.pk))
    readers = {player.pk: player for player in (*before, *case_queries.parties(case))}
    orders = _Orders(rulings)
    for reader in readers.values():
        if reader.address is None:
            continue
        with translation.override(reader.language):
            context = _context(case, reader, as_referee=False)
            context |= _ruled(case, rulings, orders, reader)
            if table is not None:
                context |= _at_table(table, reader)
        key = f"{kind}:{rulings[-1].number}:{reader.pk}"
        outbox.post(
            kind=kind, player=reader, key=key, context=context, now=now, thread=_thread(case)
        )


class _Orders:
    """What rulings order, put into words once for all readers of a language."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        """Find out who sits where a larger act has ordered something at a table."""
        self.rulings = rulings
        parts = [ruling.match_id for ruling in rulings if case_words.is_part(ruling)]
        self.seated = match_queries.ever_seated_at(pk for pk in parts if pk is not None)
        self.said: dict[tuple[int, str], str] = {}

    def told_to(self, reader: Player) -> list[str]:
        """Return the sentences in the language that is active, of parts those at his own tables."""
        own = [
            ruling
            for ruling in self.rulings
            if reader.pk in self.seated.get(ruling.match_id or 0, {reader.pk})
        ]
        return [self._sentence(ruling) for ruling in own]

    def _sentence(self, ruling: Ruling) -> str:
        """Return the words for one ruling."""
        key = (ruling.pk, translation.get_language())
        if key not in self.said:
            self.said[key] = case_words.sentence_of(ruling)
        return self.said[key]


def _ruled(
    case: Case, rulings: Sequence[Ruling], orders: _Orders, reader: Player
) -> dict[str, Any]:
    """Return what was ordered and why, and until when one may appeal."""
    last = rulings[-1]
    open_to_appeal = case.state == Case.State.DECIDED and case.due_at is not None
    return {
        "numbers": [ruling.number for ruling in rulings],
        "number": last.number,
        "acts": orders.told_to(reader),
        "paragraph": last.paragraph,
        "reason": last.reason,
        "judge": last.by.name,
        "interim": bool(last.params.get("interim")),
        "appeal_by_at": case.due_at.isoformat() if open_to_appeal and case.due_at else None,
    }


def _at_table(table: Table, reader: Player) -> dict[str, Any]:
    """Return what a player of the match sees of it: board, result, rating, deadline."""
    seat = next((seat for seat in table.seats if seat.player_id == reader.pk), None)
    if seat is None:
        return {}
    context = match_context(table, seat)
    context["match_url"] = context.pop("url")
    context["deadline"] = seat.deadline_at.isoformat() if seat.deadline_at else None
    context["awaited"] = seat.awaited
    if not table.match.is_running:
        context |= {
            "result": wording.result_sentence(table.match, table.seats, seat),
            "rating": wording.rating_sentence(table.match, seat.player),
        }
    return context
