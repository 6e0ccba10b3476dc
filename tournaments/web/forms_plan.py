"""The organiser's form: format, game, time, dates, entries, scoring; the services decide."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.queries import player_named
from games import clocks
from games.rules import registry
from games.services.errors import Refused
from games.services.play.terms import Terms
from games.web.challenges.forms_challenge import ChallengeForm
from games.web.challenges.forms_time import own_initial
from tournaments import queries
from tournaments.formats.base import MAX_ENTRANTS
from tournaments.formats.teams import MAX_ALTERNATES, MAX_BOARDS
from tournaments.services import refusals, wording
from tournaments.services.plans import TEXT_LONGEST, Plan, bad
from tournaments.standings.tiebreaks import CRITERIA, OF_TEAMS
from tournaments.web.dates import dates_of
from tournaments.web.fields import DaysField, OrderField, examples
from tournaments.web.plan_templates import FORMATS

if TYPE_CHECKING:
    from tournaments.models import Tournament

FIELD_OF = {
    "unknown_ruleset": "ruleset",
    "not_rateable": "rated",
    "rated_needs_clock": "control",
    "bad_time_control": "control",
}

MAY_BE_EMPTY = ("division_size", "boards", "boards_least")  # 0 in the row, nothing in the form


def _number(label: Any, low: int, high: int, *, need: bool = False, **more: Any) -> Any:
    """Return a field for a whole number."""
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        required=need,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        **more,
    )


def _tick(label: Any, **more: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, **more)


class PlanForm(ChallengeForm):
    """What is announced; game and time as in a challenge, and how opponents are found."""

    page = "tournaments/plan.html"

    kind = opponent = starter = private = greeting = None  # type: ignore[assignment]

    name = forms.CharField(label=_("Name"), max_length=80)
    text = forms.CharField(
        label=_("Announcement"),
        required=False,
        max_length=TEXT_LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    format = forms.ChoiceField(label=_("Format"), choices=FORMATS, widget=forms.RadioSelect)
    table = forms.TypedChoiceField(
        label=_("Players in a match"), choices=[(2, "2"), (3, "3"), (4, "4")], coerce=int, initial=2
    )
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In your time zone. Players can enter until then."),
    )
    starts_when_full = _tick(_("Start automatically when full"))
    least = _number(_("Minimum number of entrants"), 2, MAX_ENTRANTS, need=True, initial=4)
    most = _number(_("Maximum number of entrants"), 2, MAX_ENTRANTS)
    rounds = _number(_("Number of rounds (Swiss, three or four players)"), 1, 30)
    round_days = _number(_("Days per round"), 1, 366, need=True, initial=28)
    round_dates = DaysField(label=_("Round dates"))
    at_once = _tick(_("All rounds at the same time"))
    division_size = _number(_("Entrants per division or group"), 3, 40)
    promoted = _number(_("Number promoted and relegated"), 0, 10)
    qualifiers = _number(_("Number that advance from each group to the play-off"), 1, 8, initial=2)
    through = forms.ChoiceField(
        label=_("If a knock-out match is drawn"),
        choices=[("seed", _("the better seed")), ("lots", _("by random draw"))],
        required=False,
        initial="seed",
    )
    points = forms.CharField(
        label=_("Points by place"),
        required=False,
        max_length=40,
        help_text=_(
            "Whole numbers in falling order, one for each place in a match, for example “2 0”, "
            "or “3 1 0” for three players. A draw shares them. For teams: win, draw, loss. "
            "Leave empty for the usual points."
        ),
    )
    tie_breaks = OrderField(
        label=_("Tie-breaks, in this order"),
        required=False,
        help_text=_(
            "If players have equal points, the first tie-break decides, then the second, and "
            "so on. Leave all empty for the usual ones of the format."
        ),
    )
    forbidden = forms.CharField(
        label=_("Pairs that never meet (Swiss)"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "For example relatives or members of one club. Enter one pair per line: "
            "two player names with a comma between them."
        ),
    )
    running_limit = _number(_("Maximum other running matches"), 0, 500)
    late_entry = _tick(_("Late entry (Swiss)"))
    bots_welcome = _tick(_("Bots may enter"))
    bots_fill = _tick(
        _("Bots fill free places"),
        help_text=_(
            "At the start, up to the minimum number. At least one player must have entered."
        ),
    )
    repeats = _tick(_("Open the next season automatically"))
    boards = _number(_("Boards per team"), 2, MAX_BOARDS)
    boards_least = _number(
        _("Players a team needs"),
        1,
        MAX_BOARDS,
        help_text=_("Leave empty for one player per board."),
    )
    alternates = _number(_("Alternates per team"), 0, MAX_ALTERNATES)
    twice = _tick(_("Teams meet twice, home and away"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Name the tie-breaks in the reader's language."""
        super().__init__(*args, **kwargs)
        self.fields["rated"].help_text = _("Matches against bots are never rated.")
        field = self.fields["tie_breaks"]
        assert isinstance(field, OrderField)
        field.choices = [(key, wording.criterion_name(key)) for key in (*CRITERIA, *OF_TEAMS)]
        self.usual_orders = wording.usual_orders()
        self.fields["round_dates"].help_text = _(
            "One date per line, like %(example)s. Each round begins on its date, at the time "
            "of day of the start, and ends when the next one begins. Rounds without a date "
            "last the number of days given above."
        ) % {"example": examples()}

    def clean_points(self) -> tuple[int, ...]:
        """Return the points as numbers."""
        words = re.sub(r"[-–,;:/]", " ", self.cleaned_data["points"]).split()
        if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
            raise forms.ValidationError(_("Enter whole numbers, for example “2 0”."))
        return tuple(int(word) for word in words)

    def clean_forbidden(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs as numbers of players."""
        pairs = []
        for line in filter(None, map(str.strip, self.cleaned_data["forbidden"].splitlines())):
            names = [name.strip() for name in line.split(",")]
            found = [player_named(name) if name else None for name in names]
            if len(found) != 2 or None in found:
                words = _("“%(line)s” is not a pair of player names with a comma between them.")
                raise forms.ValidationError(words, params={"line": line})
            pairs.append((found[0].pk, found[1].pk))  # type: ignore[union-attr]
        return tuple(pairs)

    def plan(self, now: datetime) -> Plan:
        """Return the checked plan; a refusal stands at its field and is raised on."""
        data = self.cleaned_data
        names = (
            "name", "format", "text", "least", "most", "starts_at", "starts_when_full", "rounds",
            "at_once", "round_days", "points", "forbidden", "running_limit", "late_entry",
            "bots_welcome", "bots_fill", "repeats",
        )  # fmt: skip
        try:
            return Plan.checked(
                now=now,
                terms=data["terms"],
                seats=data["table"],
                tie_breaks=tuple(data["tie_breaks"]),
                round_dates=_begins(data["round_dates"], data["starts_at"]),
                division_size=data["division_size"] or 0,
                promoted=data["promoted"] or 0,
                qualifiers=data["qualifiers"] or 2,
                through=data["through"] or "seed",
                boards=data["boards"] or 0,
                boards_least=data["boards_least"] or 0,
                alternates=data["alternates"] or 0,
                twice=data["twice"],
                **{name: data[name] for name in names},
            )
        except Refused as refusal:
            self.refuse(refusal)
            raise

    def refuse(self, refusal: Refused) -> None:
        """Put the sentence of a refusal beside the field that caused it."""
        if refusal.code == "bad_plan":
            name = str(refusal.params["field"])
            self.add_error("table" if name == "seats" else name, refusals.explain(refusal))
        elif refusal.code == "bad_option" and refusal.params["name"] == "seats":
            self.add_error("table", refusals.explain(bad("seats", "seats_impossible")))
        elif refusal.code in FIELD_OF or refusal.code == "bad_option":
            super().refuse(refusal)
        else:
            self.add_error(None, refusals.explain(refusal))

    def _terms(self, data: dict[str, Any], control: clocks.TimeControl) -> Terms:
        """Return the terms of every match, checked by the services."""
        known = registry.get(data["ruleset"]).options
        options = {name: data[name] for name in ("legs", "max_extra_pairs") if name in known}
        for name, option in self.special.items():
            if name in known and data.get(name):
                options[name] = next(each for each in option.allowed if str(each) == data[name])
        return Terms.checked(
            data["ruleset"],
            options,
            control,
            rated=data["rated"],
            seats=data.get("table") or 2,
        )


def _begins(days: list[date], start: datetime | None) -> tuple[datetime, ...]:
    """Return the instants at which rounds begin: in the reader's zone, at the time of the start."""
    zone = timezone.get_current_timezone()
    hour = start.astimezone(zone).time() if start else time(12)
    return tuple(datetime.combine(day, hour, tzinfo=zone) for day in days)


def initial_of(tournament: Tournament) -> dict[str, object]:
    """Return a tournament as the form shows it, to change a draft or to clone a season."""
    initial: dict[str, object] = {
        name: getattr(tournament, name)
        for name in (
            "name", "text", "format", "ruleset", "rated", "least", "most",
            "starts_when_full", "rounds", "round_days", "at_once", "promoted", "qualifiers",
            "through", "tie_breaks", "running_limit", "late_entry", "bots_welcome", "bots_fill",
            "repeats", "alternates", "twice",
        )
    }  # fmt: skip
    initial |= dates_of(tournament)
    options: dict[str, object] = tournament.options
    return (
        initial
        | options
        | {
            "table": tournament.seats,
            "points": " ".join(str(each) for each in tournament.points),
            "forbidden": "\n".join(queries.pairs_apart(tournament)),
            **{name: getattr(tournament, name) or None for name in MAY_BE_EMPTY},
        }
        | _control_of(tournament.time_control)
    )


def _control_of(control: clocks.TimeControl) -> dict[str, object]:
    """Return the time control as the form shows it: ready-made, or an own one."""
    preset = clocks.preset_of(control)
    own: dict[str, object] = {} if preset else own_initial(control)
    return own or {"control": preset or "three_days"}
