"""Forms to found or change a club, and to write an announcement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services.errors import Refused
from games.services.wording.clock_words import preset_names
from games.services.wording.game_words import ruleset_name
from tournaments.services import refusals
from tournaments.services.clubs import founding, news, terms
from tournaments.services.clubs.founding import ClubSettings
from tournaments.services.entry_plans import ACCESS
from tournaments.web.forms_announced import checkbox_field, number_field
from tournaments.web.plan_templates import FORMATS

if TYPE_CHECKING:
    from tournaments.models import Club

FIELD_OF = {
    "bad_club_name": "name",
    "link_in_name": "name",
    "club_name_taken": "name",
    "club_name_official": "name",
    "club_has_events": "private",
}
BASIC_FIELDS = ("name", "text", "open_to_all", "private")


class CharterForm(forms.Form):
    """A club's name, description, who may see and join it, and its usual terms."""

    name = forms.CharField(label=_("Name"), max_length=founding.MAX_NAME_LENGTH)
    text = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=founding.MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    open_to_all = checkbox_field(
        _("Everybody may join"), help_text=_("Otherwise only people whom you invite.")
    )
    private = checkbox_field(
        _("Private club"),
        help_text=_(
            "Only members know of the club, its events and their matches. This can no longer be "
            "changed once an event has been announced."
        ),
    )
    format = forms.ChoiceField(label=_("Format"), required=False)
    ruleset = forms.ChoiceField(label=_("Game"), required=False)
    control = forms.ChoiceField(label=_("Time control"), required=False)
    rounds = number_field(_("Number of rounds"), *terms.NUMBER_RANGES["rounds"])
    round_days = number_field(_("Days per round"), *terms.NUMBER_RANGES["round_days"])
    least = number_field(_("Minimum number of entrants"), *terms.NUMBER_RANGES["least"])
    most = number_field(_("Maximum number of entrants"), *terms.NUMBER_RANGES["most"])
    access = forms.ChoiceField(label=_("Who may enter"), required=False)
    rated = forms.TypedChoiceField(
        label=_("Rated"),
        required=False,
        choices=[("", "–"), ("yes", _("yes")), ("no", _("no"))],
        coerce=lambda said: said == "yes",
        empty_value=None,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the available games and time controls; a dash means no usual choice."""
        super().__init__(*args, **kwargs)
        presets = preset_names().items()
        named: dict[str, list[tuple[str, Any]]] = {
            "format": [(key, name) for key, name in FORMATS if key in terms.term_choices("format")],
            "ruleset": sorted(
                ((key, ruleset_name(key)) for key in terms.term_choices("ruleset")),
                key=lambda it: it[1],
            ),
            "control": [
                (key, name) for key, name in presets if key in terms.term_choices("control")
            ],
            "access": list(ACCESS),
        }
        for name, choices in named.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", "–"), *choices]

    @property
    def about(self) -> list[forms.BoundField]:
        return [self[name] for name in BASIC_FIELDS]

    @property
    def usual(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in BASIC_FIELDS]

    @property
    def has_terms(self) -> bool:
        return any(each.value() not in (None, "") or each.errors for each in self.usual)

    def charter(self) -> ClubSettings:
        said = self.cleaned_data
        usual = {each.name: said[each.name] for each in self.usual}
        return ClubSettings(said["name"], said["text"], said["private"], said["open_to_all"], usual)

    def refuse(self, refusal: Refused) -> None:
        """Attach a refusal to the field that caused it."""
        name = FIELD_OF.get(refusal.code)
        if refusal.code == "bad_club_terms":
            name = str(refusal.params["term"])
        self.add_error(name if name in self.fields else None, refusals.explain(refusal))


def charter_initial(club: Club) -> dict[str, object]:
    usual: dict[str, object] = dict(club.terms)
    if "rated" in usual:
        usual["rated"] = "yes" if usual["rated"] else "no"
    return {name: getattr(club, name) for name in BASIC_FIELDS} | usual


class NewsForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=news.MAX_TITLE_LENGTH)
    text = forms.CharField(
        label=_("Text"), max_length=news.MAX_TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 6})
    )
