from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django.utils.translation import get_language, gettext as _, pgettext

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.chess import san
from games.families.chess.rules import Chess, Position
from games.families.words import FamilyTexts

_RULES = Chess()


def active_language() -> str:
    """Return the active language, whose letters name the pieces, as two letters."""
    return (get_language() or "en")[:2]


def localize_pieces(text: str) -> str:
    """Replace the figurines in a text by the reader's piece letters."""
    return san.localize_figurines(text, active_language())


class ChessTexts(FamilyTexts[Position]):
    notation_needs_position: ClassVar = True
    in_pairs: ClassVar = True
    weighty: ClassVar = frozenset({"king_in_check"})

    def ruleset_names(self) -> Mapping[str, str]:
        return {"chess": _("Chess")}

    def localize_piece(self, text: str) -> str:
        return localize_pieces(text)

    def pieces(self) -> Mapping[str, str]:
        return {
            "Kw": pgettext("chess", "white king"),
            "Kb": pgettext("chess", "black king"),
        }

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "chess_peek": _("looks at the next move or two"),
            "chess_glance": _("looks a little ahead"),
            "chess_search": _("looks several moves ahead"),
            "stockfish": _("Stockfish, a strong engine"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return {"checkmate": _("%(winner)s won by checkmate.")}

    def own_endings(self) -> Mapping[str, str]:
        return {"checkmate": _("You won by checkmate.")}

    def other_endings(self) -> Mapping[str, str]:
        return {
            "stalemate": _("Stalemate: no legal move was left, and the king was not in check."),
            "insufficient_material": _("Neither side had enough material left for checkmate."),
            "timeout_tie": _(
                "Time ran out, but the opponent could not have checkmated by any series of moves."
            ),
            "fifty_moves": _("There was no pawn move and no capture for fifty moves."),
        }

    def refusals(self) -> Mapping[str, str]:
        return {
            "ambiguous_letter": _(
                "“%(letter)s” may mean different pieces; write the two squares, such as “e2e4”."
            ),
            "not_your_piece": _("You have no piece on %(square)s."),
            "not_so_moved": _("The piece cannot move like that here: %(text)s."),
            "king_in_check": _("After %(text)s your own king would be in check."),
            "choose_promotion": _(
                "The pawn is promoted by %(text)s; add a piece, such as “%(text)sq”."
            ),
            "no_promotion": _("%(text)s does not promote a pawn."),
            "nothing_moves_there": _("%(text)s is not legal here."),
            "ambiguous_move": _("%(text)s may mean several moves; write one of these: %(moves)s."),
            **self._pgn_refusals(),
        }

    def _pgn_refusals(self) -> Mapping[str, str]:
        """Return the sentence for each error in a PGN."""
        return {
            "pgn_too_long": _("This text is too long. The limit is %(limit)s characters."),
            "pgn_empty": _("This text contains no game."),
            "pgn_too_many_games": _(
                "This text contains %(games)s games. At most %(limit)s can be read at once."
            ),
            "pgn_too_many_plies": _("Game %(game)s is longer than %(limit)s plies."),
            "pgn_unreadable": _("Line %(line)s cannot be read at “%(text)s”."),
            "pgn_variant": _("“%(variant)s” is a chess variant that is not played here."),
            "pgn_position": _("The position “%(text)s” cannot be set up."),
            "pgn_move": _("Game %(game)s, move %(at)s %(text)s: %(why)s"),
            "pgn_null_move": _(
                "Game %(game)s, move %(at)s: “%(text)s” passes the turn, which is not a chess "
                "move. Put it in a comment or variation, or delete it and what follows."
            ),
            "not_chess": _("Only chess matches are available as PGN."),
        }

    def sides(self) -> tuple[str, ...]:
        return _("white"), _("black")

    # Pieces ---------------------------------------------------------------------------------------
    def _piece(self, kind: str) -> str:
        return {
            "P": _("pawn"),
            "N": _("knight"),
            "B": _("bishop"),
            "R": _("rook"),
            "Q": _("queen"),
            "K": pgettext("chess", "king"),
        }[kind]

    def _becomes(self, kind: str) -> str:
        """Return the phrase about a promotion."""
        return {
            "N": _("%(move)s and promotes to a knight"),
            "B": _("%(move)s and promotes to a bishop"),
            "R": _("%(move)s and promotes to a rook"),
            "Q": _("%(move)s and promotes to a queen"),
        }[kind]

    def _castling(self, file: str) -> str:
        """Return the phrase about castling, by the file that the king goes to."""
        return _("castles queenside") if file == "c" else _("castles kingside")

    # Moves ----------------------------------------------------------------------------------------
    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        del words
        start, end = _RULES.places(None, _RULES.parse(text))
        kind = cells[start].piece[:1]
        prey = cells[end].piece[:1]
        if kind == "K" and abs(ord(start[0]) - ord(end[0])) == 2:
            return self._castling(end[0])
        values = {"piece": self._piece(kind), "start": start, "end": end}
        if kind == "P" and not prey and start[0] != end[0]:
            return _("%(piece)s %(start)s takes en passant on %(end)s") % values
        if prey:
            values["prey"] = self._piece(prey)
            said = _("%(piece)s %(start)s takes %(prey)s %(end)s") % values
        else:
            said = _("%(piece)s %(start)s to %(end)s") % values
        return self._becomes(text[4].upper()) % {"move": said} if len(text) > 4 else said

    def click_label(self, click: str, words: Words) -> str:
        if click in ("q", "r", "b", "n"):
            return self._piece(click.upper())
        return super().click_label(click, words)

    def _notation(self, state: Position, text: str) -> san.MoveNotation:
        return _RULES.san(state, _RULES.resolve_move(state, _RULES.parse(text)))

    def notation(self, state: Position, text: str) -> str:
        return san.format_move(self._notation(state, text), active_language())

    def spoken_move(self, state: Position, text: str) -> str:
        short, takes, sign = self._notation(state, text)
        if short.kind == "O":
            said = self._castling(short.target)
        else:
            values = {"piece": self._piece(short.kind), "end": short.target}
            values["piece"] += f" {short.file}{short.rank}" if short.kind != "P" or takes else ""
            values["piece"] = values["piece"].strip()
            form = _("%(piece)s takes %(end)s") if takes else _("%(piece)s %(end)s")
            said = form % values
        if short.becomes:
            said = self._becomes(short.becomes) % {"move": said}
        signs = {"+": _("%(move)s, check"), "#": _("%(move)s, checkmate"), "": "%(move)s"}
        return signs[sign] % {"move": said}

    def grammar(self) -> str:
        letters = {each: localize_pieces(san.FIGURINES[each]) for each in "KQRBN"}
        return _(
            "Write a move with piece letters (%(letters)s; none for pawns), as in "
            "%(examples)s, or as its two squares, as in %(squares)s."
        ) % {
            "letters": ", ".join(f"{letters[each]} {self._piece(each)}" for each in "KQRBN"),
            "examples": f"e4, {letters['N']}f3, exd5, 0-0, e8={letters['Q']}",
            "squares": "e2e4, e7e8q",
        }
