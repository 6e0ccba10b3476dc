"""The last step of a challenge: its terms, summarised and as fields."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _

from games import clocks
from games.rules import registry
from games.rules.base import JSONObject
from games.rules.multiplayer import seats_by_strength
from games.services.play.absence import CONTINUING_POLICIES, has_absence_policy
from games.services.play.offers import Offer, is_unconfirmed
from games.services.play.terms import Terms
from games.services.wording import clock_words, game_words
from games.web.challenges.forms_options import SpecialOption, is_choice, options_of
from games.web.challenges.forms_terms import TermsForm
from games.web.challenges.forms_time import CUSTOM, custom_control_initial

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import UsualTerms

NAMED, SEEK, LINK = "named", "seek", "link"
KINDS = (NAMED, SEEK, LINK)
FIXED_FIELDS = ("ruleset",)


@dataclass(frozen=True)
class ChallengeSetup:
    """The choices of the earlier steps: who challenges whom to which game."""

    challenger: Player
    ruleset: str
    kind: str
    players: tuple[Player, ...] = ()

    @property
    def sizes(self) -> list[int]:
        """The possible numbers of players: given by those named, else those of the game."""
        if self.kind == NAMED:
            return [len(self.players) + 1]
        return [seats for seats in registry.get(self.ruleset).seats if seats > 1]


class ChallengeForm(TermsForm):
    """The terms of one game, without fields that do not apply."""

    def __init__(self, setup: ChallengeSetup, *args: Any, **kwargs: Any) -> None:
        """Remove all fields and choices that do not apply."""
        self.asked, self.rules = setup, registry.get(setup.ruleset)
        super().__init__(*args, **kwargs)
        for name in self._idle():
            del self.fields[name]
        for name in ("legs", "max_extra_pairs"):
            self._restrict_choices(
                name, self.rules.options[name].allowed if name in self.fields else ()
            )
        self._restrict_choices("seats", ["", *setup.sizes])
        if "legs" in self.fields:
            self.fields["legs"].help_text = _("Players take turns to start.")
        if not has_absence_policy(setup.ruleset):
            self._restrict_choices(
                "control", [*(set(clocks.PRESETS) - clocks.DICE_PRESETS), CUSTOM]
            )
        if "starter" in self.fields and setup.sizes == [2]:
            field: Any = self.fields["starter"]
            field.choices = [*field.choices[:2], ("opponent", _("my opponent"))]

    def _special(self) -> dict[str, SpecialOption]:
        return options_of(self.asked.ruleset)

    def _idle(self) -> list[str]:
        """Return the fields that leave nothing to choose."""
        sizes, options = self.asked.sizes, self.rules.options
        idle = [*FIXED_FIELDS]
        idle += [name for name in ("legs", "max_extra_pairs") if not _is_offered(options, name)]
        idle += ["seats"] if len(sizes) == 1 else []
        idle += ["absence"] if max(sizes) == 2 else []
        idle += ["starter"] if seats_by_strength(self.rules) else []
        if self.rules.pool is None or is_unconfirmed(self.asked.challenger):
            idle.append("rated")
        return idle

    def _restrict_choices(self, name: str, allowed: Any) -> None:
        """Restrict a field's choices, keeping its order."""
        if name in self.fields:
            field: Any = self.fields[name]
            wanted = {str(each) for each in allowed}
            field.choices = [each for each in field.choices if str(each[0]) in wanted]

    @property
    def special_fields(self) -> list[forms.BoundField]:
        """The fields of options that only some games have."""
        return [self[name] for name in self.special]

    def clean(self) -> dict[str, Any]:
        """Add values fixed by earlier steps, then validate the terms."""
        usual = {"ruleset": self.asked.ruleset, "rated": False, "starter": "lots"}
        self.cleaned_data = usual | self.cleaned_data
        sizes = self.asked.sizes
        if len(sizes) == 1:
            self.cleaned_data["seats"] = str(sizes[0])
        return super().clean()

    def offer(self, link_token: str | None) -> Offer:
        """Return the offer with recipients, starter and greeting."""
        data, players = self.cleaned_data, self.asked.players
        alone = len(players) == 1 and data["terms"].seats == 2
        return Offer(
            opponent=players[0] if alone else None,
            players=() if alone else players,
            link_token=link_token,
            starter=data["starter"],
            greeting=data["greeting"],
        )

    @property
    def line(self) -> list[str]:
        """The chosen terms as phrases; empty while the form has errors."""
        if not self.is_valid():
            return []
        terms: Terms = self.cleaned_data["terms"]
        phrases = [
            clock_words.control_text_with_absence(terms.control, terms.seats, "", terms.ruleset),
            _("rated") if terms.rated else _("unrated"),
            game_words.options_line(terms.ruleset, terms.options),
            _starter_phrase(self.cleaned_data["starter"]) if "starter" in self.fields else "",
            _("private") if terms.private else "",
        ]
        return [phrase for phrase in phrases if phrase]


def _is_offered(options: Any, name: str) -> bool:
    return name in options and is_choice(options[name])


def _starter_phrase(starter: str) -> str:
    """Return the starter as a phrase of the terms."""
    return {
        "lots": _("random start"),
        "challenger": _("you start"),
        "opponent": _("your opponent starts"),
    }[starter]


def build_initial(
    setup: ChallengeSetup, own: UsualTerms | None, latest: UsualTerms | None
) -> JSONObject:
    """Return the initial values: the player's usual terms in this game, else its defaults."""
    rules = registry.get(setup.ruleset)
    initial: JSONObject = {
        name: option.default for name, option in rules.options.items() if not option.by_seats
    }
    initial |= {"rated": rules.rateable({}), "starter": "lots", "control": "three_days"}
    if latest is not None:
        initial |= {"private": latest.private}
        time = _time_initial(latest)
        if time.get("control") not in clocks.DICE_PRESETS or has_absence_policy(setup.ruleset):
            initial |= time
    if own is not None:
        initial |= own.options | {"rated": own.rated, "starter": own.starter}
        initial |= {"seats": str(own.seats), "private": own.private}
    if setup.kind == LINK:
        initial["rated"] = False
    return initial


def _time_initial(usual: UsualTerms) -> JSONObject:
    """Return saved terms of time as form values; empty if the form cannot express them."""
    control = clocks.TimeControl.from_json(usual.control)
    found: JSONObject = {}
    if usual.seats > 2 and control.on_flag in CONTINUING_POLICIES:
        found["absence"] = control.on_flag
    preset = clocks.preset_of(control)
    if preset is None:
        preset = clocks.preset_of(replace(control, on_flag="lose"))
    return found | ({"control": preset} if preset else custom_control_initial(control))
