"""Texts about events, moves, starts and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.families.drawing import diagram_for
from games.families.leaving import leaving_sentence, resumed_sentence
from games.families.phrases import family_texts
from games.models import Ply, Seat
from games.rules.base import CHANCE, JSON, AnyState
from games.rules.multiplayer import apply_line, leaving_reason, parse_resumption, seats_by_strength
from games.rules.series import SeriesState
from games.services.match.loaded import LoadedMatch
from games.services.match.pictures import active_board_labels
from games.services.wording import daily_words
from games.services.wording.order_words import planned_move_sentence


def event_line(event: Mapping[str, JSON]) -> str:
    """Return the event of a match: “Club league, round 2”."""
    if "day" in event or "puzzle" in event:
        return daily_words.puzzle_title(event)
    return _("%(event)s, round %(round)d") % {"event": event["name"], "round": event["round"]}


def move_labels(loaded: LoadedMatch, texts: Sequence[str]) -> list[str]:
    """Return the labels of these legal moves."""
    ruleset, state = loaded.match.ruleset, loaded.state
    family = family_texts(ruleset)
    return family.move_labels(
        state, texts, active_board_labels(), lambda: diagram_for(ruleset, state)
    )


def effect_text(loaded: LoadedMatch, after: AnyState, text: str) -> str:
    """Return the effects of a legal move that its label does not mention."""
    return family_texts(loaded.match.ruleset).effect_sentence(
        loaded.state, after, text, active_board_labels()
    )


def move_notation(loaded: LoadedMatch, text: str) -> str:
    """Return a legal move in its readers' notation."""
    return family_texts(loaded.match.ruleset).notation(loaded.state, text)


def format_plies(loaded: LoadedMatch, texts: Sequence[str]) -> list[str]:
    """Return consecutive plies from the current position in their readers' notation."""
    family, rules, state = family_texts(loaded.match.ruleset), loaded.rules, loaded.state
    if not family.notation_needs_position:
        return list(texts)
    found = []
    for text in texts:
        (seat,) = rules.awaited(state)
        found.append(family.notation(state, text))
        state = apply_line(rules, state, seat, text)
    return found


def ply_sentence(
    loaded: LoadedMatch, ply: Ply, *, heard: bool = False, reader: int | None = None
) -> str:
    """Return the sentence about one ledger line, with its effects if the states are loaded.

    ``heard`` is for screen readers. ``reader`` is the reader's seat; their own orders are worded
    differently.
    """
    words, family = active_board_labels(), family_texts(loaded.match.ruleset)
    if (at := parse_resumption(*ply.line)) is not None:
        return resumed_sentence(at, agreed=ply.source == Ply.Source.AGREED)
    said = _ply_text(loaded, ply, heard=heard, own=ply.seat == reader)
    if ply.number not in loaded.turned:
        return said
    effect = family.effect_sentence(*loaded.turned[ply.number], ply.text, words)
    return f"{said} {effect}".rstrip()


def _ply_text(loaded: LoadedMatch, ply: Ply, *, heard: bool, own: bool) -> str:
    words, family = active_board_labels(), family_texts(loaded.match.ruleset)
    if ply.seat == CHANCE:
        return family.lot_sentence(ply.text, words)
    name = isolated(loaded.seats[ply.seat].player.name)
    if why := leaving_reason(ply.text):
        return leaving_sentence(name, why)
    text = ply.text
    if ply.number in loaded.turned:
        before = loaded.turned[ply.number][0]
        text = (family.spoken_move if heard else family.notation)(before, text)
    if ply.source == Ply.Source.CLOCK:
        return _("%(player)s ran out of time.") % {"player": name} + (
            f" {family.played_sentence(name, text, words)}"
        )
    if ply.source == Ply.Source.ORDER:
        said = family.click_label(text, words) if own else family.played_sentence(name, text, words)
        return planned_move_sentence(said, own=own)
    if ply.source == Ply.Source.CARETAKER:
        name = _("The caretaker of %(player)s") % {"player": name}
    if ply.source == Ply.Source.SERVER:
        return family.forced_sentence(name, text, words)
    return family.played_sentence(name, text, words)


def start_sentence(loaded: LoadedMatch, seat: Seat) -> str:
    """Return who starts and how they were chosen."""
    begun = family_texts(loaded.match.ruleset).starter(loaded.state)
    first = loaded.seats[begun or 0]
    if seats_by_strength(loaded.rules):
        weakest = _("You have the lowest rating, so you start.") if first is seat else ""
        words = _("%(player)s has the lowest rating and starts.")
        return weakest or words % {"player": isolated(first.player.name)}
    by_lot = loaded.match.start_lot is not None or begun is not None
    if first is seat:
        return _("You were chosen at random to start.") if by_lot else _("You start.")
    sentence = _("%(player)s was chosen at random to start.") if by_lot else _("%(player)s starts.")
    return sentence % {"player": isolated(first.player.name)}


def draft_sentence(loaded: LoadedMatch, seat: Seat) -> str:
    """Return who picks first if the match begins with a draft, else ""."""
    if not loaded.rules.drafts:
        return ""
    first = loaded.seats[min(loaded.rules.awaited(loaded.state), default=0)]
    if first is seat:
        return _("The match begins with a draft, and you pick first.")
    return _("The match begins with a draft; %(player)s picks first.") % {
        "player": isolated(first.player.name)
    }


def side_sentence(loaded: LoadedMatch, seat: Seat) -> str:
    """Return the reader's colour; "" if sides have none."""
    side = family_texts(loaded.match.ruleset).side(loaded.state, seat.number)
    return _("You play %(side)s.") % {"side": side} if side else ""


def score_line(loaded: LoadedMatch, seat: Seat) -> str:
    """Return the score and the current leg from the reader's side; "" without legs."""
    state = loaded.state
    if not isinstance(state, SeriesState) or state.frame.legs == 1:
        return ""
    own, other = state.totals[seat.number], state.totals[1 - seat.number]
    if state.frame.final is not None:
        return _("Final score %(own)d–%(other)d") % {"own": own, "other": other}
    leg = leg_words(state, state.leg)
    return _("%(leg)s, score %(own)d–%(other)d") % {"leg": leg, "own": own, "other": other}


def score_after_leg(loaded: LoadedMatch, seat: Seat) -> str:
    """Return the score after the last leg from the reader's side, and which leg it was."""
    state = loaded.state
    own, other = state.totals[seat.number], state.totals[1 - seat.number]
    leg = leg_words(state, state.finished[-1].number)
    return _("%(leg)s, score %(own)d–%(other)d") % {"leg": leg, "own": own, "other": other}


def leg_words(state: AnyState, number: int) -> str:
    """Return the name of a leg; legs beyond the agreed number are tie-breaks."""
    agreed = state.frame.legs
    words = _("Tie-break leg %(leg)d") if number > agreed else _("Leg %(leg)d of %(legs)d")
    return words % {"leg": number, "legs": agreed}
