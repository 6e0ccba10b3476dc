"""Invariants after a rehearsal: every fixture, e-mail, table, rating and ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import combinations

from django.db.models import Count, Q

from accounts.models import Leave, Player
from games.models import ClockCharge, Match, Ply, Seat
from games.services.audit import replay_matches
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import DeliveryEvent, Message
from tests.rehearsal import proofs
from tests.rehearsal.proof import records
from tournaments.formats.round_robin import RoundRobin
from tournaments.models import Absence, Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.referees.models import Case, Ruling
from tournaments.referees.services.chain import check_chain

DESIGN = "design"


def errors(seasons: list[Tournament]) -> Iterator[str]:
    """Yield everything that is not as it must be after the last season."""
    for tournament in seasons:
        for division in Division.objects.filter(tournament=tournament):
            yield from _faults_in(tournament, division)
        yield from proofs.faults_of(tournament)
        yield from _emails_of_a_season(tournament)
        yield from _emails_of_rounds(tournament)
    yield from _emails_of_matches()
    yield from _emails_underway()
    for error in replay_matches(Match.objects.all().iterator(chunk_size=200)):
        yield f"match {error}"
    for difference in replay_ratings():
        yield f"rating {difference}"
    for broken in check_chain():
        yield f"ruling {broken}"


# Fixtures -----------------------------------------------------------------------------------------
def _faults_in(tournament: Tournament, division: Division) -> Iterator[str]:
    """Yield the errors of one division: pairs, results, rounds, byes."""
    name = f"{tournament} {division.number}"
    found = Fixture.objects.filter(round__division=division, set_aside_at=None)
    fixtures = list(found.prefetch_related("seats"))
    for fixture in fixtures:
        seats = [seat.entrant_id for seat in fixture.seats.all()]
        if not fixture.is_settled:
            yield f"{name}: fixture {fixture.pk} has no result"
        if len(seats) > 1 and fixture.match_id is None and fixture.kind != Fixture.Kind.FORFEIT:
            yield f"{name}: fixture {fixture.pk} was never played"
    yield from (f"{name}: {error}" for error in _strange_games(tournament, division))
    format_ = tournament.event_format
    if isinstance(format_, RoundRobin):
        yield from _schedule(format_, division, fixtures)
    elif not format_.has_rungs and not format_.has_teams and tournament.seats == 2:
        games = records.record_of(tournament, division).games
        if format_.can_meet_again:
            games = ()
        # No pairing could know of a game that did not count until an appeal restored it.
        reversed_later = Ruling.objects.exclude(match=None).exclude(undone_by=None)
        restored = set(reversed_later.values_list("match_id", flat=True))
        known = {
            frozenset(seat.entrant_id for seat in fixture.seats.all())
            for fixture in fixtures
            if fixture.match_id in restored
        }
        met = Counter(records.met(games))
        twice = [(pair, n) for pair, n in met.items() if n > 1 and pair not in known]
        yield from (f"{name}: {set(pair)} have met {n} times" for pair, n in twice)
    if not format_.has_rungs:
        yield from _twice_in_a_round(tournament, division)


def _strange_games(tournament: Tournament, division: Division) -> Iterator[str]:
    """Yield matches of another game than their round, or board of teams, should play, or of
    another opening.
    """
    games = [tournament.ruleset, *(each["ruleset"] for each in tournament.further_games)]
    fixtures = Fixture.objects.filter(round__division=division).exclude(match=None)
    for fixture in fixtures.select_related("round", "match"):
        board = (fixture.board - 1) % tournament.boards if fixture.meeting_id else 0
        turn = board if fixture.meeting_id else fixture.round.number - 1
        wanted = games[turn % len(games)]
        assert fixture.match is not None
        if fixture.match.ruleset != wanted:
            yield f"fixture {fixture.pk} plays {fixture.match.ruleset}, should play {wanted}"
        own = Ply.objects.filter(match=fixture.match).order_by("number")
        begun = list(own.values_list("text", flat=True)[: len(tournament.opening)])
        if begun != tournament.opening:
            yield f"fixture {fixture.pk} begins with {begun}, not with the opening"


def _schedule(format_: RoundRobin, division: Division, fixtures: list[Fixture]) -> Iterator[str]:
    """Yield the pairs that lack a fixture, or have one too many, where all meet all."""
    own = Entrant.objects.filter(division=division).values_list("pk", flat=True)
    times = 2 if format_.twice else 1
    wanted = Counter({frozenset(pair): times for pair in combinations(own, 2)})
    made = Counter(frozenset(each.entrant_id for each in row.seats.all()) for row in fixtures)
    for pair in sorted((wanted - made) + (made - wanted), key=sorted):
        if len(pair) > 1:
            yield (
                f"{division.tournament} {division.number}: {set(pair)} have {made[pair]} fixtures, "
                f"should have {wanted[pair]}"
            )


def _twice_in_a_round(tournament: Tournament, division: Division) -> Iterator[str]:
    """Yield entrants with two fixtures in one round, and those with two allotted byes.

    A fixture that a referee annulled and paired again counts once.
    """
    name = f"{tournament} {division.number}"
    held = ~Q(fixture_seats__fixture__kind=Fixture.Kind.ANNULLED)
    rounds = Round.objects.filter(division=division)
    designed = rounds.filter(engine__startswith=DESIGN)
    if designed.exists():
        yield from _unbalanced(name, division)
    for each in rounds.difference(designed):
        own = Entrant.objects.filter(fixture_seats__fixture__round=each)
        doubled = own.annotate(count=Count("fixture_seats", filter=held)).filter(count__gt=1)
        yield from (f"{name}: {entrant} sits twice in round {each.number}" for entrant in doubled)
    if not tournament.event_format.takes_latecomers:
        return
    given = Entrant.objects.filter(
        fixture_seats__fixture__round__division=division,
        fixture_seats__fixture__kind=Fixture.Kind.PAIRED_BYE,
    )
    doubled = given.annotate(count=Count("fixture_seats")).filter(count__gt=1)
    yield from (f"{name}: {entrant} was given two byes" for entrant in doubled)


def _unbalanced(name: str, division: Division) -> Iterator[str]:
    """Yield where a design does not let all meet equally often; all its tables may be one round."""
    tables = Fixture.objects.filter(round__division=division).prefetch_related("seats")
    met = Counter(
        frozenset(pair)
        for table in tables
        for pair in combinations([seat.entrant_id for seat in table.seats.all()], 2)
    )
    own = Entrant.objects.filter(division=division).values_list("pk", flat=True)
    often = {pair: met[frozenset(pair)] for pair in combinations(own, 2)}
    if len(set(often.values())) > 1 or not all(often.values()):
        yield f"{name}: by design all meet equally often, but these are {often}"


# E-mails ------------------------------------------------------------------------------------------
def _emails_of_a_season(tournament: Tournament) -> Iterator[str]:
    """Yield the entrants who were not told exactly once of the beginning and of the end."""
    for kind in ("tournament_started", "standings"):
        told = Counter(
            Message.objects.filter(kind=kind, thread=tournament.thread).values_list(
                "player", flat=True
            )
        )
        own = Entrant.objects.filter(
            tournament=tournament, division__isnull=False, player__kind=Player.Kind.PERSON
        )
        if kind == "standings":  # whoever has left a ladder has no number any more
            own = own.filter(number__isnull=False)
        wanted = Counter(own.values_list("player", flat=True))
        if told != wanted:
            yield f"{tournament}: e-mails {kind} went to {told}, should go to {wanted}"


def _emails_of_rounds(tournament: Tournament) -> Iterator[str]:
    """Yield entrants not told exactly once of a round they are paired in."""
    if not tournament.event_format.notifies_pairings:
        return
    seats = FixtureSeat.objects.filter(
        fixture__round__division__tournament=tournament,
        entrant__player__kind=Player.Kind.PERSON,
    )
    published: dict[tuple[datetime, int], set[int]] = {}
    for when, division, player in seats.values_list(
        "fixture__round__published_at", "fixture__round__division", "entrant__player"
    ):
        published.setdefault((when, division), set()).add(player)
    if tournament.event_format.has_teams:
        published = _told_with_their_team(tournament)
    wanted = Counter(player for players in published.values() for player in players)
    found = Message.objects.filter(kind="round_paired", thread=tournament.thread)
    told = Counter(found.values_list("player", flat=True))
    if told != wanted:
        yield f"{tournament}: e-mails round_paired went to {told}, should go to {wanted}"


def _told_with_their_team(tournament: Tournament) -> dict[tuple[datetime, int], set[int]]:
    """Return by round the people whose team meets another, or is free, whether they play or not."""
    told: dict[tuple[datetime, int], set[int]] = {}
    people = Entrant.objects.filter(tournament=tournament, player__kind=Player.Kind.PERSON)
    for made in Round.objects.filter(division__tournament=tournament):
        met = Q(team__meetings_at_home__round=made) | Q(team__meetings_away__round=made)
        here = people.filter(met).exclude(withdrawn_at__lte=made.published_at)
        told[made.published_at, made.pk] = set(here.values_list("player", flat=True))
    return told


def _emails_of_matches() -> Iterator[str]:
    """Yield every turn, beginning and end of a match that a person was not told of exactly once."""
    ruled = set(Ruling.objects.exclude(match=None).values_list("match", flat=True))
    seats = Seat.objects.filter(player__kind=Player.Kind.PERSON).select_related("match", "player")
    for seat in seats.annotate(at_table=Count("match__seats")).filter(at_table=2):
        match = seat.match
        kinds = ["match_started", "your_turn"]
        wanted = {f"match_started:{match.pk}:{seat.number}"}
        turns = ClockCharge.objects.filter(match=match, seat=seat.number, turn__gt=1)
        for turn in turns.values_list("turn", flat=True):
            wanted.add(f"your_turn:{match.pk}:{turn}:{seat.number}")
        if match.pk not in ruled:
            kinds.append("match_finished")
            wanted.add(f"match_finished:{match.pk}:{match.turn}:{seat.number}")
        emails = Message.objects.filter(thread=match.thread, player=seat.player, kind__in=kinds)
        found = set(emails.values_list("key", flat=True))
        if found != wanted:
            missing, extra = sorted(wanted - found), sorted(found - wanted)
            yield f"match {match.pk}, {seat.player}: missing {missing}, too many {extra}"


def _emails_underway() -> Iterator[str]:
    """Yield e-mails that were given up, that still wait though due, or that went out twice."""
    for message in Message.objects.filter(state=Message.State.FAILED):
        yield f"e-mail {message} was given up: {message.last_error}"
    accepted = DeliveryEvent.objects.filter(event=DeliveryEvent.Event.ACCEPTED)
    twice = accepted.values("message").annotate(count=Count("pk")).filter(count__gt=1)
    for row in twice:
        yield f"e-mail {row['message']} went out {row['count']} times"
    sent = set(accepted.values_list("message", flat=True))
    marked = set(Message.objects.filter(state=Message.State.SENT).values_list("pk", flat=True))
    yield from (f"e-mail {pk}: its ledger and its state differ" for pk in sent ^ marked)


def figures(seasons: list[Tournament]) -> dict[str, int]:
    """Return how much was played."""
    fixtures = Fixture.objects.filter(round__division__tournament__in=seasons)
    entrants = Entrant.objects.filter(tournament__in=seasons)
    return {
        "seasons": len(seasons),
        "entries": entrants.count(),
        "withdrawals": entrants.filter(status=Entrant.Status.WITHDRAWN).count(),
        "absences": Absence.objects.count() + Leave.objects.count(),
        "fixtures": fixtures.count(),
        "forfeits": fixtures.filter(kind=Fixture.Kind.FORFEIT).count(),
        "matches": Match.objects.filter(fixture__in=fixtures).count(),
        "plies": Ply.objects.filter(match__fixture__in=fixtures).count(),
        "e-mails": Message.objects.count(),
        "cases": Case.objects.count(),
        "rulings": Ruling.objects.count(),
        **proofs.figures(seasons),
    }
