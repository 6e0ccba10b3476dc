"""Studies: games read from PGN or a URL and written as PGN; none is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC

from django.conf import settings

from games.families.features import record_reader, records_of
from games.families.records import BadRecord, Record, Replay
from games.models import Match
from games.queries import Position
from games.rules import registry
from games.rules.base import RulesError
from games.services.errors import Refused
from games.services.solo import pgn_clocks
from games.services.wording import explaining

MAX_PGN_LENGTH, MAX_GAMES, MAX_PLIES = 200_000, 50, 600
# tags that a study keeps, and their maximum length
TAGS = (
    *("White", "Black", "Event", "Site", "Date", "Round", "Result"),
    *("WhiteElo", "BlackElo", "ECO"),
)
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
MAX_TAG_LENGTH = 255


@dataclass(frozen=True)
class Study:
    """A replayed game with its tags; ``fen`` is empty for the usual start.

    ``fen`` is normalised: castling rights that do not exist are removed.
    """

    played: Replay
    fen: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def spelled(self) -> list[str]:
        """The moves in the ledger's spelling."""
        spell = registry.get(record_reader().KEY).spell
        return [spell(move) for move in self.played.moves]

    @property
    def line(self) -> str:
        """The moves without separators, as in URLs."""
        return "".join(self.spelled)

    @property
    def last_fen(self) -> str:
        """The final position as FEN."""
        return record_reader().position(self.played.states[-1])

    @property
    def result(self) -> str:
        """The result tag, "*" if it is missing or unknown."""
        said = self.tags.get("Result", "*")
        return said if said in record_reader().RESULTS else "*"


def parse_studies(text: str) -> list[Study]:
    """Return the games of a PGN text; an error in one game refuses all.

    Refuses ``pgn_too_long``, ``pgn_empty``, ``pgn_too_many_games``, ``pgn_too_many_plies``,
    ``pgn_unreadable``, ``pgn_variant``, ``pgn_position``, ``pgn_move``, ``pgn_null_move``.
    """
    if len(text) > MAX_PGN_LENGTH:
        raise Refused("pgn_too_long", limit=MAX_PGN_LENGTH)
    try:
        games = record_reader().parse_games(text)
    except BadRecord as error:
        raise _as_refusal(error) from error
    if not games:
        raise Refused("pgn_empty")
    if len(games) > MAX_GAMES:
        raise Refused("pgn_too_many_games", limit=MAX_GAMES, games=len(games))
    return [_build_study(game, number) for number, game in enumerate(games, 1)]


def _build_study(game: Record, number: int) -> Study:
    if len(game.moves) > MAX_PLIES:
        raise Refused("pgn_too_many_plies", limit=MAX_PLIES, game=number)
    try:
        played = record_reader().replay(game)
    except BadRecord as error:
        raise _as_refusal(error, game=number) from error
    tags = _clean_tags({**game.tags, "Result": game.result}, played)
    return Study(played, _starting_fen(played, game.tags.get("FEN", "")), tags)


def _clean_tags(tags: Mapping[str, str], played: Replay) -> dict[str, str]:
    """Return the tags to keep; a result on the board overrides the Result tag."""
    kept = {name: tags[name][:MAX_TAG_LENGTH] for name in TAGS if tags.get(name)}
    shown = record_reader().result_of(played, kept.get("Result", ""))
    return {**kept, "Result": shown} if shown else kept


def _starting_fen(played: Replay, given: str) -> str:
    """Return the starting position as normalised FEN, "" for the usual one."""
    return record_reader().position(played.states[0]) if given else ""


def study_from_url(line: str, fen: str, tags: Mapping[str, str]) -> Study:
    """Return the study encoded in a URL; refuses as ``parse_studies``."""
    if len(line) > 5 * MAX_PLIES:
        raise Refused("pgn_too_many_plies", limit=MAX_PLIES, game=1)
    try:
        moves = record_reader().split_moves(line)
    except BadRecord as error:
        raise _as_refusal(error) from error
    try:
        played = record_reader().replay_moves(record_reader().initial_position(fen[:100]), moves)
        return Study(played, _starting_fen(played, fen), _clean_tags(tags, played))
    except BadRecord as error:
        raise _as_refusal(error, game=1) from error


def _as_refusal(error: BadRecord, **more: object) -> Refused:
    """Convert an error to a refusal, explaining its cause in the rules if there is one."""
    params = {**error.params, **more}
    if isinstance(error.__cause__, RulesError):
        params["why"] = explaining.explain(error.__cause__)
    return Refused(error.code, **params)


def study_pgn(study: Study, plies: int) -> str:
    """Return a study as PGN, up to a ply."""
    usual = {"Date": "????.??.??", "Round": "-"}
    tags = {name: study.tags.get(name) or usual.get(name, "?") for name in ROSTER}
    whole = plies == len(study.played.moves)
    result = study.result if whole else "*"
    shown = Replay(study.played.states[: plies + 1], study.played.moves[:plies])
    more = [each for each in study.tags.items() if each[0] not in (*ROSTER, "Result")]
    return record_reader().write(_roster(tags, result, study.fen, more), shown, result)


def _roster(
    tags: Mapping[str, str], result: str, fen: str = "", more: Sequence[tuple[str, str]] = ()
) -> list[tuple[str, str]]:
    """Return the seven tag roster in order, then further tags."""
    start = [("SetUp", "1"), ("FEN", fen)] if fen else []
    return [*((name, tags[name]) for name in ROSTER), ("Result", result), *start, *more]


def match_moves_text(position: Position) -> str:
    """Return the moves of a match as in URLs of the study board."""
    return "".join(ply.text for ply in position.standing())


def match_pgn(position: Position, url: str) -> str:
    """Return a match as PGN, the same in every language; refuses ``not_chess``."""
    notation = records_of(position.match.ruleset)
    if notation is None:
        raise Refused("not_chess")
    texts = [ply.text for ply in position.standing()]
    played = notation.replay_moves(notation.initial_position(""), texts)
    match, white, black = position.match, *position.seats
    tags = {
        "Event": settings.SITE_NAME,
        "Site": url,
        "Date": match.started_at.astimezone(UTC).strftime("%Y.%m.%d"),
        "Round": "-",
        "White": white.player.name,
        "Black": black.player.name,
    }
    by_time = dict.fromkeys(("timeout", "timeout_tie"), "time forfeit")
    ended = {**by_time, "": "unterminated"}.get(match.ending, "normal")
    if match.status == Match.Status.ANNULLED:
        ended = "abandoned"
    result = _result(match, white.rank, black.rank)
    more = [
        ("TimeControl", pgn_clocks.control_tag(match.time_control)),
        ("Mode", "EM"),
        ("Termination", ended),
    ]
    comments = pgn_clocks.clock_comments(match, position.standing())
    return notation.write(_roster(tags, result, more=more), played, result, comments)


def _result(match: Match, white: int | None, black: int | None) -> str:
    if match.status != Match.Status.FINISHED or white is None or black is None:
        return "*"
    if white == black:
        return "1/2-1/2"
    return "1-0" if white < black else "0-1"
