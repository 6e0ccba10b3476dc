"""State of the planning form between its steps, and the summary of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django import forms
from django.http import QueryDict

from games import clocks
from games.services.errors import Refused
from games.services.play.terms import Terms
from tournaments import formats
from tournaments.errors import PlanError
from tournaments.services import openings
from tournaments.services.entry_plans import ENTRY_TERMS
from tournaments.services.entry_words import EntryTerms
from tournaments.services.summaries import PartialPlan
from tournaments.web.forms_contest import ContestForm
from tournaments.web.forms_plan import PlanForm
from tournaments.web.planning.reading import round_starts_on

STEP_FIELD, SHOWN_FIELD = "step", "shown"
INTERNAL_FIELDS = ("csrfmiddlewaretoken", STEP_FIELD)
MAX_VALUE_LENGTH = 4000  # characters kept of one value


def hidden_fields(data: QueryDict, *, but: str) -> Iterator[tuple[str, str]]:
    """Yield what has been entered, as hidden fields of the step that asks for ``but``."""
    for name in data:
        if name not in (*INTERNAL_FIELDS, but):
            for value in data.getlist(name):
                yield name, str(value)[:MAX_VALUE_LENGTH]


def typed_values(data: QueryDict, form: forms.Form) -> dict[str, object]:
    """Return what has been entered as initial data; fields not shown so far keep their own."""
    shown = set(data.get(SHOWN_FIELD, "").split(","))
    return {
        name: field.widget.value_from_datadict(data, {}, name)
        for name, field in form.fields.items()
        if name in shown or name in data
    }


BOOLEAN_FIELDS = ("accelerated", "at_once", "late_entry", "twice", "rated", "reviewed", "bots_fill")


def valid_values(form: forms.Form) -> dict[str, Any]:
    """Return the valid values, whatever else is missing or invalid."""
    values: dict[str, Any] = {}
    for name, field in form.fields.items():
        try:
            values[name] = field.clean(form[name].value())
        except forms.ValidationError:
            continue
    return values


def sketch_of(form: PlanForm | ContestForm) -> PartialPlan:
    """Return the outline of a partly filled form, for its summary."""
    values = valid_values(form)
    names = ("least", "most", "starts_at", "starts_when_full", "round_days", "repeats")
    common: dict[str, Any] = {name: values.get(name) or None for name in names}
    common |= {name: bool(values.get(name)) for name in ("starts_when_full", "repeats")}
    if isinstance(form, ContestForm):
        fresh = str(form["fresh"].value() or "").replace(",", " ").split()
        puzzles = len(values.get("patterns") or ()) + len(fresh)
        entry = _entry_terms(form, values, "")
        return PartialPlan(format=formats.CONTEST.key, puzzles=puzzles, entry=entry, **common)
    more: dict[str, Any] = {name: bool(values.get(name)) for name in BOOLEAN_FIELDS}
    more |= {name: values.get(name) or 0 for name in ("division_size", "promoted", "boards")}
    options = {
        name: values[name]
        for name in ("legs", "max_extra_pairs", *form.special)
        if values.get(name) not in (None, "")
    }
    return PartialPlan(
        format=form.kind,
        ruleset=form.game,
        options=_typed_options(form, options),
        further_games=tuple(values.get("further_games") or ()),
        opening=_opening(form, values),
        control=_control(values),
        seats=values.get("table") or form.default_seats,
        rounds=values.get("rounds"),
        bands=len(str(values.get("bands") or "").split()),
        round_dates=round_starts_on(values.get("round_dates") or [], common["starts_at"]),
        qualifiers=values.get("qualifiers") or 2,
        withdrawals=values.get("withdrawals") or PartialPlan.withdrawals,
        entry=_entry_terms(form, values, form.game),
        **common,
        **more,
    )


def _entry_terms(form: PlanForm | ContestForm, values: dict[str, Any], ruleset: str) -> EntryTerms:
    given = {name: values[name] for name in ENTRY_TERMS if values.get(name)}
    return EntryTerms(ruleset=ruleset, club=form.of_club, **given)


def _opening(form: PlanForm, values: dict[str, Any]) -> tuple[str, ...]:
    """Return the opening if it can be parsed; errors are shown on submit."""
    control, seats = clocks.PRESETS["three_days"], values.get("table") or form.default_seats
    try:
        terms = Terms.checked(form.game, {}, control, rated=False, seats=seats)
        return openings.parse_opening(terms, str(values.get("opening") or ""), several=False)
    except (Refused, PlanError):
        return ()


def _typed_options(form: PlanForm, given: dict[str, Any]) -> dict[str, Any]:
    """Return the options as values that the game knows instead of their text."""
    options = dict(given)
    for name, option in form.special.items():
        if name in options:
            found = [each for each in option.allowed if str(each) == options[name]]
            options[name] = found[0] if found else option.default
    return options


def _control(values: dict[str, Any]) -> clocks.TimeControl | None:
    """Return the time control as far as it can be determined, else None."""
    preset = clocks.PRESETS.get(values.get("control") or "")
    if preset is not None:
        return preset
    names = ("bank", "increment", "cap") if values.get("own_kind") == "bank" else ("per_turn",)
    spans = {
        name: timedelta(**{values.get(f"{name}_unit") or "days": values[name]})
        for name in names
        if values.get(name)
    }
    try:
        return clocks.TimeControl(**spans) if spans else None  # type: ignore[arg-type]
    except clocks.BadTimeControl:
        return None
