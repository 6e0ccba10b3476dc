"""Reads about cases and rulings; each holds the permission to see what it returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import Player
from accounts.queries import players_with, roles_of
from accounts.roles import EVENT_REFEREE, HEAD_REFEREE, JUDGES
from games import queries
from games.models import Case, CaseLine, ChatLine, EventReferee, Match, Order, Ruling, Seat

LET_IN = (CaseLine.Event.ASKED, CaseLine.Event.TOLD)


def is_referee(player: Player | None) -> bool:
    """Whether somebody may judge at all: everything, or what happens in some event."""
    roles = roles_of(player)
    return bool(roles & JUDGES) or (EVENT_REFEREE in roles and bool(events_judged_by(player)))


def judges_everything(player: Player | None) -> bool:
    """Whether somebody may judge wherever he is no party."""
    return bool(roles_of(player) & JUDGES)


def events_judged_by(player: Player | None) -> set[str]:
    """Return the addresses of the events for which somebody was appointed."""
    return set(EventReferee.objects.filter(player=player).values_list("event", flat=True))


def may_judge(player: Player | None, event: str) -> bool:
    """Whether somebody may judge in an event; an empty address means outside of events."""
    roles = roles_of(player)
    if roles & JUDGES:
        return True
    return bool(event) and EVENT_REFEREE in roles and event in events_judged_by(player)


def event_of_match(match: Match | None) -> str:
    """Return the address of the event that a match is part of; empty where there is none."""
    return str(((match.event if match is not None else None) or {}).get("url", ""))


def event_of(case: Case) -> str:
    """Return the address of the event that a case belongs to; empty where there is none."""
    return case.event_url or event_of_match(case.match)


def is_head_referee(player: Player | None) -> bool:
    """Whether somebody leads the referees."""
    return HEAD_REFEREE in roles_of(player)


def referees(event: str = "") -> list[Player]:
    """Return everybody who may judge, in an event or outside of one, by name."""
    own = EventReferee.objects.filter(event=event).values_list("player", flat=True)
    chosen = {player.pk for player in players_with([EVENT_REFEREE])} & set(own) if event else set()
    found = players_with([*JUDGES, EVENT_REFEREE])
    judges = {player.pk for player in players_with(JUDGES)}
    return [player for player in found if player.pk in judges | chosen]


def seated(match: Match | None) -> list[Player]:
    """Return the players of a match in order of seats; nobody where there is no match."""
    if match is None:
        return []
    seats = Seat.objects.filter(match=match).select_related("player__user").order_by("number")
    return [seat.player for seat in seats]


def ever_seated(match: Match | None) -> set[int]:
    """Return the numbers of all who sit at a match or left their seat to a substitute."""
    rows = Seat.objects.filter(match=match).values_list("player", "original") if match else ()
    return {number for row in rows for number in row if number is not None}


def ever_seated_at(matches: Iterable[int]) -> dict[int, set[int]]:
    """Return the numbers of all who sit or sat at these matches, by match."""
    found: dict[int, set[int]] = {number: set() for number in matches}
    rows = Seat.objects.filter(match__in=found).values_list("match", "player", "original")
    for match, *players in rows:
        found[match] |= {number for number in players if number is not None}
    return found


def concerned(case: Case) -> list[Player]:
    """Return everybody whom a case concerns, whether he knows of it or not."""
    found = {} if case.own_motion else {case.opened_by_id: case.opened_by}
    found |= {player.pk: player for player in seated(case.match)}
    if case.about is not None:
        found[case.about.pk] = case.about
    told = CaseLine.objects.filter(case=case, event=CaseLine.Event.TOLD).select_related("to__user")
    found |= {line.to.pk: line.to for line in told if line.to is not None}
    return list(found.values())


def parties(case: Case) -> list[Player]:
    """Return the people who may read a case: of a discreet one, only those who were asked."""
    everybody = [player for player in concerned(case) if not player.is_bot]
    if not case.is_discreet:
        return everybody
    lines = CaseLine.objects.filter(case=case, event__in=LET_IN)
    asked = set(lines.values_list("to", flat=True))
    ruled = set(Ruling.objects.filter(case=case).values_list("player", flat=True))
    told = asked | ruled | {None if case.own_motion else case.opened_by_id}
    return [player for player in everybody if player.pk in told]


def reportable(viewer: Player | None, pk: int) -> Player | None:
    """Return another player about whom a referee can be called."""
    others = Player.objects.filter(pk=pk, closed_at=None).exclude(kind=Player.Kind.BOT)
    return others.exclude(pk=viewer.pk if viewer else 0).first()


def case_for(viewer: Player | None, pk: int) -> Case | None:
    """Return a case that concerns the viewer, None where it does not."""
    case = _cases().filter(pk=pk).first()
    if case is None or viewer is None:
        return None
    return case if viewer.pk in {player.pk for player in parties(case)} else None


def case_for_referee(viewer: Player | None, pk: int) -> Case | None:
    """Return any case to those who judge, but no discreet one about themselves; else None."""
    if viewer is None or not is_referee(viewer):
        return None
    return within_reach(but_own(_cases().filter(pk=pk), viewer), viewer).first()


def within_reach(found: QuerySet[Case], viewer: Player) -> QuerySet[Case]:
    """Leave out what a referee of events does not judge."""
    if judges_everything(viewer):
        return found
    events = events_judged_by(viewer)
    return found.filter(Q(event__url__in=events) | Q(match__event__url__in=events))


def _cases() -> QuerySet[Case]:
    """Return all cases with what their pages show."""
    return Case.objects.select_related("match", "about__user", "opened_by__user", "assignee__user")


def cases_of(viewer: Player) -> QuerySet[Case]:
    """Return the cases that the viewer opened or may answer, the newest first."""
    at_table = Seat.objects.filter(match=OuterRef("match"), player=viewer)
    asked = CaseLine.objects.filter(case=OuterRef("pk"), to=viewer, event__in=LET_IN)
    ruled = Ruling.objects.filter(case=OuterRef("pk"), player=viewer)
    told = Q(opened_by=viewer, own_motion=False) | Exists(asked) | Exists(ruled)
    open_ones = ~Q(kind__in=Case.DISCREET) & (Exists(at_table) | Q(about=viewer))
    return _cases().filter(told | open_ones).order_by("-pk")


def cases_at(viewer: Player, match: Match) -> list[Case]:
    """Return the cases about a match that the viewer may see; asks only where there are some."""
    if not match.has_cases:
        return []
    return list(cases_of(viewer).filter(match=match))


def but_own(found: QuerySet[Case], viewer: Player) -> QuerySet[Case]:
    """Leave out the discreet cases that are the viewer's own matter, unless he opened them."""
    at_table = Seat.objects.filter(match=OuterRef("match"), player=viewer)
    own = Q(kind__in=Case.DISCREET) & (Q(about=viewer) | Exists(at_table))
    return found.exclude(own & ~Q(opened_by=viewer, own_motion=False))


