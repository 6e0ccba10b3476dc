"""The organiser's form for changing an announced tournament."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from accounts.forms import lazy_zone_text
from games.services.errors import Refused
from tournaments.formats.base import MAX_ENTRANTS, MAX_ROUNDS
from tournaments.services import refusals, wording
from tournaments.services.entry_plans import access_choices
from tournaments.services.plans import MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from tournaments.services.revisions.terms import INSTANTS, TERMS, revisable_terms
from tournaments.services.rounds.round_dates import known_starts
from tournaments.web import plan_sections
from tournaments.web.entries.forms_entry import EntryForm
from tournaments.web.forms_announced import InstantField, checkbox_field, number_field
from tournaments.web.planning import reading
from tournaments.web.planning.fields import DaysField, day_example
from tournaments.web.planning.forms_scoring import ScoringForm
from tournaments.web.planning.initial import scoring_initial

if TYPE_CHECKING:
    from tournaments.models import Tournament


ZERO_ALLOWED_FIELDS = ("division_size", "promoted")


def _label(name: str) -> Any:
    return TERMS[name].label


class RevisionForm(EntryForm, ScoringForm):
    """The fields that may still be changed."""

    field_order = (
        *("name", "text", "starts_at", "starts_when_full", "rounds", "round_days", "round_end"),
        "round_dates",
        *("least", "most", "running_limit"),
    )

    name = forms.CharField(label=_label("name"), required=False, max_length=MAX_NAME_LENGTH)
    text = forms.CharField(
        label=_label("text"),
        required=False,
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    starts_at = InstantField(
        "start_not_ahead",
        label=_label("starts_at"),
        help_text=lazy_zone_text(
            gettext_lazy(
                "In the time zone of the tournament (%(zone)s). Players can enter until then."
            )
        ),
    )
    starts_when_full = checkbox_field(_label("starts_when_full"))
    rounds = number_field(_label("rounds"), 1, MAX_ROUNDS, need=True)
    round_days = number_field(_label("round_days"), 1, 366, need=True)
    round_dates = DaysField(label=_label("round_dates"))
    round_end = InstantField(
        "end_not_ahead",
        label=_label("round_end"),
        help_text=lazy_zone_text(
            gettext_lazy(
                "In the tournament’s time zone (%(zone)s), for everyone in the round; "
                "extensions by a referee remain. If you move the next round, you can extend "
                "this one, too."
            )
        ),
    )
    least = number_field(_label("least"), 2, MAX_ENTRANTS, need=True)
    most = number_field(_label("most"), 2, MAX_ENTRANTS)
    running_limit = number_field(_label("running_limit"), 0, 500)
    entries_closed = checkbox_field(_label("entries_closed"))
    late_entry = checkbox_field(_label("late_entry"))
    reviewed = checkbox_field(_label("reviewed"))
    jury = checkbox_field(_label("jury"))
    bots_welcome = checkbox_field(_label("bots_welcome"))
    bots_fill = checkbox_field(_label("bots_fill"))
    repeats = checkbox_field(_label("repeats"))

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        """Show the current terms of a tournament."""
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        for name in set(self.fields).difference(revisable_terms(tournament)):
            del self.fields[name]
        access = self.fields.get("access")
        if isinstance(access, forms.ChoiceField):
            has_teams, of_club = tournament.event_format.has_teams, tournament.club is not None
            access.choices = access_choices(has_teams=has_teams, of_club=of_club)
        scoring = scoring_initial(tournament)
        for name in self.fields:
            self.initial[name] = scoring[name] if name in scoring else getattr(tournament, name)
        self._explain_scoring()
        if "round_dates" in self.fields:
            days = [timezone.localdate(each).isoformat() for each in self._starts()]
            self.initial["round_dates"] = "\n".join(days)
            self.fields["round_dates"].help_text = _(
                "One date per line, like %(example)s, in the time zone of the tournament "
                "(%(zone)s)."
            ) % {"example": day_example(), "zone": timezone.get_current_timezone_name()}

    @property
    def sections(self) -> tuple[list[forms.BoundField], list[forms.BoundField]]:
        """The fields that are changed often, and those of divisions, points and tie-breaks."""
        seldom = [self[name] for name in ScoringForm.base_fields if name in self.fields]
        return [each for each in self.visible_fields() if each not in seldom], seldom

    def _explain_scoring(self) -> None:
        """Label the scoring fields, and offer the tie-breaks of the format."""
        kind, format_ = self.tournament.format, self.tournament.event_format
        reading.name_tie_breaks(self)
        reading.offer_tie_breaks(self, kind, self.tournament.ruleset)
        self.usual_order = wording.usual_tie_breaks(kind)
        for name, label in plan_sections.format_labels(format_).items():
            if name in ScoringForm.base_fields and name in self.fields:
                self.fields[name].label = label

    def wanted(self) -> dict[str, Any]:
        """Return the new terms; an instant that the form only shows rounded stays exact."""
        data = dict(self.cleaned_data)
        start = self.tournament.starts_at
        for name in INSTANTS:
            stands = getattr(self.tournament, name)
            if stands and data.get(name) == stands.replace(second=0, microsecond=0):
                data[name] = stands
        if not data.get("round_end"):
            data.pop("round_end", None)
        if "name" not in self.data:
            data.pop("name", None)
        self._drop_unsubmitted(data)
        if "round_dates" in data:
            begins = data.get("starts_at") or start or self.tournament.started_at
            data["round_dates"] = self._instants(data["round_dates"], begins)
            if tuple(data["round_dates"]) == self._starts():  # unchanged, whether set or computed
                del data["round_dates"]
        return data

    def _drop_unsubmitted(self, data: dict[str, Any]) -> None:
        """Drop fields that were not on the page, or are empty but may not be."""
        for name in set(ScoringForm.base_fields).intersection(data):
            if name in ZERO_ALLOWED_FIELDS:
                data[name] = data[name] or 0
            if name not in self.data or data[name] in (None, ""):
                del data[name]

    def _starts(self) -> tuple[datetime, ...]:
        """Return the current starts of rounds: as planned or, once it runs, as published."""
        running = self.tournament.is_running
        return known_starts(self.tournament) if running else self.tournament.round_starts

    def _instants(self, days: list[date], start: datetime | None) -> list[datetime]:
        """Return the starts of rounds on these days, at the time of the start.

        Days that have a start already keep its exact time.
        """
        known = {timezone.localdate(each): each for each in self._starts()}
        return [
            known.get(day) or begins
            for day, begins in zip(days, reading.round_starts_on(days, start), strict=True)
        ]

    def refuse(self, refusal: Refused) -> None:
        """Attach a refusal to the field that caused it."""
        name = str(refusal.params.get("field", "")) if refusal.code == "bad_plan" else ""
        self.add_error(name if name in self.fields else None, refusals.explain(refusal))
