"""The organiser's form of a solitaire contest: puzzles, dates, entries."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _, ngettext

from games.clocks import TimeControl
from games.families.features import puzzles
from games.services.errors import Refused
from games.services.play.terms import Terms
from tournaments.formats import contest
from tournaments.services import refusals
from tournaments.services.entry_plans import ENTRY_TERMS
from tournaments.services.plans import MAX_ROUND_DAYS, Plan
from tournaments.services.wording import puzzle_name
from tournaments.web.forms_announced import AnnouncedForm, club_of, number_field
from tournaments.web.planning.dates import dates_of

if TYPE_CHECKING:
    from tournaments.models import Tournament

FIELD_OF = {"puzzles": "patterns"}


class ContestForm(AnnouncedForm):
    page = "tournaments/contest_plan.html"

    patterns = forms.MultipleChoiceField(
        label=_("Well-known puzzles"), required=False, widget=forms.CheckboxSelectMultiple
    )
    fresh = forms.CharField(
        label=_("New puzzles"),
        required=False,
        max_length=60,
        help_text=_(
            "Number of jumps for each, for example “8 12 20”. The puzzles are generated from "
            "the tournament’s seed at the start, so nobody knows them in advance."
        ),
    )
    round_days = number_field(_("Days to play"), 1, MAX_ROUND_DAYS, need=True, initial=14)
    rating_from = rating_to = None
    field_order = (
        *("name", "text", "patterns", "fresh", "round_days", "starts_at", "starts_when_full"),
        *("least", "most", "repeats"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["patterns"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(key, _pattern_label(key)) for key in puzzles().CLASSICS]

    def clean_fresh(self) -> tuple[str, ...]:
        words = self.cleaned_data["fresh"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
            raise forms.ValidationError(_("Enter whole numbers, for example “8 12 20”."))
        return tuple(contest.new_puzzle_name(int(word)) for word in words)

    def plan(self, now: datetime) -> Plan:
        """Return the checked plan; a refusal is attached to its field and raised."""
        if self.errors:
            raise Refused("bad_plan")
        data = self.cleaned_data
        names = ("name", "text", "least", "most", "starts_at", "starts_when_full", "repeats")
        control = TimeControl(bank=timedelta(days=data["round_days"]))
        try:
            return Plan.checked(
                now=now,
                format="solitaire",
                terms=Terms.checked(puzzles().KEY, {}, control, rated=False, seats=1),
                puzzles=(*data["patterns"], *data["fresh"]),
                round_days=data["round_days"],
                club_id=data.get("club"),
                **{name: data.get(name) for name in (*names, *ENTRY_TERMS)},
            )
        except Refused as refusal:
            self.refuse(refusal)
            raise

    def refuse(self, refusal: Refused) -> None:
        """Attach a refusal to the field that caused it."""
        name = str(refusal.params.get("field", ""))
        name = FIELD_OF.get(name, name)
        if refusal.params.get("reason") == "unknown_puzzle":
            name = "fresh"
        self.add_error(name if name in self.fields else None, refusals.explain(refusal))


def _pattern_label(key: str) -> str:
    """Return the name of a puzzle with its number of pegs."""
    pegs = puzzles().CLASSICS[key]
    return ngettext("%(name)s, %(count)d peg", "%(name)s, %(count)d pegs", pegs) % {
        "name": puzzle_name(key),
        "count": pegs,
    }


def contest_initial(tournament: Tournament) -> dict[str, object]:
    """Return a contest as initial data, to change a draft or organise it again."""
    names = (
        *("name", "text", "least", "most", "starts_when_full", "round_days", "repeats"),
        *ENTRY_TERMS,
    )
    initial: dict[str, object] = {name: getattr(tournament, name) for name in names}
    initial |= dates_of(tournament) | club_of(tournament)
    jumps = [contest.jumps_of(each) for each in tournament.puzzles]
    initial["patterns"] = [each for each in tournament.puzzles if each in puzzles().CLASSICS]
    initial["fresh"] = " ".join(str(each) for each in jumps if each is not None)
    return initial
