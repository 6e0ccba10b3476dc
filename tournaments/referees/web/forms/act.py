"""Forms of the acts: each has its own fields, all have paragraph and reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from accounts.naming import isolated
from games import match_queries
from games.services.wording.time_words import unit_texts
from tournaments.referees.queries import rulings as ruling_queries
from tournaments.referees.services.acts.matches import MAX_HOURS, MAX_PAUSE_DAYS
from tournaments.referees.services.acts.people import SUSPENSION_DAYS
from tournaments.referees.services.case_words import act_name, is_partial_ruling
from tournaments.referees.services.rulings import (
    MAX_PARAGRAPH_LENGTH,
    MAX_REASON_LENGTH,
    RulingRequest,
)
from tournaments.referees.web.forms.event import EVENT_FIELDS
from tournaments.referees.web.ruling_target import RulingTarget

if TYPE_CHECKING:
    from accounts.models import Player

RESULT_FIELD = "result"  # of a match of two: one field for both places


def _seat_field(bench: RulingTarget) -> forms.Field:
    """Return a choice of the players in the match."""
    names = [isolated(player.name) for player in match_queries.seated_players(bench.table)]
    choices = [(str(number), name) for number, name in enumerate(names)]
    return forms.ChoiceField(label=_("Player"), choices=choices)


def _grant_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=MAX_HOURS, initial=24)
    return {"seat": _seat_field(bench), "hours": hours}


def _pause_fields(_bench: RulingTarget) -> dict[str, forms.Field]:
    words = _("Leave empty to stop the clocks until a referee restarts them.")
    days = forms.IntegerField(
        label=_("Days"), min_value=1, max_value=MAX_PAUSE_DAYS, required=False, help_text=words
    )
    return {"days": days}


def _adjudicate_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    """Return fields for everybody's place, and for points if they differ from the board's."""
    players = match_queries.seated_players(bench.table)
    fields = _result_field(players) if len(players) == 2 else _place_fields(players)
    for seat, player in enumerate(players):
        label = _("Points of %(player)s, if different from the board") % {
            "player": isolated(player.name)
        }
        fields[f"points_{seat}"] = forms.IntegerField(label=label, required=False)
    return fields


def _result_field(players: Sequence[Player]) -> dict[str, forms.Field]:
    wins = [_("%(player)s wins") % {"player": isolated(player.name)} for player in players]
    choices = [("1 2", wins[0]), ("1 1", _("Draw")), ("2 1", wins[1])]
    return {
        RESULT_FIELD: forms.ChoiceField(
            label=_("Result"), choices=choices, widget=forms.RadioSelect
        )
    }


def _place_fields(players: Sequence[Player]) -> dict[str, forms.Field]:
    places = [("", "–"), *((str(each), str(each)) for each in range(1, len(players) + 1))]
    words = _("Place of %(player)s (the same for a draw)")
    return {
        f"rank_{seat}": forms.ChoiceField(
            label=words % {"player": isolated(player.name)}, choices=places
        )
        for seat, player in enumerate(players)
    }


def _forfeit_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    return {"seat": _seat_field(bench)}


def _reopen_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    words = _(
        "The match continues from the position after this ply; 0 is the start. The number is "
        "shown next to the board in the referee view."
    )
    table = bench.table
    first, last = (len(table.opening), table.ply_count) if table is not None else (0, 0)
    label = _("Last valid ply")
    field = forms.IntegerField(label=label, min_value=first, max_value=last, help_text=words)
    return {"ply": field}


def _replace_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    substitute = forms.CharField(
        label=_("Substitute"),
        max_length=40,
        help_text=_("The name of their account. Please ask them first."),
    )
    return {"seat": _seat_field(bench), "substitute": substitute}


def _player_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    """Return a choice of the people it may concern, with the caller of the referee last."""
    caller = bench.case.opened_by_id if bench.case is not None else None
    people = sorted(bench.people, key=lambda player: player.pk == caller)
    choices = [(str(player.pk), isolated(player.name)) for player in people]
    return {"player": forms.ChoiceField(label=_("Player"), choices=choices)}


def _suspend_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    days = [(str(count), unit_texts(count, 0, 0)[0]) for count in SUSPENSION_DAYS]
    return {**_player_fields(bench), "days": forms.ChoiceField(label=_("How long"), choices=days)}


def _undo_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    """Return a choice of the rulings to undo, without parts of larger ones; none on appeal."""
    if bench.case is None or bench.case.state == "appealed":
        return {}
    rulings = ruling_queries.rulings_in(bench.case)
    undone = {ruling.undoes_id for ruling in rulings}
    standing = [
        each
        for each in rulings
        if each.pk not in undone and each.undoes_id is None and not is_partial_ruling(each)
    ]
    choices = [(str(each.number), f"{each.number}: {act_name(each.act)}") for each in standing]
    return {"undoes": forms.ChoiceField(label=_("Which ruling?"), choices=choices[::-1])}


BuildFields = Callable[[RulingTarget], dict[str, forms.Field]]
FIELDS_BY_ACT: dict[str, BuildFields] = {
    "grant_time": _grant_fields,
    "pause": _pause_fields,
    "adjudicate": _adjudicate_fields,
    "forfeit": _forfeit_fields,
    "reopen": _reopen_fields,
    "replace": _replace_fields,
    "warn": _player_fields,
    "suspend": _suspend_fields,
    "undo": _undo_fields,
    **EVENT_FIELDS,
}


class ActForm(forms.Form):
    paragraph = forms.CharField(
        label=gettext_lazy("Rule"),
        max_length=MAX_PARAGRAPH_LENGTH,
        widget=forms.TextInput(attrs={"list": "paragraphs", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_REASON_LENGTH,
        help_text=gettext_lazy(
            "Everybody involved can read it, and it may later serve as a precedent."
        ),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    interim = forms.BooleanField(
        label=gettext_lazy("Interim ruling: the case stays open"), required=False
    )

    def __init__(self, *args: Any, act: str, bench: RulingTarget, **kwargs: Any) -> None:
        """Put the act's own fields before the common ones."""
        super().__init__(*args, **kwargs)
        self.act, self.bench = act, bench
        own = FIELDS_BY_ACT[act](bench) if act in FIELDS_BY_ACT else {}
        self.own = list(own)
        self.fields.update(own)
        decides = bench.case is not None and bench.case.state != "appealed"
        if act in ("undo", "uphold", "dismiss") or not decides:
            del self.fields["interim"]
        self.order_fields([*own, "paragraph", "reason", "interim"])

    def ruling_request(self) -> RulingRequest:
        data = self.cleaned_data
        case, match, player = self.bench.case, self.bench.match, self.bench.player
        whom = data.get("player") or (player.pk if player is not None else None)
        aside = ("player", "undoes", RESULT_FIELD)
        ranks = enumerate(data.get(RESULT_FIELD, "").split())
        return RulingRequest(
            act=self.act,
            paragraph=data["paragraph"],
            reason=data["reason"],
            params={name: data[name] for name in self.own if name not in aside}
            | {f"rank_{seat}": rank for seat, rank in ranks},
            case_id=case.pk if case is not None else None,
            match_id=match.pk if match is not None else None,
            player_id=int(whom) if whom else None,
            tournament_id=self.bench.event.pk if self.bench.event is not None else None,
            interim=bool(data.get("interim")),
            undoes=int(data["undoes"]) if data.get("undoes") else None,
        )
