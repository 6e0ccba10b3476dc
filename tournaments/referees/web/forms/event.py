"""Forms of the acts about an event, and the choices of their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext as _

from accounts.naming import isolated
from tournaments import event_queries, queries
from tournaments.referees.services.acts.pairings import BYES
from tournaments.referees.services.acts.rounds import MAX_EXTENSION_DAYS
from tournaments.referees.web.forms.lookup import Choices, choice_field
from tournaments.referees.web.ruling_target import RulingTarget
from tournaments.services import wording
from tournaments.services.wording import round_name

if TYPE_CHECKING:
    from tournaments.models import Fixture, Tournament


def _event(bench: RulingTarget) -> Tournament:
    """Return the tournament; these acts are only offered within one."""
    return cast("Tournament", bench.tournament)


def entrant_choices(tournament: Tournament) -> Choices:
    """Return choices of the entrants who are playing."""
    entrants = queries.entrants_of(tournament)
    return [
        (str(each.pk), isolated(each.player.name)) for each in entrants if each.status == "entered"
    ]


def seat_choices(tournament: Tournament) -> Choices:
    """Return choices of the seats at boards without a result."""
    places = []
    for title, fixture in _open_boards(tournament):
        names = [isolated(seat.entrant.player.name) for seat in fixture.seats.all()]
        for seat in fixture.seats.all():
            words = f"{title}: {isolated(seat.entrant.player.name)} ({' – '.join(names)})"
            places.append((str(seat.pk), words))
    return places


def extension_choices(tournament: Tournament) -> Choices:
    """Return choices of the open rounds and of their boards without a result."""
    rounds = event_queries.rounds_in(tournament, event_queries.open_round_condition())
    still = [made for made in rounds if made.closed_at is None]
    whole = [(f"round:{made.pk}", round_name(tournament, made)) for made in still]
    boards = [
        (f"fixture:{fixture.pk}", f"{title}: {_pair_text(fixture)}")
        for title, fixture in _open_boards(tournament)
        if fixture.round.closed_at is None
    ]
    return [*whole, *boards]


def _open_boards(tournament: Tournament) -> Iterator[tuple[str, Fixture]]:
    """Yield the boards without a result, each with its title."""
    for made in event_queries.rounds_in(tournament, event_queries.open_round_condition()):
        title = round_name(tournament, made)
        for fixture in made.fixtures.all():
            if not fixture.is_settled:
                yield f"{title}, {fixture.board}", fixture


def _pair_text(fixture: Fixture) -> str:
    return " – ".join(isolated(seat.entrant.player.name) for seat in fixture.seats.all())


CHOICES: Mapping[str, Callable[[Tournament], Choices]] = {
    "entrant": entrant_choices,
    "place": seat_choices,
    "other": seat_choices,
    "what": extension_choices,
}
"""What the fields of these names can be filled with."""


def _lookup_field(
    bench: RulingTarget, name: str, label: str, choices: Choices | None = None, **more: Any
) -> forms.Field:
    event = _event(bench)
    known = CHOICES[name](event) if choices is None else choices
    return choice_field(label, known, name, event.pk, **more)


def _entrant_field(bench: RulingTarget) -> forms.Field:
    return _lookup_field(bench, "entrant", _("Entrant"))


def _choice(label: str, choices: list[tuple[str, str]]) -> forms.Field:
    return forms.ChoiceField(label=label, choices=[("", "–"), *choices])


def _bye_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    rounds = event_queries.round_numbers(_event(bench))
    return {
        "entrant": _entrant_field(bench),
        "round": _choice(_("Round"), [(str(number), str(number)) for number in rounds]),
        "kind": _choice(_("Points"), [(kind, wording.kind_name(kind)) for kind in BYES]),
    }


def _pairing_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    help_text = _(
        "Two players at the same board swap who starts. Players at different boards of a round "
        "swap opponents. A running match is annulled, and the new pair starts from the "
        "beginning."
    )
    known, words = seat_choices(_event(bench)), _("swaps places with")
    return {
        "place": _lookup_field(bench, "place", _("One entrant"), known),
        "other": _lookup_field(bench, "other", words, known, help_text=help_text),
    }


def _extension_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=MAX_EXTENSION_DAYS, initial=7)
    return {"what": _lookup_field(bench, "what", _("What?")), "days": days}


def _admit_fields(_bench: RulingTarget) -> dict[str, forms.Field]:
    words = _("The name of their account.")
    return {"newcomer": forms.CharField(label=_("Player"), max_length=40, help_text=words)}


def _exclude_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    return {"entrant": _entrant_field(bench)}


def _substitute_fields(bench: RulingTarget) -> dict[str, forms.Field]:
    words = _("The name of their account. Please ask them first.")
    name = forms.CharField(label=_("Substitute"), max_length=40, help_text=words)
    return {"entrant": _entrant_field(bench), "substitute": name}


EVENT_FIELDS: dict[str, Callable[[RulingTarget], dict[str, forms.Field]]] = {
    "award_bye": _bye_fields,
    "change_pairing": _pairing_fields,
    "extend": _extension_fields,
    "admit": _admit_fields,
    "exclude": _exclude_fields,
    "substitute": _substitute_fields,
}
