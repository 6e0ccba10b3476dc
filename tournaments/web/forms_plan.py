"""The organiser's form: format, game, time, dates, entries, scoring."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import clocks
from games.rules import registry
from games.services.errors import Refused
from games.services.play.terms import Terms
from games.web.challenges.forms_options import SpecialOption, options_of
from games.web.challenges.forms_terms import TermsForm
from tournaments import formats
from tournaments.formats.teams import MAX_ALTERNATES, MAX_BOARDS
from tournaments.services import refusals, wording
from tournaments.services.entry_plans import ENTRY_TERMS
from tournaments.services.plans import Plan, bad_plan
from tournaments.web import plan_sections
from tournaments.web.forms_announced import AnnouncedForm, checkbox_field, number_field
from tournaments.web.plan_templates import FORMATS
from tournaments.web.planning import reading
from tournaments.web.planning.fields import DaysField, OrderField
from tournaments.web.planning.forms_scoring import ScoringForm

FIELD_OF = {
    "unknown_ruleset": "ruleset",
    "not_rateable": "rated",
    "rated_needs_clock": "control",
    "bad_time_control": "control",
}


class PlanForm(AnnouncedForm, TermsForm, ScoringForm):
    """Game and time as in a challenge, plus the format and everything about the tournament."""

    starter = private = greeting = None  # type: ignore[assignment]

    format = forms.ChoiceField(label=_("Format"), choices=FORMATS, widget=forms.RadioSelect)
    table = forms.TypedChoiceField(
        label=_("Players in a match"), choices=[(2, "2"), (3, "3"), (4, "4")], coerce=int, initial=2
    )
    further_games = OrderField(
        label=_("Further games, in turn"),
        required=False,
        help_text=_(
            "Round 1 (or board 1 in team events) plays the game chosen first, the next ones play "
            "these in turn, and then it starts over. Leave all empty for a single game. Each game "
            "has its own ratings. Options of the first game also apply to others that have them."
        ),
    )
    opening = forms.CharField(
        label=_("Opening"),
        required=False,
        max_length=400,
        help_text=_(
            "Moves that begin every match, for example “1. e4 e5 2. Nf3”. The server plays "
            "them for both players. Leave empty for the usual starting position."
        ),
    )
    rounds = number_field(_("Number of rounds (Swiss, three or four players)"), 1, 30)
    bands = forms.CharField(
        label=_("Ratings for start points"),
        required=False,
        max_length=60,
        help_text=_(
            "In descending order, for example “1800 1600 1400”. A player starts with the "
            "points of one win for each rating reached; all who reach the highest start level."
        ),
    )
    accelerated = checkbox_field(
        _("Accelerated (Baku system)"),
        help_text=_(
            "In the first half of the rounds, the stronger half of the entrants is paired as if it "
            "had an extra win, later half a win. Useful for many entrants in few rounds."
        ),
    )
    round_days = number_field(_("Days per round"), 1, 366, need=True, initial=28)
    round_dates = DaysField(label=_("Round dates"))
    at_once = checkbox_field(_("All rounds at the same time"))
    running_limit = number_field(_("Maximum other running matches"), 0, 500)
    late_entry = checkbox_field(_("Late entry (Swiss)"))
    bots_welcome = checkbox_field(_("Bots may enter"))
    reviewed = checkbox_field(
        _("Review pairings before they are published"),
        help_text=_(
            "You see each round’s pairings a day before the players and can change them. If "
            "you do nothing, they are published automatically."
        ),
    )
    jury = checkbox_field(
        _("Appeals are decided by a jury of three"),
        help_text=_(
            "Three referees who have not ruled in the case vote. If three cannot be found, one "
            "decides, as usual."
        ),
    )
    bots_fill = checkbox_field(
        _("Bots fill free places"),
        help_text=_(
            "At the start, up to the minimum number. At least one player must have entered."
        ),
    )
    boards = number_field(_("Boards per team"), 2, MAX_BOARDS)
    boards_least = number_field(
        _("Players a team needs"),
        1,
        MAX_BOARDS,
        help_text=_("Leave empty for one player per board."),
    )
    alternates = number_field(_("Alternates per team"), 0, MAX_ALTERNATES)
    twice = checkbox_field(_("Teams meet twice, home and away"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.usual_order = wording.usual_tie_breaks(self.kind) if self.is_narrow else ""
        reading.explain_choices(self)
        if self.is_narrow:
            reading.narrow(self, self.kind, self.game)

    def _special(self) -> dict[str, SpecialOption]:
        self.kind, self.game = self._chosen_value("format"), self._chosen_value("ruleset")
        self.is_narrow = plan_sections.is_offered(self.kind, self.game)
        return options_of(self.game) if self.is_narrow else super()._special()

    def _chosen_value(self, name: str) -> str:
        """Return the chosen value, valid or not."""
        if self.is_bound:
            return str(self.data.get(name, ""))
        return str(self.get_initial_for_field(self.fields[name], name) or "")

    @property
    def default_seats(self) -> int:
        """The number of players in a match if there is no choice."""
        if not self.is_narrow:
            return 2
        fitting = formats.get_format(self.kind).seats & set(registry.get(self.game).seats)
        return min(fitting, default=2)

    @property
    def _seat_field(self) -> str:
        """The field for errors about the number of players; the game if there is no choice."""
        return "table" if "table" in self.fields else "ruleset"

    @property
    def sections(self) -> list[plan_sections.Section]:
        return plan_sections.sections_of(self, self.special)

    def clean(self) -> dict[str, object]:
        """Check the terms even if something else is wrong, so that all errors appear at once."""
        data = super().clean()
        invalid_fields = set(self.errors) & {*plan_sections.TERM_FIELDS, *self.special}
        if "terms" not in data and self.errors and not invalid_fields:
            control = self._control(data)
            if control is not None:
                try:
                    data["terms"] = self._terms(data, control)
                except Refused as refusal:
                    self.refuse(refusal)
        return data

    def clean_bands(self) -> tuple[int, ...]:
        error = _("Enter whole numbers, for example “1800 1600”.")
        return reading.parse_numbers(self.cleaned_data["bands"], error, digits=4)

    def plan(self, now: datetime) -> Plan:
        """Return the checked plan; refusals are attached to their fields, and the first is raised.

        Invalid values are replaced by harmless ones to find all errors at once.
        """
        if not self.is_narrow:  # format or game is invalid
            raise bad_plan("format", "missing")
        fields, mended = self._plan_values(now), set[str]()
        first: Refused | None = None
        while True:
            try:
                plan = Plan.checked(now=now, **fields)
            except Refused as refusal:
                first = first or refusal
                name = str(refusal.params.get("field", ""))
                if name not in self.errors:
                    self.refuse(refusal)
                if name in mended or not self._replace_with_valid(fields, name, now):
                    raise first from None
                mended.add(name)
            else:
                if first is not None:
                    raise first
                return plan

    def _plan_values(self, now: datetime) -> dict[str, Any]:
        """Return the arguments of the plan; missing or invalid fields get harmless values."""
        data = self.cleaned_data
        given = {name: data[name] for name in plan_sections.PLAN_FIELDS if data.get(name)}
        given |= {name: data[name] for name in ENTRY_TERMS if name in data}
        given["club_id"] = data.get("club")
        seats = data.get("table") or self.default_seats
        starts_at = data.get("starts_at")
        given |= {
            "seats": seats,
            "starts_at": starts_at,
            "least": data.get("least") or 4,
            "round_days": data.get("round_days") or 28,
            "tie_breaks": tuple(data.get("tie_breaks") or ()),
            "further_games": tuple(data.get("further_games") or ()),
            "round_dates": reading.round_starts_on(data.get("round_dates") or [], starts_at),
            "terms": data.get("terms"),
        }
        missing = set() if data.get("terms") else {"terms"}
        for name in {*self.errors, *missing}:
            self._replace_with_valid(given, name, now)
        return given

    def _replace_with_valid(self, fields: dict[str, Any], name: str, now: datetime) -> bool:
        """Replace a field by a harmless value; return whether there is one."""
        harmless = {
            "name": "–", "text": "", "rounds": 3, "starts_at": now + timedelta(days=7),
            "most": fields["least"], "least": max(4, fields["seats"]), "round_days": 28,
            "round_dates": (), "division_size": 4, "promoted": 0, "points": (), "tie_breaks": (),
            "forbidden": (), "late_entry": False, "accelerated": False, "bands": (1500,),
            "boards": 2, "boards_least": 0, "alternates": 0, "further_games": (), "opening": "",
        }  # fmt: skip
        if name in ENTRY_TERMS:
            fields.pop(name, None)
        elif name in harmless:
            fields[name] = harmless[name]
        elif name in ("terms", "control"):
            usual, seats = clocks.PRESETS["three_days"], fields["seats"]
            fields["terms"] = Terms.checked(self.game, {}, usual, rated=False, seats=seats)
        else:
            return False
        return True

    def refuse(self, refusal: Refused) -> None:
        if refusal.code == "bad_plan":
            name = str(refusal.params["field"])
            name = self._seat_field if name == "seats" else name
            self.add_error(name if name in self.fields else None, refusals.explain(refusal))
        elif refusal.code == "bad_option" and refusal.params["name"] == "seats":
            impossible = refusals.explain(bad_plan("seats", "seats_impossible"))
            self.add_error(self._seat_field, impossible)
        elif refusal.code in FIELD_OF or refusal.code == "bad_option":
            super().refuse(refusal)
        else:
            self.add_error(None, refusals.explain(refusal))

    def _terms(self, data: dict[str, Any], control: clocks.TimeControl) -> Terms:
        return reading.terms_of(
            data, control, self.special, data.get("table") or self.default_seats
        )
