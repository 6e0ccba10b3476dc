"""Adapts the organisers' forms to format and game, and parses what they contain."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.queries import player_named
from accounts.times.quiet_hours import instant_of
from games import clocks
from games.rules import registry
from games.services.play.terms import Terms
from games.services.wording.game_words import ruleset_name
from games.web.challenges.forms_options import SERIES_OPTIONS, SpecialOption
from games.web.challenges.forms_time import custom_control_initial
from tournaments import formats
from tournaments.services import entry_plans, wording
from tournaments.standings.tiebreaks import CRITERIA, TEAM_CRITERIA
from tournaments.web import plan_sections
from tournaments.web.planning.fields import OrderField, day_example

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def explain_choices(form: forms.Form) -> None:
    """Name the tie-breaks in the active language, and set help texts."""
    form.fields["rated"].help_text = _("Matches against bots are never rated.")
    name_tie_breaks(form)
    form.fields["round_dates"].help_text = _(
        "One date per line, like %(example)s. Each round begins on its date, at the time "
        "of day of the start in the time zone of the tournament (%(zone)s), and ends when the "
        "next one begins. Rounds without a date last the number of days given above."
    ) % {"example": day_example(), "zone": timezone.get_current_timezone_name()}


def name_tie_breaks(form: forms.Form) -> None:
    """Label all tie-breaks in the active language."""
    field = form.fields.get("tie_breaks")
    if isinstance(field, OrderField):
        field.choices = [(key, wording.criterion_name(key)) for key in (*CRITERIA, *TEAM_CRITERIA)]


def narrow(form: forms.Form, kind: str, game: str) -> None:
    """Remove fields, options and choices that do not apply to the format and the game."""
    for name in plan_sections.unused_fields(kind, game):
        del form.fields[name]
    format_, rules = formats.get_format(kind), registry.get(game)
    seats = sorted(format_.seats & set(rules.seats))
    table = form.fields.get("table")
    if seats and isinstance(table, forms.ChoiceField):
        table.choices = [(each, str(each)) for each in seats]
        table.initial = seats[0]
    for name, choices in plan_sections.choices_of(game).items():
        offered = form.fields.get(name)
        if isinstance(offered, forms.ChoiceField) and isinstance(offered.widget, forms.Select):
            listed: list[Any] = list(offered.choices)  # type: ignore[arg-type]
            offered.widget.choices = [each for each in listed if each[0] in choices]
    _offer_access(form, kind)
    _offer_games(form, kind)
    offer_tie_breaks(form, kind, game)
    _mark_required(form, plan_sections.required_fields(format_))
    for name, label in plan_sections.format_labels(format_).items():
        if name in form.fields:
            form.fields[name].label = label
    if "legs" in form.fields:
        form.fields["legs"].help_text = _("Players take turns to start.")


def _offer_access(form: forms.Form, kind: str) -> None:
    """Offer teams only the conditions of entry that apply to them."""
    access = form.fields.get("access")
    if formats.get_format(kind).has_teams and isinstance(access, forms.ChoiceField):
        listed: list[Any] = list(access.choices)  # type: ignore[arg-type]
        access.choices = [each for each in listed if each[0] in entry_plans.TEAM_ACCESS]


def _offer_games(form: forms.Form, kind: str) -> None:
    """Limit further games to those that the format supports."""
    further = form.fields.get("further_games")
    if isinstance(further, OrderField):
        further.choices = [(key, ruleset_name(key)) for key in plan_sections.games_of(kind)]


def offer_tie_breaks(form: forms.Form, kind: str, game: str) -> None:
    """Offer only the tie-breaks of a format; others are refused with a reason when sent."""
    field, format_ = form.fields.get("tie_breaks"), formats.get_format(kind)
    if isinstance(field, OrderField):
        keys = plan_sections.tie_breaks_for(format_, game)
        field.show([(key, wording.criterion_name(key)) for key in keys])


def _mark_required(form: forms.Form, needed: Collection[str]) -> None:
    """Set ``needed`` on the fields to be marked as required."""
    for name, field in form.fields.items():
        shown = not isinstance(field.widget, forms.RadioSelect | forms.Select | forms.HiddenInput)
        vars(field)["needed"] = shown and (field.required or name in needed)


def parse_numbers(text: str, error: _StrPromise, *, digits: int) -> tuple[int, ...]:
    """Return the whole numbers in a text, separated by spaces or punctuation."""
    words = re.sub(r"[-–,;:/]", " ", text).split()
    if not all(word.isascii() and word.isdigit() and len(word) <= digits for word in words):
        raise forms.ValidationError(error)
    return tuple(int(word) for word in words)


def parse_pairs(text: str) -> tuple[tuple[int, int], ...]:
    """Return pairs of player names, one per line, as keys of players."""
    pairs = []
    for line in filter(None, map(str.strip, text.splitlines())):
        names = [name.strip() for name in line.split(",")]
        found = [player_named(name) if name else None for name in names]
        if len(found) != 2 or None in found:
            words = _("“%(line)s” is not two player names separated by a comma.")
            raise forms.ValidationError(words, params={"line": line})
        pairs.append((found[0].pk, found[1].pk))  # type: ignore[union-attr]
    return tuple(pairs)


def terms_of(
    data: Mapping[str, Any],
    control: clocks.TimeControl,
    special: Mapping[str, SpecialOption],
    seats: int,
) -> Terms:
    """Return the checked terms of every match."""
    known = registry.get(data["ruleset"]).options
    options = {name: data[name] for name in SERIES_OPTIONS if name in data and name in known}
    for name, option in special.items():
        if name in known and data.get(name):
            options[name] = next(each for each in option.allowed if str(each) == data[name])
    return Terms.checked(
        data["ruleset"],
        options,
        control,
        rated=data.get("rated", False),
        seats=seats,
    )


def round_starts_on(days: list[date], start: datetime | None) -> tuple[datetime, ...]:
    """Return the starts of rounds on these days, in the active time zone.

    Each is at the time of day of ``start``, or at noon. A time that exists twice is the earlier
    one.
    """
    zone = ZoneInfo(timezone.get_current_timezone_name())
    hour = start.astimezone(zone).time() if start else time(12)
    return tuple(instant_of(day, hour, zone).astimezone(zone) for day in days)


def control_initial(control: clocks.TimeControl) -> dict[str, object]:
    """Return a time control as initial data: a preset, or custom values."""
    preset = clocks.preset_of(control)
    own: dict[str, object] = {} if preset else custom_control_initial(control)
    return own or {"control": preset or "three_days"}
