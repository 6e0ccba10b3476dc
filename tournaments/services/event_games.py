"""Events of several games: which round, or which board of teams, plays which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.rules import registry
from games.rules.base import Options
from games.services.errors import Refused
from games.services.play.terms import Terms
from games.services.wording.game_words import options_line, ruleset_name
from tournaments.errors import PlanError
from tournaments.formats.base import Format
from tournaments.models import Tournament

MAX_GAMES = 12


class Game(NamedTuple):
    ruleset: str
    options: Options


class ScheduledGame(NamedTuple):
    """A round or a board by name, and its game."""

    place: str
    ruleset: str
    name: str
    options: str


def terms_of(first: Terms, further: Sequence[str]) -> list[Terms]:
    """Return the terms of the further games of an event, or raise ``PlanError``.

    Options of the first game apply to every other game that has them.
    """
    if len(further) >= MAX_GAMES:
        raise PlanError("further_games", "too_many_games", limit=MAX_GAMES)
    return [_terms(first, key) for key in further]


def _terms(first: Terms, key: str) -> Terms:
    if key not in registry.offered_keys():
        raise PlanError("further_games", "game_does_not_fit", game=key)
    known = registry.get(key).options
    options = {
        name: value
        for name, value in first.options.items()
        if name in known and known[name].accepts(value)
    }
    try:
        return Terms.checked(key, options, first.control, rated=first.rated, seats=first.seats)
    except Refused as refusal:
        raise PlanError("further_games", "game_does_not_fit", game=key) from refusal


def games_of(tournament: Tournament) -> list[Game]:
    """Return all games of an event in order, mostly one."""
    further = [Game(each["ruleset"], each["options"]) for each in tournament.further_games]
    return [Game(tournament.ruleset, tournament.options), *further]


def names_of(tournament: Tournament) -> str:
    """Return the names of all games of an event without repetition."""
    return ", ".join(dict.fromkeys(ruleset_name(each.ruleset) for each in games_of(tournament)))


def game_of(tournament: Tournament, round_: int, board: int) -> Game:
    """Return the game of a round, or of a board in team events."""
    games = games_of(tournament)
    return games[tournament.event_format.game_of(len(games), round_, board)]


def game_name_at(tournament: Tournament, round_: int, board: int) -> str:
    """Return the name of the game of a round or board; "" in events of one game."""
    if not tournament.further_games:
        return ""
    return ruleset_name(game_of(tournament, round_, board).ruleset)


def schedule_games(format_: Format, games: Sequence[Game]) -> list[ScheduledGame]:
    """Return the game of each round or board; [] in events of one game."""
    if len(games) < 2:
        return []
    words = _("Board %(number)d") if format_.games_by == "board" else _("Round %(number)d")
    return [
        ScheduledGame(
            words % {"number": number}, key, ruleset_name(key), options_line(key, options)
        )
        for number, (key, options) in enumerate(games, 1)
    ]


def game_schedule_of(tournament: Tournament) -> list[ScheduledGame]:
    return schedule_games(tournament.event_format, games_of(tournament))


def can_play_all(tournament: Tournament, rulesets: Sequence[str]) -> bool:
    """Whether a bot with these rulesets plays all games of an event."""
    return all(game.ruleset in rulesets for game in games_of(tournament))
