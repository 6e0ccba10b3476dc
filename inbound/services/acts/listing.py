"""The reply to "status": matches with boards, and everything else to answer by e-mail."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from games import match_queries
from games.models import Match, Seat
from games.services.match.loaded import LoadedMatch, load_match
from games.services.match.pictures import render_board
from games.services.wording import wording
from games.services.wording.time_words import moment_words
from inbound.services import titles
from inbound.services.acts import orders_and_notes, others
from inbound.services.command_types import Section
from notifications.services.headers import absolute_url

MAX_BOARDS = 30


def status_sections(player: Player, now: datetime) -> list[Section]:
    """Return all matches, then challenges, tournaments, cases and leave."""
    return _match_sections(player, now) + others.other_sections(player, now)


def _match_sections(player: Player, now: datetime) -> list[Section]:
    """Return a section for each running match, those awaiting the player first.

    Only the first ``MAX_BOARDS`` have boards, to limit the length of the e-mail.
    """
    matches = {match.pk: match for match in Match.objects.played_by(player)}
    if not matches:
        return [Section(_("Your matches"), [_("You have no running matches.")])]
    seats = list(Seat.objects.filter(match__in=matches, player=player))
    seats.sort(key=lambda seat: (not seat.awaited, seat.match_id))
    orders = orders_and_notes.waiting_orders(player, matches)
    shown, more = seats[:MAX_BOARDS], seats[MAX_BOARDS:]
    sections = [_board_section(load_match(matches[seat.match_id]), player, now) for seat in shown]
    sections += _short_sections(more, matches, player)
    for seat, section in zip(seats, sections, strict=True):
        if seat.match_id in orders:
            section.lines.append(orders_and_notes.waiting_orders_text(len(orders[seat.match_id])))
    return sections


def _board_section(loaded: LoadedMatch, player: Player, now: datetime) -> Section:
    match, seat = loaded.match, loaded.seat_of(player)
    lines = [*turn_lines(seat, player), wording.score_line(loaded, seat)]
    lines += _undelivered_lines(match, player, now)
    return Section(
        titles.match_title(match, [isolated(other.player.name) for other in loaded.others(seat)]),
        [line for line in lines if line],
        board=render_board(loaded, seat=seat.number)["text"],
        url=absolute_url(match.get_absolute_url()),
        reply_to=titles.match_reply_address(match, seat),
    )


def _undelivered_lines(match: Match, player: Player, now: datetime) -> list[str]:
    """Return sentences about opponents whose e-mails bounce, as on the match page."""
    said = _(
        "%(name)s has not been reachable by e-mail since %(since)s, so their clock is paused "
        "until %(until)s at the latest."
    )
    return [
        said
        % {
            "name": isolated(each.player.name),
            "since": moment_words(each.since, zone=player.zone),
            "until": moment_words(each.until, zone=player.zone),
        }
        for each in match_queries.undelivered_pauses(match, now)
        if each.player not in (None, player) and each.since is not None and each.until is not None
    ]


def _short_sections(seats: list[Seat], matches: dict[int, Match], player: Player) -> list[Section]:
    """Return short sections; replying “board” to one of them shows its board."""
    names: dict[int, list[str]] = {seat.match_id: [] for seat in seats}
    others = Seat.objects.filter(match__in=names).exclude(player=player)
    for other in others.select_related("player").order_by("number"):
        names[other.match_id].append(other.player.name)
    return [
        Section(
            titles.match_title(matches[seat.match_id], names[seat.match_id]),
            turn_lines(seat, player),
            reply_to=titles.match_reply_address(matches[seat.match_id], seat),
        )
        for seat in seats
    ]


def turn_lines(seat: Seat, player: Player) -> list[str]:
    lines = [_("It is your turn.") if seat.awaited else _("It is not your turn.")]
    if seat.awaited and seat.deadline_at:
        when = moment_words(seat.deadline_at, zone=player.zone)
        lines.append(_("Your deadline: %(when)s") % {"when": when})
    return lines