def queue(wishes: Mapping[str, Any], now: datetime) -> QuerySet[Case]:
    """Return the cases of the referees' queue, what is due first on top.

    Wishes: ``state`` ("pending", one state, or "" for all), ``kind``, ``assignee`` (number or
    "nobody"), ``late``.
    """
    found = _cases()
    state = wishes.get("state") or ""
    if state == "pending":
        found = found.pending()  # type: ignore[attr-defined]
    elif state:
        found = found.filter(state=state)
    if wishes.get("kind"):
        found = found.filter(kind=wishes["kind"])
    if wishes.get("assignee") == "nobody":
        found = found.filter(assignee=None)
    elif wishes.get("assignee"):
        found = found.filter(assignee=wishes["assignee"])
    if wishes.get("late"):
        found = found.filter(state__in=Case.PENDING, due_at__lte=now)
    return found.order_by(F("due_at").asc(nulls_last=True), "pk")


def lines_of(case: Case, *, with_notes: bool) -> list[CaseLine]:
    """Return what happened to a case in order; notes among referees are theirs alone."""
    lines = CaseLine.objects.filter(case=case).select_related("by", "to", "ruling")
    lines = lines.exclude(event=CaseLine.Event.TOLD)
    if not with_notes:
        lines = lines.exclude(event=CaseLine.Event.NOTE)
    return list(lines)


def match_for_referee(viewer: Player | None, pk: int) -> Match | None:
    """Return any match, private ones included, to those who judge."""
    match = Match.objects.filter(pk=pk).first()
    return match if may_judge(viewer, event_of_match(match)) else None


def position_for_referee(
    viewer: Player | None, pk: int, at_ply: int | None = None
) -> queries.Position | None:
    """Return any match at a ply to those who judge, with nothing hidden; None to others.

    Who sits at the table himself sees no more than he may as a player.
    """
    match = Match.objects.filter(pk=pk).prefetch_related(queries.SEATS).first()
    if match is None or not may_judge(viewer, event_of_match(match)):
        return None
    own = viewer is not None and viewer.pk in ever_seated(match)
    return queries.position_of(match, at_ply, viewer, unveiled=not own)


def chat_of(match: Match) -> list[ChatLine]:
    """Return everything that was said at a table, for those who judge."""
    return list(ChatLine.objects.filter(match=match).select_related("player"))


def orders_of(match: Match) -> list[Order]:
    """Return all orders of a match, for those who judge."""
    return list(Order.objects.filter(match=match).order_by("pk"))


def all_cases_at(match: Match, viewer: Player) -> list[Case]:
    """Return the cases about a match, for those who judge, the newest first; see ``but_own``."""
    return list(but_own(_cases().filter(match=match), viewer).order_by("-pk"))


