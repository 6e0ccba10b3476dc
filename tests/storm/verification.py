"""What must be true afterwards; every function yields one sentence an error."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db.models import Count

from accounts.models import Player
from games.models import ClockCharge, Match, Ply, RatingEntry, Seat
from games.services.audit import replay_matches
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import DeliveryEvent, Message
from tests.storm.clients import Sent
from tournaments.models import Entrant, Fixture, FixtureSeat, Tournament
from tournaments.referees.services.chain import check_chain
from tournaments.services.tables import places

HUMAN = {"api", "page", "link"}
State = Message.State


@dataclass(frozen=True)
class Evidence:
    """What was sent to the site, and what its mail server has accepted."""

    sent: Sequence[Sent]
    accepted: Path


def errors(evidence: Evidence) -> Iterator[str]:
    """Yield everything that is not as it must be."""
    yield from moves(evidence.sent)
    yield from emails(evidence.accepted)
    yield from seats()
    yield from results()
    yield from tournaments()
    for error in replay_matches(Match.objects.all().iterator(chunk_size=200)):
        yield f"{error}"
    yield from (f"rating {error}" for error in replay_ratings())
    yield from (f"{error}" for error in check_chain())


# Moves --------------------------------------------------------------------------------------------
def moves(sent: Sequence[Sent]) -> Iterator[str]:
    """Every acknowledged move stands once, and nothing stands that nobody sent."""
    free: dict[int, dict[int, Ply]] = defaultdict(dict)
    for ply in Ply.objects.all():
        free[ply.match_id][ply.number] = ply
    for outcome in ("acked", "unknown"):
        for each in sorted((s for s in sent if s.outcome == outcome), key=lambda s: s.seen):
            found = _standing(each, free[each.match])
            if outcome == "acked" and not found:
                yield f"acknowledged and lost: {each}"
            for number in found:
                del free[each.match][number]
    for ply in (ply for left in free.values() for ply in left.values()):
        if ply.source in HUMAN:
            yield f"match {ply.match_id}: nobody sent ply {ply.number}, {ply.text}, {ply.source}"


def _standing(sent: Sent, free: dict[int, Ply]) -> list[int]:
    """Return the numbers of the plies that are this move; secret bids may stand before it."""
    for first in range(sent.seen + 1, sent.seen + 6):
        text = ""
        numbers: list[int] = []
        for number in range(first, first + 12):
            ply = free.get(number)
            if ply is None or (ply.seat, ply.source) != (sent.seat, sent.source):
                break
            text, numbers = f"{text} {ply.text}".strip(), [*numbers, number]
            if text == sent.text:
                return numbers
    return []


# E-mails ------------------------------------------------------------------------------------------
def emails(accepted: Path) -> Iterator[str]:
    """Every event told its people once, and what was sent has arrived."""
    yield from _told()
    arrived = arrivals(accepted)
    rows = {row.message_id: row for row in Message.objects.all()}
    for name in arrived.keys() - rows.keys():
        yield f"an e-mail arrived that the outbox does not know: {name}"
    claims = Counter(
        DeliveryEvent.objects.filter(event="claimed").values_list("message__message_id", flat=True)
    )
    for name, row in rows.items():
        if row.state == State.SENT and name not in arrived:
            yield f"{row} never arrived"
        if row.state in (State.QUEUED, State.FAILED):
            yield f"{row} was never sent: {row.last_error}"
        if arrived[name] > claims[name]:
            yield f"{row} arrived {arrived[name]} times, was taken {claims[name]} times"


def arrivals(accepted: Path) -> Counter[str]:
    """Count what the mail server accepted by Message-ID."""
    lines = accepted.read_text().splitlines() if accepted.exists() else []
    return Counter(json.loads(line)["id"] for line in lines)


def _told() -> Iterator[str]:
    """Compare the outbox with what has happened at the tables."""
    known = set(Message.objects.values_list("key", flat=True))
    people = Seat.objects.filter(player__kind=Player.Kind.PERSON).select_related("match")
    turns = defaultdict(set)
    for table, number, turn in ClockCharge.objects.values_list("match", "seat", "turn"):
        turns[table, number].add(turn)
    for seat in people.annotate(size=Count("match__seats")):
        match = seat.match
        wanted = {f"match_started:{match.pk}:{seat.number}"}
        if match.status == Match.Status.FINISHED:
            wanted.add(f"match_finished:{match.pk}:{match.turn}:{seat.number}")
        elif seat.awaited and seat.woken_turn > 1:
            wanted.add(f"your_turn:{match.pk}:{seat.woken_turn}:{seat.number}")
        if seat.size == 2:
            charged = turns[match.pk, seat.number]
            wanted |= {f"your_turn:{match.pk}:{t}:{seat.number}" for t in charged if t > 1}
        yield from (f"no e-mail {key} was written" for key in sorted(wanted - known))


# Matches and tournaments --------------------------------------------------------------------------
def seats() -> Iterator[str]:
    """Every running match awaits somebody who has a deadline; a finished one awaits nobody."""
    for match in Match.objects.prefetch_related("seats"):
        awaited = [seat for seat in match.seats.all() if seat.awaited]
        if match.is_running and not awaited:
            yield f"match {match} runs and awaits nobody"
        if not match.is_running and awaited:
            yield f"match {match} is over and awaits {awaited}"
        for seat in awaited:
            if match.is_running and seat.deadline_at is None:
                yield f"match {match}: seat {seat.number} is awaited without a deadline"


def results() -> Iterator[str]:
    """Every rated match that is over has one rating entry a player."""
    for match in Match.objects.filter(status=Match.Status.FINISHED, rated=True):
        wanted = Counter(seat.rated_player_id for seat in match.seats.all())
        found = Counter(RatingEntry.objects.filter(match=match).values_list("player", flat=True))
        if found != wanted:
            yield f"match {match}: ratings of {dict(found)}, should be of {dict(wanted)}"


def tournaments() -> Iterator[str]:
    """Fixtures have one match each with its result; kept places are those of the tables."""
    for fixture in Fixture.objects.exclude(match=None).select_related("match"):
        over = fixture.match is not None and not fixture.match.is_running
        if over != fixture.is_settled:
            yield f"fixture {fixture.pk}: settled {fixture.is_settled}, its match {fixture.match}"
        elif over:
            yield from _places(fixture)
    doubled = Fixture.objects.exclude(match=None).values("match").annotate(n=Count("pk"))
    yield from (f"match {row['match']} has {row['n']} fixtures" for row in doubled if row["n"] > 1)
    for tournament in Tournament.objects.filter(status=Tournament.Status.FINISHED):
        folded: dict[int, int] = {}
        for _division, order in reversed(places.final_places(tournament)):
            folded |= dict(order)
        own = Entrant.objects.filter(tournament=tournament, number__isnull=False)
        if folded != (stored := dict(own.values_list("pk", "final_place"))):
            yield f"{tournament}: places {stored}, by the table {folded}"


def _places(fixture: Fixture) -> Iterator[str]:
    """Compare the places of a fixture with the ranks of its match."""
    ranks = {seat.rated_player_id: seat.rank for seat in fixture.match.seats.all()}
    for seat in FixtureSeat.objects.filter(fixture=fixture).select_related("entrant"):
        if ranks.get(seat.entrant.player_id) != seat.place:
            yield f"fixture {fixture.pk}: place {seat.place}, ranks {ranks}"
