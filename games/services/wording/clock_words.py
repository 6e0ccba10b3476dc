from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.utils.translation import gettext as _, ngettext

from games import clocks
from games.rules import registry
from games.rules.multiplayer import is_choiceless
from games.services.wording.game_words import strategy_names
from games.services.wording.time_words import unit_texts, unit_texts_after_preposition

CODES_AFTER_PREPOSITION = ("periods", "block", "block_carry", "surcharge")  # codes of ``describe``


def span_text(span: timedelta, *, after_preposition: bool = False) -> str:
    """Return a span in its two largest units, “2 days 3 hours”; at least a minute.

    German inflects units after a preposition: “in 2 Tagen 3 Stunden”.
    """
    minutes = max(1, int(span.total_seconds()) // 60)
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    counts = (days, hours, 0 if days else minutes)
    words = unit_texts_after_preposition(*counts) if after_preposition else unit_texts(*counts)
    return " ".join(word for word, count in zip(words, counts, strict=True) if count)


def preset_names() -> dict[str, str]:
    return {
        "hour": _("1 hour per move"),
        "day": _("1 day per move"),
        "three_days": _("3 days per move"),
        "week_bank": _("7 days plus 1 day per move (up to 14)"),
        "club": _("club: 14 days plus 2 per move, weekends off"),
        "iccf": _("10 moves in 50 days"),
        "go": _("30 days, then 5 × 3 days"),
        "dice": _("dice: 2 days per move, then played for you"),
        "advent": _("advent: one roll per day, automatic if you miss it"),
        "untimed": _("no limit"),
    }


def _control_phrases(count: int) -> dict[str, str]:
    """Return the phrase for every code of ``clocks.describe``, in the plural form for ``count``."""
    return {
        "untimed": _("no limit"),
        "per_turn": _("%(span)s per move"),
        "bank": _("%(span)s for the match"),
        "increment": _("plus %(span)s per move"),
        "cap": _("up to %(span)s"),
        "periods": ngettext(
            "then %(count)s period of %(span)s", "then %(count)s periods of %(span)s", count
        ),
        "block": ngettext("%(moves)s move in %(span)s", "%(moves)s moves in %(span)s", count),
        "block_carry": ngettext(
            "%(moves)s move in %(span)s, unused time is kept",
            "%(moves)s moves in %(span)s, unused time is kept",
            count,
        ),
        "surcharge": _("counted %(factor)s times beyond %(after)s"),
        "silence": _("at most %(span)s per move"),
        "quantum": _("counted in whole steps of %(span)s"),
        "on_flag claim": _("time-outs must be claimed"),
        "on_flag skip": _("a time-out skips the turn, and after three in a row the player is out"),
        "on_flag caretaker": _("a caretaker plays on after a time-out"),
        "on_flag substitute": _("after a time-out the seat is offered to others"),
        "stop night": _("pauses at night"),
        "stop weekend": _("pauses on days off"),
        "stop holidays": _("pauses on holidays"),
        "stop leave": _("pauses while on leave"),
    }


def _phrases_for(ruleset: str, count: int = 1) -> dict[str, str]:
    """Return the phrases that apply to a game; in choiceless games nobody is ever out."""
    phrases = _control_phrases(count)
    if ruleset and is_choiceless(registry.get(ruleset)):
        phrases["on_flag skip"] = _("after a time-out the die is rolled automatically")
    return phrases


def control_line(control: clocks.TimeControl, ruleset: str = "") -> str:
    """Return a time control in words, by its preset's name if it has one."""
    preset = clocks.preset_of(control)
    if preset is not None:
        return preset_names()[preset]
    preset = clocks.preset_of(replace(control, on_flag="lose"))
    if preset is not None:
        return f"{preset_names()[preset]}, {_phrases_for(ruleset)[f'on_flag {control.on_flag}']}"
    return control_details(control, ruleset)


def control_text_with_absence(
    control: clocks.TimeControl, seats: int, caretaker: str, ruleset: str
) -> str:
    """Return a time control and, with three or four players, the consequence of absence.

    That is a caretaker with its strength, or that late players are out.
    """
    said = control_line(control, ruleset)
    if caretaker:
        strategy = strategy_names().get(caretaker, caretaker)
        return _("%(time)s (caretaker: %(strategy)s)") % {"time": said, "strategy": strategy}
    if seats > 2 and control.on_flag == "lose":
        out = _("a player who runs out of time is out")
        return f"{said}, {out}"
    return said


def control_details(control: clocks.TimeControl, ruleset: str = "") -> str:
    """Return every clause of a time control in words."""
    phrases = _phrases_for(ruleset, control.periods or control.block_moves)
    parts = []
    for code, params in clocks.describe_control(control):
        key = (
            f"{code} {params.get('rule') or params.get('reason')}"
            if code
            in (
                "on_flag",
                "stop",
            )
            else code
        )
        words = {
            name: span_text(value, after_preposition=code in CODES_AFTER_PREPOSITION)
            if isinstance(value, timedelta)
            else value
            for name, value in params.items()
        }
        parts.append(phrases[key] % words)
    return ", ".join(parts)
