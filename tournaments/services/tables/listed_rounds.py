"""The rounds of a division as pages list them: pairs, scores, links."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.naming import isolated
from tournaments.division_queries import DivisionContents
from tournaments.models import Fixture, Round, Tournament
from tournaments.services.event_games import game_name_at
from tournaments.services.tables.engine_words import pairing_remarks
from tournaments.services.wording import score_of

MAX_FIXTURES_LISTED = 300  # fixtures; above that, only some rounds are shown with theirs


def listed_rounds(
    tournament: Tournament, contents: DivisionContents, chosen: int
) -> tuple[dict[str, object], ...]:
    """Return the rounds of a division; a large one shows fixtures of current and chosen rounds."""
    if len(contents.boards) <= MAX_FIXTURES_LISTED:
        return rounds_of(tournament, contents.rounds, chosen)
    shown = {chosen} if chosen else current_round_numbers(contents.heads)
    filled = {each.number: each for each in contents.rounds_numbered(shown)}
    return tuple(
        round_of(tournament, filled[each.number], unfolded=True)
        if each.number in filled
        else _head(tournament, each)
        for each in contents.heads
    )


def rounds_of(
    tournament: Tournament, rounds: Sequence[Round], chosen: int = 0
) -> tuple[dict[str, object], ...]:
    """Return rounds with their fixtures; current and chosen ones are unfolded."""
    unfolded = current_round_numbers(rounds) | {chosen}
    return tuple(round_of(tournament, each, unfolded=each.number in unfolded) for each in rounds)


def round_of(tournament: Tournament, round_: Round, *, unfolded: bool) -> dict[str, object]:
    rows = [_fixture(fixture) for fixture in round_.fixtures.all()]
    return {**_head(tournament, round_), "unfolded": unfolded, "elsewhere": False, "rows": rows}


def _head(tournament: Tournament, round_: Round) -> dict[str, object]:
    """Return a round without its fixtures, which have a page of their own."""
    return {
        "number": round_.number,
        "game": game_name_at(tournament, round_.number, 0),
        "opens_at": round_.opens_at,
        "closes_at": round_.closes_at,
        "closed_at": round_.closed_at,
        "unfolded": False,
        "elsewhere": True,
        "how": pairing_remarks(round_),
        "skipped": round_.skipped,
        "cancelled": round_.cancelled,
        "rows": [],
    }


def current_round_numbers(rounds: Sequence[Round]) -> set[int]:
    """Return the numbers of the open rounds, or else of the last one."""
    going = {each.number for each in rounds if each.closed_at is None}
    return going or {max((each.number for each in rounds), default=0)}


def _fixture(fixture: Fixture) -> dict[str, object]:
    seats = list(fixture.seats.all())
    return {
        "board": fixture.board,
        "players": [seat.entrant.player for seat in seats],
        "keys": [seat.entrant.player_id for seat in seats],
        "names": [isolated(seat.entrant.player.name) for seat in seats],
        "score": score_of(fixture),
        "url": fixture.match_url,
    }
