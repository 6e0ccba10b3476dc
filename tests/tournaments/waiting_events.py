"""Stories about events: an e-mail written in its reader's quiet hours, then something changes.

Each yields the e-mail, and after the change what it has to tell, or None if it may not be sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from games.models import Match
from games.services.play import watching
from games.services.play.matches import resign_match
from games.services.time import outages
from notifications.models import Message
from notifications.services import subscriptions
from tests.tournaments.test_contest import FIELDS as CONTEST
from tests.tournaments.test_revisions import make
from tournaments.models import (
    ClubMember,
    Division,
    Entrant,
    EntryRequest,
    Fixture,
    FixtureSeat,
    RoundDraft,
    Team,
    Tournament,
)
from tournaments.referees.services import claims, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.admission import requests
from tournaments.services.clubs import founding
from tournaments.services.emails import news
from tournaments.services.entries import persons, places, teams
from tournaments.services.revisions import late, pairings, reopening
from tournaments.services.seasons import announcing, outage_shift, running

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def advance(event: Tournament, now: Any) -> None:
    running.advance(event.pk, now=now, make_seed=lambda: "cd" * 32)
    event.refresh_from_db()


def about(name: str, player: Any = None) -> Any:
    """Return the newest e-mail of which a reader looks at the row again."""
    found = Message.objects.filter(context__row__0=name)
    return (found.filter(player=player) if player else found).latest("pk")


def day(instant: Any) -> str:
    return f"{instant.day} {instant:%B}, "


def lose_hours(at: Any, hours: int = 4) -> None:
    """Let the site be away for hours, and everything that waits follow."""
    outages.enter_outage(at, at + hours * HOUR, note="", by=None, now=at + hours * HOUR)
    outage_shift.apply_outages(now=at + hours * HOUR)


# Rounds -------------------------------------------------------------------------------------------
def round_moved(world: Any, **fields: Any) -> Iterator[Any]:
    event = world.begun(format="swiss", rounds=1, **fields)
    message = about("pairing")
    yield message
    assert "2026-03" in message.context["closes_at"]
    end = event.divisions.get().rounds.get().closes_at + 30 * DAY
    make(event, world.organiser, world.start + HOUR, round_end=end)
    yield day(end)


def round_of_tree_moved(world: Any) -> Iterator[Any]:
    event = world.begun(format="knockout")
    yield about("pairing")
    end = event.divisions.get().rounds.get().closes_at + 9 * DAY
    make(event, world.organiser, world.start + HOUR, round_end=end)
    yield day(end)


def match_lost_before_told(world: Any) -> Iterator[Any]:
    world.begun()
    message = about("pairing")
    yield message
    resign_match(Match.objects.get().pk, message.player, now=world.start + HOUR)
    yield None


def round_ends_soon(world: Any, **fields: Any) -> Any:
    """Let the site warn of the end of all rounds that end together."""
    event = world.begun(round_days=2, **fields)
    warned = event.divisions.get().rounds.first().closes_at - DAY / 2
    Tournament.objects.update(due_at=warned)
    advance(event, warned)
    return about("closing")


def match_lost_before_warned(world: Any) -> Iterator[Any]:
    message = round_ends_soon(world)
    yield message
    resign_match(Match.objects.get().pk, message.player, now=message.created_at + HOUR)
    yield None


def one_of_two_lost(world: Any) -> Iterator[Any]:
    message = round_ends_soon(world, count=3, at_once=True)
    yield message
    assert "2 of your matches" in message.context["paragraphs"][0]
    match = Match.objects.filter(seats__player=message.player).first()
    resign_match(match.pk, message.player, now=message.created_at + HOUR)
    yield "Your match is still running."


def claims_open(world: Any) -> Any:
    event = world.begun(format="swiss", rounds=2, round_days=2)
    over = event.divisions.get().rounds.get().closes_at
    claims.process_due_claims(now=over)
    return about("claims")


def match_lost_before_claims(world: Any) -> Iterator[Any]:
    message = claims_open(world)
    yield message
    resign_match(Match.objects.get().pk, message.player, now=message.created_at + HOUR)
    yield None


def claims_after_an_outage(world: Any) -> Iterator[Any]:
    message = claims_open(world)
    yield message
    lose_hours(message.created_at + HOUR)
    assert message.context["claims_until"] != Fixture.objects.get().claims_until.isoformat()
    yield "16:00 UTC"


def drafted(world: Any) -> Any:
    world.begun(4, format="swiss", rounds=2, reviewed=True, round_days=5)
    return about("draft")


def draft_published(world: Any) -> Iterator[Any]:
    yield drafted(world)
    draft = RoundDraft.objects.select_related("division").get()
    event = draft.division.tournament_id
    pairings.publish_now(event, world.organiser, draft.pk, now=world.start + HOUR)
    yield None


def unpaired(world: Any) -> Any:
    event = world.begun(format="swiss", rounds=3)
    division = event.divisions.get()
    division.unpaired_round, division.unpaired_why = 2, Division.Unpaired.ALL_MET
    division.unpaired_until = world.start + 3 * DAY
    division.save()
    news.notify_unpaired(event, division, now=world.start)
    return division


def paired_after_all(world: Any) -> Iterator[Any]:
    division = unpaired(world)
    yield about("unpaired")
    Division.objects.filter(pk=division.pk).update(unpaired_round=None, unpaired_until=None)
    yield None


def tried_longer(world: Any) -> Iterator[Any]:
    division = unpaired(world)
    yield about("unpaired")
    Division.objects.filter(pk=division.pk).update(unpaired_until=world.start + 9 * DAY)
    yield day(world.start + 9 * DAY)


def team_round_prolonged(world: Any) -> Iterator[Any]:
    event = world.hold([], format="team_match", boards=2, alternates=0)
    players = world.people(4)
    for captain, mate, name in zip(players[:2], players[2:], ("Reds", "Blues"), strict=True):
        teams.found_team(event.pk, captain, name, key=name * 5, now=world.noon)
        teams.join_team(name * 5, mate, now=world.noon)
    advance(event, world.start)
    message = about("meetings")
    yield message
    assert "Reds" in message.context["paragraphs"][0]
    event.divisions.get().rounds.update(closes_at=world.start + 50 * DAY)
    yield day(world.start + 50 * DAY)


def contest_prolonged(world: Any) -> Iterator[Any]:
    world.begun(**CONTEST)
    yield about("contest")
    lose_hours(world.start + HOUR)
    yield "16:00 UTC"


def puzzles_finished(world: Any) -> Iterator[Any]:
    event = world.begun(**CONTEST)
    warned = event.divisions.get().rounds.first().closes_at - DAY / 2
    advance(event, warned)
    message = about("contest_closing")
    yield message
    own = FixtureSeat.objects.filter(entrant__player=message.player)
    Fixture.objects.filter(pk=own[0].fixture_id).update(settled_at=warned)
    yield "You have not finished 1 puzzle yet."


# After the end ------------------------------------------------------------------------------------
def lost(world: Any) -> tuple[Tournament, Any]:
    """Let an event end as the second of two resigns."""
    event = world.begun(format="swiss", rounds=1)
    match, player = Match.objects.get(), world.person("Rosa")
    watching.watch(match.pk, player, now=world.start)
    resign_match(match.pk, match.seats.get(number=1).player, now=world.start + HOUR)
    advance(event, world.start + 2 * HOUR)
    assert event.status == Tournament.Status.FINISHED
    return event, match


def ruled(world: Any, match: Any, act: str, **params: Any) -> None:
    referee = world.office(world.person("Referee Rita"))
    request = RulingRequest(act, "C-3", "So it is.", params, match_id=match.pk)
    rulings.preview_and_sign(request, referee, now=world.start + 3 * HOUR)


def goes_on_by_a_round(world: Any) -> Iterator[Any]:
    event, _match = lost(world)
    yield about("ending")
    at = world.start + 3 * HOUR
    seen = reopening.propose(event.pk, world.organiser, now=at)
    reopening.reopen(event.pk, world.organiser, preview_token=seen.preview_token, now=at)
    yield None


def won_by_a_ruling(world: Any) -> Iterator[Any]:
    _event, match = lost(world)
    message = about("ending", match.seats.get(number=0).player)
    yield message
    assert message.context["paragraphs"] == ["You won the tournament."]
    ruled(world, match, "adjudicate", rank_0=2, rank_1=1)
    yield "You finished in place 2 of 2."


def watched_and_reopened(world: Any) -> Iterator[Any]:
    _event, match = lost(world)
    message = about("watched")
    yield message
    ruled(world, match, "reopen", ply=0)
    yield None
    resign_match(match.pk, match.seats.get(number=0).player, now=message.due_at + HOUR)
    assert about("watched").pk != message.pk


def watched_and_won_by_a_ruling(world: Any) -> Iterator[Any]:
    _event, match = lost(world)
    yield about("watched")
    ruled(world, match, "adjudicate", rank_0=2, rank_1=1)
    yield f"Winner: {match.seats.get(number=1).player}."


# Before the start ---------------------------------------------------------------------------------
def place_offered(world: Any) -> Any:
    players = world.people(3)
    event = world.hold(players, most=2, least=2, answer_days=2, starts_at=world.noon + 20 * DAY)
    persons.withdraw(event.pk, players[0], now=world.noon)
    return about("place", players[2])


def moved_up(world: Any) -> tuple[Tournament, Any]:
    """Let the last of three get the place of the first."""
    players = world.people(3)
    event = world.hold(players, most=2, least=2, starts_at=world.noon + 20 * DAY)
    persons.withdraw(event.pk, players[0], now=world.noon)
    return event, players[2]


def left_after_moving_up(world: Any) -> Iterator[Any]:
    event, player = moved_up(world)
    yield about("entry", player)
    persons.withdraw(event.pk, player, now=world.noon + HOUR)
    yield None


def waits_after_moving_up(world: Any) -> Iterator[Any]:
    event, player = moved_up(world)
    yield about("entry", player)
    persons.withdraw(event.pk, player, now=world.noon + HOUR)
    persons.enter(event.pk, world.person("Rosa"), now=world.noon + HOUR)
    persons.enter(event.pk, player, now=world.noon + HOUR)
    yield None


def left_after_being_accepted(world: Any) -> Iterator[Any]:
    event, rosa = world.hold([], access="approval"), world.person("Rosa")
    requests.enter_or_request(event.pk, rosa, now=world.noon)
    asked = EntryRequest.objects.get().pk
    requests.answer(event.pk, world.organiser, asked, accept=True, now=world.noon)
    yield about("entry", rosa)
    persons.withdraw(event.pk, rosa, now=world.noon + HOUR)
    yield None


def left_after_being_entered_again(world: Any) -> Iterator[Any]:
    players = world.people(2)
    event = world.hold(players, least=2)
    persons.withdraw(event.pk, players[0], now=world.noon)
    entry = Entrant.objects.get(player=players[0]).pk
    token = late.propose(event.pk, world.organiser, entry).preview_token
    late.enter_again(event.pk, world.organiser, entry, preview_token=token, now=world.noon)
    yield about("entry", players[0])
    persons.withdraw(event.pk, players[0], now=world.noon + HOUR)
    yield None


def crews(world: Any, **fields: Any) -> tuple[Tournament, list[Any]]:
    """Return an event with two teams, their captains and a member of the second."""
    event = world.hold([], format="team_match", boards=2, least=2, **fields)
    players = world.people(3)
    for captain, name in zip(players, ("Reds", "Blues"), strict=False):
        teams.found_team(event.pk, captain, name, key=name * 5, now=world.noon)
    teams.join_team("Blues" * 5, players[2], now=world.noon)
    return event, players


def team_left_after_moving_up(world: Any) -> Iterator[Any]:
    event, players = crews(world, most=2)
    rosa = world.person("Rosa")
    team = teams.found_team(event.pk, rosa, "Greens", key="Greens" * 4, now=world.noon)
    persons.withdraw(event.pk, players[0], now=world.noon)
    yield about("team_place", rosa)
    teams.withdraw_team(team.pk, rosa, now=world.noon + HOUR)
    yield None


def captain_no_more(world: Any) -> Iterator[Any]:
    event, players = crews(world, alternates=1)
    teams.join_team("Blues" * 5, rosa := world.person("Rosa"), now=world.noon)
    persons.withdraw(event.pk, players[1], now=world.noon)
    yield about("captain", players[2])
    team, heir = Team.objects.get(name="Blues"), Entrant.objects.get(player=rosa)
    teams.make_captain(team.pk, players[2], heir.pk, now=world.noon + HOUR)
    yield None


def no_place_wanted(world: Any) -> Iterator[Any]:
    message = place_offered(world)
    yield message
    persons.withdraw(Tournament.objects.get().pk, message.player, now=world.noon + HOUR)
    yield None


def place_held_longer(world: Any) -> Iterator[Any]:
    yield place_offered(world)
    lose_hours(world.noon + HOUR)
    yield "Please reply by 4 March 2026, 16:00 UTC."


def asked_whether_they_play(world: Any) -> Iterator[Any]:
    start = world.noon + 20 * DAY
    event = world.hold(world.people(2), asks_silent=True, least=2, starts_at=start)
    advance(event, start - 3 * DAY)
    message = about("place")
    yield message
    places.answer(event.pk, message.player, accept=True, now=start - 3 * DAY + HOUR)
    yield None


def told_of_an_event(world: Any) -> Tournament:
    reader = world.person("Rosa")
    subscriptions.set_preference(reader, "tournament_open", wanted=True, now=world.noon)
    event: Tournament = world.hold([], starts_at=world.noon + 9 * DAY)
    return event


def event_off(world: Any) -> Iterator[Any]:
    event = told_of_an_event(world)
    yield about("tournament_open")
    announcing.cancel_tournament(event.pk, world.organiser, now=world.noon + HOUR)
    yield None


def event_starts_later(world: Any) -> Iterator[Any]:
    event = told_of_an_event(world)
    yield about("tournament_open")
    make(event, world.organiser, world.noon + HOUR, starts_at=world.noon + 14 * DAY)
    yield day(world.noon + 14 * DAY)


def member_no_more(world: Any) -> Iterator[Any]:
    """Let the reader leave the private club whose event opens."""
    charter = founding.ClubSettings("Chess Friends", private=True)
    club = founding.found_club(world.organiser, charter, secret="5ec7e7" * 3, now=world.noon)
    reader = world.person("Rosa")
    row = ClubMember.objects.create(club=club, player=reader, since=world.noon)
    subscriptions.set_preference(reader, "tournament_open", wanted=True, now=world.noon)
    world.hold([], starts_at=world.noon + 9 * DAY, club_id=club.pk, access="club")
    yield about("tournament_open")
    ClubMember.objects.filter(pk=row.pk).update(left_at=world.noon + HOUR)
    yield None


def entered_before_told(world: Any) -> Iterator[Any]:
    event = told_of_an_event(world)
    message = about("tournament_open")
    yield message
    persons.enter(event.pk, message.player, now=world.noon + HOUR)
    yield None


def postponed(world: Any) -> Tournament:
    event: Tournament = world.hold(world.people(1), starts_at=world.noon + 9 * DAY)
    news.notify_postponed(event, Entrant.objects.get().player, now=world.noon)
    return event


def postponed_again(world: Any) -> Iterator[Any]:
    event = postponed(world)
    yield about("start")
    make(event, world.organiser, world.noon + HOUR, starts_at=world.noon + 14 * DAY)
    yield day(world.noon + 14 * DAY)


def postponed_and_off(world: Any) -> Iterator[Any]:
    event = postponed(world)
    yield about("start")
    announcing.cancel_tournament(event.pk, world.organiser, now=world.noon + HOUR)
    yield None


STORIES = (
    round_moved,
    round_of_tree_moved,
    match_lost_before_told,
    match_lost_before_warned,
    one_of_two_lost,
    match_lost_before_claims,
    claims_after_an_outage,
    draft_published,
    paired_after_all,
    tried_longer,
    team_round_prolonged,
    contest_prolonged,
    puzzles_finished,
    goes_on_by_a_round,
    won_by_a_ruling,
    watched_and_reopened,
    watched_and_won_by_a_ruling,
    left_after_moving_up,
    waits_after_moving_up,
    left_after_being_accepted,
    left_after_being_entered_again,
    team_left_after_moving_up,
    captain_no_more,
    no_place_wanted,
    place_held_longer,
    asked_whether_they_play,
    event_off,
    event_starts_later,
    entered_before_told,
    member_no_more,
    postponed_again,
    postponed_and_off,
)
