"""Troubles of a rehearsed season: resignations, withdrawals, absences, claims, rulings."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from accounts.models import Player
from accounts.queries import players_with_roles
from accounts.roles import JUDGES
from accounts.services.errors import LeaveRefused
from games import match_queries
from games.models import Match
from games.rules.base import JSONObject
from games.services.errors import Refused
from games.services.play import flags
from games.services.play.matches import resign_match
from tests.rehearsal.stage import Cast
from tournaments import queries
from tournaments.models import Entrant, Tournament
from tournaments.referees.models import Case, Ruling
from tournaments.referees.queries import cases as case_queries, rulings as ruling_queries
from tournaments.referees.services import cases, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entries import leaving, persons
from tournaments.services.rounds import ladders
from tournaments.services.seasons import announcing

if TYPE_CHECKING:
    from random import Random

THOUGHT = timedelta(days=1)  # how long a case waits at least before a referee decides it
LADDER_LASTS = timedelta(days=40)
CALLS = ("no_show", "little_effort", "tie", "rules", "win_on_time", "other")
ACTS = ("dismiss", "adjudicate", "forfeit", "annul", "grant_time", "pause", "warn")


def trouble(cast: Cast, tournament: Tournament, rng: Random, *, now: datetime) -> None:
    """Let something happen that nobody had planned."""
    if tournament.is_running:
        _leave(cast, tournament, rng, now)
        _resign(tournament, rng, now)
        _take_leave(tournament, rng, now)
        if tournament.event_format.takes_absences:
            _stay_away(tournament, rng, now)
        if tournament.event_format.has_rungs:
            _climb(cast, tournament, rng, now)
    _call(tournament, rng, now)
    _judge(rng, now)


def close_the_entry_list(cast: Cast, tournament: Tournament, *, now: datetime) -> None:
    """Let the organiser call off the season that would follow the last one."""
    if tournament.season > cast.seasons and tournament.is_open:
        announcing.cancel_tournament(tournament.pk, tournament.organiser, now=now)


def _matches(tournament: Tournament) -> list[int]:
    own = Match.objects.running().filter(fixture__round__division__tournament=tournament)
    return list(own.order_by("pk").values_list("pk", flat=True))


def _resign(tournament: Tournament, rng: Random, now: datetime) -> None:
    """Let somebody resign now and then."""
    matches = _matches(tournament)
    if rng.random() < min(0.2, len(matches) / 1000):
        match = Match.objects.get(pk=rng.choice(matches))
        _tried(resign_match, match.pk, rng.choice(list(match.seats.all())).player, now=now)


def _playing(tournament: Tournament, **filters: object) -> list[Entrant]:
    """Return the entrants that are still in."""
    playing = Entrant.objects.playing().filter(tournament=tournament, **filters)
    return list(playing.select_related("player__user").order_by("pk"))


def _leave(cast: Cast, tournament: Tournament, rng: Random, now: datetime) -> None:
    """Let some withdraw in the middle of the season."""
    gone = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.WITHDRAWN).count()
    if gone < cast.leavers and rng.random() < 0.2:
        leaver = rng.choice(_playing(tournament))
        leaving.withdraw_and_resign(tournament.pk, leaver.player, now=now)


def _take_leave(tournament: Tournament, rng: Random, now: datetime) -> None:
    """Let people go on leave, so that their clocks stand still."""
    people = _playing(tournament, player__kind=Player.Kind.PERSON)
    if people and rng.random() < 0.05:
        today = now.date() + timedelta(days=1)
        try:
            flags.book_leave(rng.choice(people).player, today, today + timedelta(days=3), now=now)
        except LeaveRefused:
            return


def _stay_away(tournament: Tournament, rng: Random, now: datetime) -> None:
    """Let some announce that they miss the next round."""
    following = queries.last_paired_round(tournament) + 1
    for entrant in _playing(tournament):
        if rng.random() < 0.02 and following <= (tournament.rounds or 0):
            _tried(persons.announce_absence, tournament.pk, entrant.player, following, now=now)


def _climb(cast: Cast, tournament: Tournament, rng: Random, now: datetime) -> None:
    """Let some players challenge others; the organiser ends the ladder after some weeks."""
    if tournament.started_at is not None and now > tournament.started_at + LADDER_LASTS:
        ladders.end_ladder(tournament.pk, tournament.organiser, now=now)
        return
    for entrant in rng.sample(_playing(tournament), k=max(1, cast.entrants // 10)):
        reach = ladders.reachable_entrants(tournament, entrant.player, now)
        above = sorted(target for target, against in reach.items() if against is None)
        if above:
            seed = rng.randbytes(32).hex()
            target = rng.choice(above)
            _tried(ladders.challenge, tournament.pk, entrant.player, target, seed=seed, now=now)


def _call(tournament: Tournament, rng: Random, now: datetime) -> None:
    """Let people call a referee about their matches."""
    for entrant in _playing(tournament, player__kind=Player.Kind.PERSON):
        own = Match.objects.filter(
            fixture__round__division__tournament=tournament, seats__player=entrant.player
        )
        if rng.random() < 0.05 and own.exists():
            match = rng.choice(list(own.order_by("pk")))
            kind = rng.choice(CALLS)
            words = {"kind": kind, "text": f"I ask for a ruling: {kind}.", "match_id": match.pk}
            _tried(cases.open_case, entrant.player, **words, now=now)


def _judge(rng: Random, now: datetime) -> None:
    """Let referees decide waiting cases, hear appeals, and correct their own mistakes."""
    for case in Case.objects.pending().filter(opened_at__lte=now - THOUGHT).order_by("pk"):
        if rng.random() < 0.3:
            _answer(case, rng, now)
            _decide(case, rng, now)
    for case in Case.objects.filter(state=Case.State.DECIDED).order_by("pk"):
        parties = case_queries.parties(case)
        if parties and rng.random() < 0.02:
            _tried(cases.appeal, case.pk, rng.choice(parties), "I see it otherwise.", now=now)
        elif rng.random() < 0.01:
            ruling = ruling_queries.decision_of(case)
            if ruling is not None:
                _sign(_request(case, "undo", {}, undoes=ruling.number), ruling.by, now)


def _answer(case: Case, rng: Random, now: datetime) -> None:
    """Let the others say something."""
    for player in case_queries.parties(case):
        if player.pk != case.opened_by_id and rng.random() < 0.7:
            _tried(cases.give_statement, case.pk, player, "I have played as I can.", now=now)


def _request(case: Case, act: str, params: JSONObject, **more: Any) -> RulingRequest:
    """Return what a referee orders in a case."""
    return RulingRequest(act, "R-1", "So it is fair.", params, case_id=case.pk, **more)


def _decide(case: Case, rng: Random, now: datetime) -> None:
    """Let a referee who has not ruled in the case yet order something."""
    judged = set(Ruling.objects.filter(case=case).values_list("by_id", flat=True))
    appealed = case.state == Case.State.APPEALED
    free = [each for each in players_with_roles(JUDGES) if not (appealed and each.pk in judged)]
    if not free:
        return
    act = rng.choice(("uphold", *ACTS) if appealed else ACTS)
    count = len(match_queries.seated_players(case.match))
    seat, ranks = rng.randrange(count), rng.sample(range(1, count + 1), k=count)
    params: JSONObject = {
        "adjudicate": {f"rank_{number}": rank for number, rank in enumerate(ranks)},
        "forfeit": {"seat": seat},
        "grant_time": {"seat": seat, "hours": 24},
        "pause": {"days": 2},
    }.get(act, {})
    interim = act in ("grant_time", "pause") and not appealed
    whom = case.opened_by_id if act == "warn" else None
    _sign(_request(case, act, params, interim=interim, player_id=whom), rng.choice(free), now)


def _sign(request: RulingRequest, referee: Player, now: datetime) -> None:
    """Look at what follows, then sign exactly that, as the page does."""
    try:
        preview = rulings.preview_ruling(request, referee, now=now)
    except Refused:
        return
    rulings.sign_ruling(request, referee, at=now, digest=preview.digest, now=now)


def _tried(verb: Any, *args: Any, **words: object) -> None:
    """Try something that may be refused, and then changes nothing."""
    try:
        verb(*args, **words)
    except Refused:
        return