def others_of(match: Match) -> QuerySet[Match]:
    """Return the other matches at which all these players met, the newest first."""
    found = Match.objects.exclude(pk=match.pk)
    for player in seated(match):
        found = found.of(player)
    return found.order_by("-started_at").prefetch_related(queries.SEATS)


def names_of(numbers: Iterable[int]) -> dict[int, str]:
    """Return the names of players by number."""
    return dict(Player.objects.filter(pk__in=set(numbers)).values_list("pk", "name"))


def owes_statement(case: Case, player: Player) -> bool:
    """Whether the player was asked and has not answered since."""
    last = (
        CaseLine.objects.filter(case=case)
        .filter(Q(event=CaseLine.Event.ASKED, to=player) | Q(event=CaseLine.Event.SAID, by=player))
        .order_by("-pk")
        .values_list("event", flat=True)
        .first()
    )
    return last == CaseLine.Event.ASKED


def unanswered(case: Case) -> bool:
    """Whether somebody who was asked has still not answered."""
    lines = CaseLine.objects.filter(case=case, event=CaseLine.Event.ASKED)
    people = Player.objects.filter(pk__in=lines.values("to"))
    return any(owes_statement(case, player) for player in people)


def rulings_on(match: Match) -> list[Ruling]:
    """Return every ruling on a match in order."""
    found = Ruling.objects.filter(match=match).select_related("by", "player", "undoes")
    return list(found.order_by("number"))


def rulings_in(case: Case) -> list[Ruling]:
    """Return every ruling in a case in order."""
    found = Ruling.objects.filter(case=case).select_related("by", "player", "match", "undoes")
    return list(found.order_by("number"))


def ruling_numbered(number: int) -> Ruling | None:
    """Return a ruling by its number in the chain."""
    found = Ruling.objects.filter(number=number)
    return found.select_related("by", "player", "match", "case").first()


def decision_of(case: Case) -> Ruling | None:
    """Return the ruling that decided a case and still stands; interim orders decide nothing."""
    found = Ruling.objects.standing().filter(case=case, appeal_of=None)
    decided = [ruling for ruling in found.order_by("-number") if not ruling.params.get("interim")]
    return decided[0] if decided else None


def suspended_until(player: Player, now: datetime) -> datetime | None:
    """Return until when a referee keeps a player from entering events; None where he is free."""
    ends = [
        ruling.at + timedelta(days=ruling.params["days"])
        for ruling in Ruling.objects.standing().filter(player=player, act="suspend")
    ]
    latest = max(ends, default=None)
    return latest if latest is not None and latest > now else None


def count_rulings() -> int:
    """Return how long the chain is."""
    return Ruling.objects.count()


def chain() -> QuerySet[Ruling]:
    """Return every ruling in the order of the chain."""
    return Ruling.objects.select_related("by", "player", "case", "match").order_by("number")


def settled_rulings(wishes: Mapping[str, Any]) -> QuerySet[Ruling]:
    """Return the rulings that stand for good, the newest first; for everybody, without names.

    Wishes: ``kind`` of the case, ``q`` words of paragraph or reason.
    """
    found = Ruling.objects.standing().filter(case__state=Case.State.CLOSED)
    found = found.exclude(act="uphold").exclude(params__has_key="interim")
    found = found.exclude(match__isnull=False, case__match=None)
    if wishes.get("kind"):
        found = found.filter(case__kind=wishes["kind"])
    for word in str(wishes.get("q") or "").split():
        found = found.filter(Q(reason__icontains=word) | Q(paragraph__icontains=word))
    return found.select_related("by", "player", "case__match", "case__opened_by", "case__about")


def was_upheld(ruling: Ruling) -> bool:
    """Whether an appeal has confirmed a ruling."""
    return Ruling.objects.filter(appeal_of=ruling, act="uphold").exists()


def cases_in(event: str, viewer: Player) -> list[Case]:
    """Return the cases of an event, what is pending first, then the newest; see ``but_own``."""
    found = _cases().filter(Q(event__url=event) | Q(match__event__url=event)).order_by("-pk")
    return sorted(but_own(found, viewer), key=lambda case: not case.is_pending)


def rulings_in_event(event: str) -> list[Ruling]:
    """Return every ruling in an event in order, parts of larger ones left out."""
    found = Ruling.objects.filter(Q(case__event__url=event) | Q(match__event__url=event))
    found = found.exclude(match__isnull=False, case__match=None)
    return list(found.select_related("by", "player", "match", "undoes", "case").order_by("number"))


def appointed_for(event: str) -> list[Player]:
    """Return the people appointed for an event."""
    rows = EventReferee.objects.filter(event=event).select_related("player__user")
    return [row.player for row in rows.order_by("player__name_key")]


def pending_by_event() -> Counter[str]:
    """Return how many cases are still to be decided, by the address of their event."""
    found = Case.objects.filter(state__in=Case.PENDING).select_related("match")
    return Counter(event_of(case) for case in found)
