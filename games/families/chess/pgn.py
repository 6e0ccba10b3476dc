"""Games of chess in PGN, as the `Records` of this family.

Reading keeps the main line and skips comments, numbers and variations. Moves are replayed by our
own rules; a game that went on after SC-3 ends it is read to its end, and the ply is reported.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Final

import chess

from games.families.chess import san
from games.families.chess.rules import Chess, Position
from games.families.records import BadRecord, Record, Replay
from games.rules.base import BadState, RulesError

KEY: Final = Chess.key
SIDES: Final = ("White", "Black")
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
DRAWN: Final = "1/2-1/2"
# Null moves, as various programs write them.
NULL_MOVES: Final = frozenset({"--", "@@@@", "0000", "Z0"})
# Results of the endings that need no claim, by the seat to move.
RESULTS_BY_ENDING: Final = {
    "checkmate": ("0-1", "1-0"),
    "stalemate": (DRAWN, DRAWN),
    "insufficient_material": (DRAWN, DRAWN),
}
# Tags that occur once per game, so that a second one begins another game.
ROSTER: Final = frozenset({"Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN"})
# Endings that players may fail to claim or to notice elsewhere, so that a game may go on.
CLAIMABLE_ENDINGS: Final = frozenset({"repetition", "fifty_moves", "insufficient_material"})
WIDTH: Final = 80
_SPELLED: Final = re.compile(r"[a-h][1-8][a-h][1-8](?:[qrn]|b(?=[a-h]|$))?")
_RULES: Final = Chess()
# Between the points of a result: all kinds of dashes.
_DASH: Final = r"[ \t\xa0]*[-‐‑–—−:][ \t\xa0]*"
_HALF: Final = r"(?:1[/⁄]2|½|0[.,]5)"
_TOKEN: Final = re.compile(
    r"""(?P<blank>[\s\ufeff]+|;[^\n]*|(?m:^)%[^\n]*|\$[0-9]+|[!?]+|e\.?p\.?(?=\s|\Z))
    |(?P<comment>\{[^}]*\})
    |\[\s*+(?P<name>[\w-]++)(?:\s*+:)?\s*+"(?:(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
        |(?P<odd>[^\n]*?)"\s*\])
    |(?P<bare>\[[^\[\]"\n]*\])
    |(?P<bracket>[()])
    |(?P<result>1~0|0~1|HALF~HALF|HALF|\*)(?=[\s(){};\[]|\Z)
    |(?P<null>--|@@@@|(?:0000|Z0)(?![^\s(){};]))
    |(?P<number>[0-9]+(?:\.+|…|(?=\s)|\Z)|\.+|…)
    |(?P<move>[a-h][x:][a-h][36](?=e\.?p\b)|[A-Za-z♔-♟0][\w♔-♟+\#=:/-]*)""".replace(
        "~", _DASH
    ).replace("HALF", _HALF),
    re.VERBOSE,
)


# A malformed tag, up to the end of its line or of the next line that closes it.
_UNREADABLE_TAG: Final = re.compile(r"\[[^\n\]]*(?:\n[^\n\[\]]+\]|[^\n]*)")


class _Reader:
    """Collects games token by token."""

    def __init__(self) -> None:
        self.games: list[Record] = []
        self.depth = 0
        self.parted = 0  # empty lines before this token
        self._begin()

    def _begin(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []

    def take(self, found: re.Match[str]) -> None:
        """Process one token; a negative `depth` after it means an unmatched bracket."""
        if found["blank"]:
            self.parted = max(self.parted, found["blank"].count("\n") - 1)
            return
        if bracket := found["bracket"]:
            self.depth += 1 if bracket == "(" else -1
        elif self.depth:
            return
        elif name := found["name"]:
            if self.moves or self._starts_new_game(name):
                self.close()
            value = found["odd"] if found["value"] is None else found["value"]
            self.tags[name] = re.sub(r'\\(["\\])', r"\1", value)
        elif found["result"]:
            self.close(_normalize_result(found["result"]))
        elif move := found["move"] or found["null"]:
            self.moves.append(move)
        self.parted = 0

    def skip_tag(self, tag: str) -> None:
        """Skip a malformed tag, which may begin another game."""
        begins = self.parted and tag.removeprefix("[").lstrip().startswith("Event")
        if self.moves or begins or self.parted > 1:
            self.close()
        self.parted = 0

    def _starts_new_game(self, name: str) -> bool:
        """Whether a tag belongs to another game than the tags before it."""
        if name in self.tags and (self.parted or name in ROSTER):
            return True
        return bool(self.tags) and (self.parted > 1 or (self.parted == 1 and name == "Event"))

    def close(self, result: str = "") -> None:
        """Finish the current game, if any; without a result, use that of its tag."""
        if self.tags or self.moves:
            said = result or _normalize_result(self.tags.get("Result", ""))
            known = said if said in RESULTS else RESULTS[-1]
            self.games.append(Record(self.tags, tuple(self.moves), known))
        self._begin()


def parse_games(text: str) -> list[Record]:
    reader, at = _Reader(), 0
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            at = _skip_tag(reader, text, at)
            continue
        reader.take(found)
        if reader.depth < 0:
            raise _unreadable_error(text, at)
        at = found.end()
    if reader.depth:
        raise _unreadable_error(text, text.rindex("("))
    reader.close()
    return reader.games


def _normalize_result(said: str) -> str:
    plain = re.sub(_HALF, "1/2", re.sub(_DASH, "-", said.strip()))
    return DRAWN if plain == "1/2" else plain


def _skip_tag(reader: _Reader, text: str, at: int) -> int:
    """Skip a malformed tag that has a line of its own; return where it ends."""
    found = _UNREADABLE_TAG.match(text, at)
    if found is None or text[text.rfind("\n", 0, at) + 1 : at].strip() or reader.depth:
        raise _unreadable_error(text, at)
    reader.skip_tag(found[0])
    return found.end()


def split_moves(line: str) -> list[str]:
    moves = _SPELLED.findall(line)
    if "".join(moves) != line:
        raise BadRecord("pgn_unreadable", line=1, text=_SPELLED.sub("", line)[:20])
    return moves


def _unreadable_error(text: str, at: int) -> BadRecord:
    """Return the error for a place in a text, with its line and content."""
    word = text[at : at + 20].split(maxsplit=1)[0]
    return BadRecord("pgn_unreadable", line=text.count("\n", 0, at) + 1, text=word)


def initial_position(fen: str) -> Position:
    if not fen:
        return _RULES.start(2, {})
    try:
        state = _RULES.load({"fen": fen, "seen": []})
    except BadState:
        state = None
    if state is None or chess.Board(fen).was_into_check():  # it may be over
        raise BadRecord("pgn_position", text=fen[:100])
    return state


def replay(game: Record) -> Replay:
    variant = game.tags.get("Variant", "Standard")
    if variant.lower() not in ("standard", "chess", "from position"):
        raise BadRecord("pgn_variant", variant=variant[:40])
    return replay_moves(initial_position(game.tags.get("FEN", "")), game.moves)


def replay_moves(start: Position, texts: Iterable[str]) -> Replay:
    states, moves, ended = [start], list[int](), None
    for text in texts:
        state = states[-1]
        if state.ending in CLAIMABLE_ENDINGS:
            ended = len(moves) if ended is None else ended
            state = reopened(state)
        if text in NULL_MOVES:
            raise BadRecord("pgn_null_move", at=numbered(state), text=text)
        try:
            move = _RULES.resolve_move(state, _RULES.read(text, "en"))
            states.append(_RULES.play(state, state.core.turn, move))
        except RulesError as error:
            raise BadRecord("pgn_move", at=numbered(state), text=text[:20]) from error
        moves.append(move)
    return Replay(tuple(states), tuple(moves), ended)


def result_of(played: Replay, said: str) -> str:
    last = played.states[-1]
    return RESULTS_BY_ENDING[last.ending][mover(last)] if last.ending in RESULTS_BY_ENDING else said


def reopened(state: Position) -> Position:
    return state._replace(ending="") if state.ending in CLAIMABLE_ENDINGS else state


def mover(state: Position) -> int:
    return state.core.turn


def position(state: Position) -> str:
    return str(_RULES.dump(state)["fen"])


def numbered(state: Position) -> str:
    """Return the number of the next move: "12." for white, "12…" for black."""
    return f"{state.plies // 2 + 1}{'…' if state.core.turn else '.'}"


def to_san(state: Position, move: int) -> str:
    """Return a move in SAN, with castling in the letter O as PGN requires."""
    return san.format_move(_RULES.san(reopened(state), move), "en").replace("0", "O")


def write(
    tags: Sequence[tuple[str, str]], played: Replay, result: str, comments: Sequence[str] = ()
) -> str:
    lines = [f'[{name} "{_escape_tag(value)}"]' for name, value in tags]
    return (
        "\n".join([*lines, "", *_wrap_lines([*_movetext_tokens(played, comments), result])]) + "\n"
    )


def _escape_tag(value: str) -> str:
    """Return a tag value on one line, with quotes and backslashes escaped."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _movetext_tokens(played: Replay, comments: Sequence[str]) -> list[str]:
    """List numbers, moves and comments; black's move is numbered after a comment."""
    words, commented = list[str](), True
    told = chain(comments, repeat(""))
    for state, move, comment in zip(played.states, played.moves, told, strict=False):
        if commented or not state.core.turn:
            words.append(numbered(state).replace("…", "..."))
        words.append(to_san(state, move))
        commented = bool(comment)
        words += [f"{{{comment}}}"] if comment else []
    return words


def _wrap_lines(words: Sequence[str]) -> list[str]:
    """Join words to lines of at most `WIDTH` characters."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
