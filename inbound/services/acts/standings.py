"""The reply to "standings": top of the table, the player's own row and current pairings."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _, ngettext

from accounts.models import Player
from accounts.naming import isolated
from games.models import Seat
from games.services.errors import Refused
from inbound.grammar import Verb
from inbound.services import titles
from inbound.services.acts import listing, others
from inbound.services.command_types import CommandRequest, Section
from notifications.addresses import About, Matter, reply_address
from notifications.services.headers import absolute_url
from tournaments import queries as event_queries, running_queries
from tournaments.models import Division, Entrant, Fixture, Team, Tournament
from tournaments.services import wording
from tournaments.services.tables.rows import TableRow
from tournaments.services.tables.views import DivisionView, view_of

MAX_ROWS, MAX_DIVISIONS, MAX_PAIRINGS, MAX_NAMED = 10, 3, 10, 5


# Which event -----------------------------------------------------------------------------------
def find_event(player: Player, text: str) -> Tournament:
    """Return the one event that matches a title, preferring the player's own."""
    wanted, stem = text.casefold(), re.sub(r"\s+\d+$", "", text)
    known = Tournament.objects.listed().visible_to(player)
    known = known.filter(Q(name__icontains=text) | Q(name__iexact=stem)).order_by("-pk")
    entered = event_queries.entries_of(player).exclude(status=Entrant.Status.WITHDRAWN)
    own = known.filter(pk__in=entered.values("tournament"))
    for found in (
        _filter_by_title(own, wanted),
        _filter_by_title(known, wanted),
        list(own),
        list(known),
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise Refused("several_tournaments", name=text, titles=_join_titles(found))
    raise Refused("no_tournament_called", name=text)


def _filter_by_title(events: QuerySet[Tournament], wanted: str) -> list[Tournament]:
    return [each for each in events if each.title.casefold() == wanted]


def _join_titles(events: Sequence[Tournament]) -> str:
    """Return some titles, without duplicates."""
    found = list(dict.fromkeys(isolated(each.title) for each in events))
    return ", ".join([*found[:MAX_NAMED], *(["…"] if len(found) > MAX_NAMED else [])])


def event_of_match(request: CommandRequest) -> Tournament:
    matches = Fixture.objects.filter(match=request.matter.pk)
    pk = matches.values_list("round__division__tournament", flat=True).first()
    found = event_queries.visible_tournament(request.player, pk) if pk is not None else None
    if found is None:
        raise Refused("not_about_tournament", text=str(Verb.STANDINGS))
    return found


def only_event_of(player: Player) -> Tournament:
    """Return the player's current event; refuses if there are none or several."""
    found = [each.tournament for each in running_queries.current_entries(player)]
    if not found:
        raise Refused("not_about_tournament", text=str(Verb.STANDINGS))
    if len(found) > 1:
        raise Refused("which_tournament", text=str(Verb.STANDINGS), titles=_join_titles(found))
    return found[0]


# What is shown ---------------------------------------------------------------------------------
def standings_sections(tournament: Tournament, player: Player, now: datetime) -> list[Section]:
    """Return the table of the player's division (for others, the first tables) and the pairings."""
    divisions = event_queries.divisions_of(tournament)
    entry = event_queries.entry_of(tournament, player)
    own = [
        each for each in divisions if entry and each.pk == (entry.playoff_id or entry.division_id)
    ]
    shown = own or divisions[:MAX_DIVISIONS]
    views = [view_of(tournament, each, bare=True) for each in shown]
    many = len(divisions) > 1
    tables = [
        Section(_heading(tournament, each, many), _table_lines(each, entry)) for each in views
    ]
    if not tables:
        starts = others.start_lines(tournament, player)
        tables = [Section(isolated(tournament.title), [*_no_table_lines(), *starts])]
    tables[-1].url = absolute_url(tournament.get_absolute_url())
    tables[-1].reply_to = reply_address(Matter(About.TOURNAMENT, player.pk, tournament.pk))
    return tables + (_pairing_sections(tournament, own[0], player, now) if own else [])


def _heading(tournament: Tournament, view: DivisionView, many: bool) -> str:
    title = isolated(tournament.title)
    return f"{title} – {isolated(view.name)}" if many else title


def _no_table_lines() -> list[str]:
    return [_("The standings appear after the first result.")]


def _table_lines(view: DivisionView, entry: Entrant | None) -> list[str]:
    """Return the first rows of a table, and the reader's own row if it is further down."""
    if not view.ranked:
        return _no_table_lines()
    at = next((n for n, row in enumerate(view.rows) if _is_own(row, entry)), 0)
    shown = [_format_row(row, entry) for row in view.rows[:MAX_ROWS]]
    if at > MAX_ROWS:
        shown.append("…")
    if at >= MAX_ROWS:
        shown.append(_format_row(view.rows[at], entry))
    more = len(view.rows) - max(MAX_ROWS, at + 1 if at >= MAX_ROWS else 0)
    return [*shown, "…"] if more > 0 else shown


def _is_own(row: TableRow, entry: Entrant | None) -> bool:
    if entry is None:
        return False
    return row.entrant.pk == (entry.team_id if isinstance(row.entrant, Team) else entry.pk)


def _format_row(row: TableRow, entry: Entrant | None) -> str:
    """Return a row such as “3. Anna (you, 2½ points, 4 matches)”."""
    said = [_("you")] if _is_own(row, entry) else []
    if row.score is not None:
        count = math.ceil(float(abs(row.score)))
        points = ngettext("%(points)s point", "%(points)s points", count)
        said.append(points % {"points": row.points})
    if row.played and not isinstance(row.entrant, Team):
        played = ngettext("%(count)d match finished", "%(count)d matches finished", row.played)
        said.append(played % {"count": row.played})
    if row.withdrawn:
        said.append(_("withdrawn"))
    elif row.is_still_in:
        said.append(_("still in"))
    place = "–" if row.is_still_in else wording.place_text(row.place)
    name = f"{place} {isolated(row.player.name)}"
    return f"{name} ({', '.join(said)})" if said else name


# One's own pairings ----------------------------------------------------------------------------
def _pairing_sections(
    tournament: Tournament, division: Division, player: Player, now: datetime
) -> list[Section]:
    """Return the player's unsettled pairings, or those of the last round."""
    found = [
        each
        for each in event_queries.own_fixtures(tournament, player)
        if each.round.division_id == division.pk and each.round.opens_at <= now
    ]
    going = [each for each in found if not each.is_settled]
    last = [each for each in found if each.round_id == found[-1].round_id]
    chosen = (going or last)[:MAX_PAIRINGS]
    matches = [each.match_id for each in chosen if each.match_id and not each.is_settled]
    seats = Seat.objects.filter(match__in=matches, player=player).select_related("match")
    own = {seat.match_id: seat for seat in seats}
    return [_pairing_section(each, own.get(each.match_id or 0), player) for each in chosen]


def _pairing_section(fixture: Fixture, seat: Seat | None, player: Player) -> Section:
    """Return one pairing with its result or whose turn it is."""
    names = [isolated(each.entrant.player.name) for each in fixture.seats.all()]
    alone = len(names) < 2
    words = wording.kind_name(fixture.kind) if alone else " – ".join(names)
    named = {"round": fixture.round.number, "opponents": words}
    section = Section(_("Round %(round)d: %(opponents)s") % named)
    if fixture.is_settled and not alone:
        section.lines = [_("Result: %(result)s") % {"result": wording.score_of(fixture)}]
    if fixture.match is not None:
        section.url = absolute_url(fixture.match.get_absolute_url())
    if seat is not None:
        section.lines = listing.turn_lines(seat, player)
        section.reply_to = titles.match_reply_address(seat.match, seat)
    return section
