"""Which fields of the planning form apply to a format and a game, and in which sections."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games import clocks
from games.rules import registry
from games.rules.base import AnyRules
from games.services.play.absence import has_absence_policy
from games.services.solo.solo import is_solo
from games.web.challenges.forms_options import SERIES_OPTIONS, is_choice
from games.web.challenges.forms_time import CUSTOM
from tournaments import formats
from tournaments.formats.teams import TeamMatch
from tournaments.services.plans import TWO_SEAT_TIE_BREAKS, terms_used
from tournaments.standings.tiebreaks import criteria_for
from tournaments.web.plan_templates import FORMATS

if TYPE_CHECKING:
    from django import forms
    from django.utils.functional import _StrPromise

    from tournaments.formats.base import Format

# Fields that a plan takes unchanged from the form.
PLAN_FIELDS = (
    *("name", "format", "text", "most", "starts_when_full", "rounds", "accelerated", "bands"),
    *("at_once", "points", "further_games", "opening"),
    *("forbidden", "running_limit", "late_entry", "bots_welcome", "bots_fill", "repeats"),
    *("reviewed", "jury"),
    *("division_size", "promoted", "qualifiers", "through", "boards", "boards_least"),
    *("alternates", "twice", "withdrawals"),
)

TERM_FIELDS = (
    *("ruleset", "table", "rated", "control", *SERIES_OPTIONS),
    *("own_kind", "per_turn", "per_turn_unit", "bank", "bank_unit", "increment", "increment_unit"),
    *("cap", "cap_unit", "stops", "on_flag"),
)
OPTIONS_PLACEHOLDER = "*"  # placeholder for the options of the game
SECTIONS: tuple[tuple[_StrPromise, bool, tuple[str, ...]], ...] = (
    (_("About the tournament"), False, ("name", "text")),
    (
        _("Matches"),
        False,
        ("table", "legs", "max_extra_pairs", OPTIONS_PLACEHOLDER, "rated", "control"),
    ),
    (_("Several games, opening"), True, ("further_games", "opening")),
    (
        _("When"),
        False,
        (
            *(
                "starts_at",
                "starts_when_full",
                "rounds",
                "accelerated",
                "bands",
                "round_days",
                "at_once",
            ),
            "round_dates",
        ),
    ),
    (
        _("Entries"),
        False,
        (
            *("least", "most", "boards", "alternates", "boards_least", "twice", "division_size"),
            *("promoted", "qualifiers", "through", "withdrawals", "repeats"),
        ),
    ),
    (
        _("Points and tie-breaks"),
        True,
        ("points", "tie_breaks"),
    ),
    (
        _("More entry options"),
        True,
        ("late_entry", "bots_welcome", "bots_fill", "running_limit", "forbidden", "reviewed"),
    ),
    (_("Referees"), True, ("jury",)),
)


@dataclass
class Section:
    """A section of the form; a folded one starts open if any field is filled in or invalid."""

    title: _StrPromise
    folded: bool
    fields: list[forms.BoundField] = field(default_factory=list)
    open: bool = False


def is_offered(format_key: str, game: str) -> bool:
    """Whether the form offers the format, and the game."""
    known = any(format_key == key for key, _name in FORMATS)
    return known and game in registry.offered_keys() and not is_solo(game)


def games_of(format_key: str) -> list[str]:
    """Return the games that suit a format."""
    seats = formats.get_format(format_key).seats
    return [
        key
        for key in registry.offered_keys()
        if not is_solo(key) and seats & set(registry.get(key).seats)
    ]


def unused_fields(format_key: str, game: str) -> set[str]:
    """Return the fields that do not apply to a format and a game."""
    format_, rules = formats.get_format(format_key), registry.get(game)
    of_one_match = isinstance(format_, TeamMatch)
    wanted = terms_used(format_) | {
        "table": len(format_.seats & set(rules.seats)) > 1,
        "rated": rules.pool is not None,
        "further_games": bool(format_.games_by),
        "opening": not rules.draws_lots and not rules.draws_during_play,
        "rounds": format_.can_set_rounds,
        "bands": format_.has_bands,
        "accelerated": format_.can_be_accelerated,
        "round_days": format_.has_rounds,
        "at_once": format_.can_be_concurrent,
        "round_dates": format_.has_rounds,
        "least": not of_one_match,
        "most": not of_one_match,
        **dict.fromkeys(("boards", "boards_least", "alternates"), format_.has_teams),
        "twice": format_.can_meet_twice,
        **dict.fromkeys(("bots_welcome", "bots_fill"), not format_.has_teams),
        **{name: _is_offered(rules, name) for name in SERIES_OPTIONS},
    }
    return {name for name, needed in wanted.items() if not needed}


def required_fields(format_: Format) -> set[str]:
    """Return fields that a format requires although the form class does not."""
    wanted = {
        "rounds": format_.needs_rounds,
        "bands": format_.has_bands,
        "boards": format_.has_teams,
        "division_size": format_.has_playoff,
    }
    return {name for name, needs in wanted.items() if needs}


def tie_breaks_for(format_: Format, game: str) -> list[str]:
    """Return the tie-breaks that apply to a format and a game."""
    known = criteria_for(teams=format_.has_teams)
    own = [key for key, each in known.items() if format_.system in each.systems]
    of_two = 2 in format_.seats & set(registry.get(game).seats)
    return [key for key in own if of_two or key not in TWO_SEAT_TIE_BREAKS]


def format_labels(format_: Format) -> dict[str, _StrPromise]:
    """Return the labels that differ from the form's own in a format."""
    labels = {
        "rounds": _("Number of rounds"),
        "late_entry": _("Late entry"),
        "forbidden": _("Pairs that never meet"),
    }
    if format_.has_playoff:
        labels["division_size"] = _("Entrants per group")
    if format_.has_teams:
        labels |= {
            "least": _("Minimum number of teams"),
            "most": _("Maximum number of teams"),
            "division_size": _("Teams per division"),
        }
    return labels


def choices_of(game: str) -> dict[str, Set[object]]:
    """Return the choices worth offering; time controls must end, and suit the game."""
    rules = registry.get(game)
    dice = set() if has_absence_policy(game) else set(clocks.DICE_PRESETS)
    known: dict[str, Set[object]] = {
        "control": {*clocks.PRESETS, CUSTOM}
        - dice
        - {k for k, c in clocks.PRESETS.items() if c.untimed}
    }
    for name in SERIES_OPTIONS:
        if name in rules.options:
            known[name] = set(rules.options[name].allowed)
    return known


def _is_offered(rules: AnyRules, name: str) -> bool:
    return name in rules.options and is_choice(rules.options[name])


def sections_of(form: forms.Form, special: Iterable[str]) -> list[Section]:
    """Return the sections of a form that have fields."""
    found = []
    for title, folded, names in SECTIONS:
        section = Section(title, folded)
        for name in names:
            own = list(special) if name == OPTIONS_PLACEHOLDER else [name]
            section.fields += [form[each] for each in own if each in form.fields]
        section.open = any(_starts_open(form, each) for each in section.fields)
        if section.fields:
            found.append(section)
    return found


def _starts_open(form: forms.Form, bound: forms.BoundField) -> bool:
    value = bound.value()
    filled = any(value) if isinstance(value, list | tuple) else bool(value)
    return filled or bool(form.is_bound and bound.errors)
