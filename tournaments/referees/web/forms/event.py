"""What a referee fills in for the acts about an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.referees.services.acts.pairings import BYES
from tournaments.referees.services.acts.rounds import MAX_DAYS
from tournaments.referees.web.bench import Bench
from tournaments.services import wording
from tournaments.services.wording import round_name

if TYPE_CHECKING:
    from tournaments.models import Tournament


def _event(bench: Bench) -> Tournament:
    """Return the tournament: these acts are only offered within one."""
    return cast("Tournament", bench.tournament)


def _choice(label: str, choices: list[tuple[str, str]], **more: Any) -> forms.Field:
    """Return a field to choose from."""
    return forms.ChoiceField(label=label, choices=[("", "–"), *choices], **more)


def _entrant(bench: Bench) -> forms.Field:
    """Return a choice among those who play."""
    entrants = queries.entrants_of(_event(bench))
    own = [(str(each.pk), each.player.name) for each in entrants if each.status == "entered"]
    return _choice(_("Entrant"), own)


def _bye(bench: Bench) -> dict[str, forms.Field]:
    """Who, in which round, for how many points."""
    rounds = sorted({made.number for made in queries.rounds_in(_event(bench))})
    return {
        "entrant": _entrant(bench),
        "round": _choice(_("Round"), [(str(number), str(number)) for number in rounds]),
        "kind": _choice(_("Points"), [(kind, wording.kind_name(kind)) for kind in BYES]),
    }


def _pairing(bench: Bench) -> dict[str, forms.Field]:
    """Which two change places."""
    tournament = _event(bench)
    places = []
    for made in queries.rounds_in(tournament):
        for fixture in made.fixtures.all():
            if fixture.is_settled:
                continue
            title = f"{round_name(tournament, made)}, {fixture.board}"
            names = [seat.entrant.player.name for seat in fixture.seats.all()]
            for seat in fixture.seats.all():
                words = f"{title}: {seat.entrant.player.name} ({' – '.join(names)})"
                places.append((str(seat.pk), words))
    help_text = _(
        "For two players at the same board, the starting player changes. For players at two "
        "boards of a round, they swap opponents. A running match is annulled, and the new pair "
        "starts from the beginning."
    )
    return {
        "place": _choice(_("One entrant"), places),
        "other": _choice(_("swaps places with"), places, help_text=help_text),
    }


def _extension(bench: Bench) -> dict[str, forms.Field]:
    """Return what is extended, and by how much."""
    tournament = _event(bench)
    choices = []
    for made in queries.rounds_in(tournament):
        if made.closed_at is not None:
            continue
        title = round_name(tournament, made)
        choices.append((f"round:{made.pk}", title))
        for fixture in made.fixtures.all():
            if not fixture.is_settled:
                names = " – ".join(seat.entrant.player.name for seat in fixture.seats.all())
                choices.append((f"fixture:{fixture.pk}", f"{title}, {fixture.board}: {names}"))
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=MAX_DAYS, initial=7)
    return {"what": _choice(_("What?"), choices), "days": days}


def _newcomer(_bench: Bench) -> dict[str, forms.Field]:
    """Return who is let in."""
    words = _("The name of their account.")
    return {"newcomer": forms.CharField(label=_("Player"), max_length=40, help_text=words)}


def _out(bench: Bench) -> dict[str, forms.Field]:
    """Return who is put out."""
    return {"entrant": _entrant(bench)}


def _substitute(bench: Bench) -> dict[str, forms.Field]:
    """Return who plays for whom."""
    words = _("The name of their account. Please ask them first.")
    name = forms.CharField(label=_("Substitute"), max_length=40, help_text=words)
    return {"entrant": _entrant(bench), "substitute": name}


EVENT_FIELDS: dict[str, Callable[[Bench], dict[str, forms.Field]]] = {
    "award_bye": _bye,
    "change_pairing": _pairing,
    "extend": _extension,
    "admit": _newcomer,
    "exclude": _out,
    "substitute": _substitute,
}
