from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.plans import THROUGH_CHOICES, WITHDRAWAL_CHOICES
from tournaments.web.forms_announced import choice_field, number_field
from tournaments.web.planning import reading
from tournaments.web.planning.fields import OrderField


class ScoringForm(forms.Form):
    """Divisions, points and tie-breaks, in the forms of a plan and of a change."""

    division_size = number_field(_("Entrants per division or group"), 3, 40)
    promoted = number_field(_("Number promoted and relegated"), 0, 10)
    qualifiers = number_field(
        _("Number that advance from each group to the play-off"), 1, 8, initial=2
    )
    through = choice_field(_("If a knock-out match is drawn"), THROUGH_CHOICES)
    withdrawals = choice_field(_("After a withdrawal"), WITHDRAWAL_CHOICES)
    points = forms.CharField(
        label=_("Points by place"),
        required=False,
        max_length=40,
        help_text=_(
            "Whole numbers in descending order, one for each place in a match, for example “2 "
            "0”, or “3 1 0” for three players. A draw shares them. For teams: win, draw, loss. "
            "Leave empty for the usual points."
        ),
    )
    tie_breaks = OrderField(
        label=_("Tie-breaks, in this order"),
        required=False,
        help_text=_(
            "If players have equal points, the first tie-break decides, then the second, and "
            "so on. Leave all empty for the format’s usual tie-breaks."
        ),
    )
    forbidden = forms.CharField(
        label=_("Pairs that never meet (Swiss)"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "For example relatives or members of one club. One pair per line: two player names "
            "separated by a comma."
        ),
    )

    def clean_points(self) -> tuple[int, ...]:
        error = _("Enter whole numbers, for example “2 0”.")
        return reading.parse_numbers(self.cleaned_data["points"], error, digits=3)

    def clean_forbidden(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs as keys of players."""
        return reading.parse_pairs(self.cleaned_data["forbidden"])
