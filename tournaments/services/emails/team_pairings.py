from __future__ import annotations

from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

from accounts.naming import isolated
from notifications.models import Message
from tournaments import team_queries
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Team, TeamMeeting
from tournaments.services.emails import notices
from tournaments.services.emails.team_notices import notify_about_team
from tournaments.services.tables.team_events import board_number


def notify_paired(division: Division, number: int, *, now: datetime) -> None:
    """Notify the members of a division's teams of opponents and boards."""
    published = team_queries.meetings_of(division).filter(round__number__gte=number)
    meetings: dict[int, list[TeamMeeting]] = {}
    for meeting in published:
        for team in (meeting.home_id, meeting.away_id):
            if team is not None:
                meetings.setdefault(team, []).append(meeting)
    made = Round.objects.get(division=division, number=number)
    members = Entrant.objects.playing().filter(
        team__in=Team.objects.playing().filter(division=division)
    )
    for entrant in members.select_related("player__user", "team__tournament"):
        assert entrant.team_id is not None
        own = meetings.get(entrant.team_id)
        if own:
            _notify_board(entrant, own, now)
        else:
            _notify_sitting_out(entrant, made, now)


def _notify_board(entrant: Entrant, meetings: list[TeamMeeting], now: datetime) -> None:
    tournament = entrant.tournament
    key = f"round_paired:{tournament.pk}:{meetings[0].round_id}:{entrant.pk}"
    content = partial(_pairing_content, entrant, meetings)
    notices.post("round_paired", entrant.player, key, tournament, content, now)


def _pairing_content(entrant: Entrant, meetings: list[TeamMeeting]) -> dict[str, object]:
    first = meetings[0].round
    names = {"round": first.number, "name": isolated(entrant.tournament.title)}
    return {
        "headline": _("%(name)s: your team’s meetings") % names
        if len(meetings) > 1
        else _("%(name)s: the pairings of round %(round)d are out") % names,
        "paragraphs": [_meeting_line(entrant, meeting) for meeting in meetings],
        "starts_at": first.opens_at.isoformat(),
        "closes_at": first.closes_at.isoformat(),
        "row": ["meetings", entrant.pk, *(meeting.round_id for meeting in meetings)],
    }


def read_meetings(
    _message: Message, now: datetime, pk: int, *rounds: int
) -> dict[str, object] | None:
    """Return the text for the rounds that are not over or cancelled; None if there are none."""
    rows = Entrant.objects.playing().select_related("tournament", "player", "team")
    entrant = rows.filter(pk=pk).first()
    if entrant is None or entrant.team is None:
        return None
    found = team_queries.meetings_of_team(entrant.team).filter(round__in=rounds)
    ahead = found.filter(round__closes_at__gt=now).exclude(round__note=Round.CANCELLED)
    return _pairing_content(entrant, list(ahead)) if ahead else None


def _notify_sitting_out(entrant: Entrant, round_: Round, now: datetime) -> None:
    """Notify a member that their team has no meeting in a round."""
    tournament = entrant.tournament

    def content() -> dict[str, object]:
        names = {"round": round_.number, "name": isolated(tournament.title)}
        return {
            "headline": _("%(name)s: the pairings of round %(round)d are out") % names,
            "paragraphs": [_("Your team sits out this round without a point.")],
            "row": ["sitting_out", entrant.pk, round_.pk],
        }

    key = f"round_paired:{tournament.pk}:{round_.pk}:{entrant.pk}"
    notices.post("round_paired", entrant.player, key, tournament, content, now)


def read_sitting_out(
    _message: Message, now: datetime, pk: int, round_id: int
) -> dict[str, object] | None:
    """Return no changes; None if the round is over or cancelled, or the reader has left."""
    ahead = Round.objects.filter(pk=round_id, closes_at__gt=now).exclude(note=Round.CANCELLED)
    playing = Entrant.objects.playing().filter(pk=pk)
    return {} if ahead.exists() and playing.exists() else None


def _meeting_line(entrant: Entrant, meeting: TeamMeeting) -> str:
    """Return a meeting and the member's board in it."""
    if meeting.away is None:
        free = _("Round %(round)d: %(team)s has a bye.")
        return free % {"round": meeting.round.number, "team": isolated(meeting.home.name)}
    return _("Round %(round)d, %(home)s – %(away)s: %(board)s") % {
        "round": meeting.round.number,
        "home": isolated(meeting.home.name),
        "away": isolated(meeting.away.name),
        "board": _board_phrase(entrant, meeting),
    }


def _board_phrase(entrant: Entrant, meeting: TeamMeeting) -> str:
    for fixture in meeting.fixtures.all():
        seats = list(fixture.seats.all())
        if all(seat.entrant_id != entrant.pk for seat in seats):
            continue
        board = board_number(entrant.tournament, fixture)
        others = [
            isolated(seat.entrant.player.name) for seat in seats if seat.entrant_id != entrant.pk
        ]
        if not others:
            return _("board %(board)d, won by forfeit") % {"board": board}
        return _("board %(board)d against %(opponent)s") % {"board": board, "opponent": others[0]}
    return _("you do not play")


def notify_substituted(fixture: Fixture, going: Entrant, coming: Entrant, *, now: datetime) -> None:
    """Notify the substitute, the replaced player and the opponent.

    Readers whose e-mail about this board is still unsent get no other: it names whoever plays when
    it is sent.
    """
    team = coming.team
    assert team is not None
    others = FixtureSeat.objects.filter(fixture=fixture).exclude(entrant=coming)
    readers = [coming, *([going] if going.status == Entrant.Status.ENTERED else [])]
    readers += [seat.entrant for seat in others.select_related("entrant__player__user")]
    words = partial(_substitution, fixture, going, coming)
    row = ["substituted", fixture.pk, going.pk]
    for reader in readers:
        what = f"instead_{fixture.pk}"
        notify_about_team(team, reader.player, what, words, now, unless_waiting=True, row=row)


def _substitution(fixture: Fixture, going: Entrant, coming: Entrant) -> tuple[str, list[str]]:
    names = {"coming": isolated(coming.player.name), "going": isolated(going.player.name)}
    board = board_number(coming.tournament, fixture)
    line = _("Round %(round)d, board %(board)d.") % {"round": fixture.round.number, "board": board}
    return _("%(coming)s replaces %(going)s") % names, [line]


def read_substituted(
    message: Message, _now: datetime, pk: int, replaced: int
) -> dict[str, object] | None:
    """Return who plays now; None if nobody was replaced after all, the round is cancelled, or the
    reader has nothing to do with it any more.
    """
    fixture = Fixture.objects.select_related("round").get(pk=pk)
    going = Entrant.objects.select_related("player").get(pk=replaced)
    seats = FixtureSeat.objects.filter(fixture=fixture)
    seated = [
        seat.entrant for seat in seats.select_related("entrant__player", "entrant__tournament")
    ]
    coming = next((each for each in seated if each.team_id == going.team_id), going)
    concerned = {each.player_id for each in (going, *seated)}
    if coming == going or message.player_id not in concerned or fixture.round.cancelled:
        return None
    headline, paragraphs = _substitution(fixture, going, coming)
    return {"headline": headline, "paragraphs": paragraphs}
