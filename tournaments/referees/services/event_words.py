"""Names of the acts about events, and the sentences of rulings by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _, ngettext

from accounts.naming import isolated
from games.rules.base import JSONObject
from tournaments.models import Fixture, FixtureSeat, Round, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.queries import cases as case_queries
from tournaments.services import wording

Sentence = Callable[[Ruling, str], str]


def _event_title(ruling: Ruling) -> str:
    found = Tournament.objects.filter(pk=ruling.params["tournament"]).first()
    return found.title if found is not None else "–"


def _bye_sentence(ruling: Ruling, whom: str) -> str:
    values = {
        "player": whom,
        "round": ruling.params["round"],
        "kind": str(Fixture.Kind(ruling.params["kind"]).label),
        "event": _event_title(ruling),
    }
    return _("%(player)s in round %(round)s of %(event)s: %(kind)s.") % values


def _pairing_sentence(ruling: Ruling, _whom: str) -> str:
    one, two = ruling.effects["names"]
    names = case_queries.player_names([one, two])
    values = {
        "one": names.get(one, "–"),
        "two": names.get(two, "–"),
        "event": _event_title(ruling),
    }
    if (number := ruling.effects.get("round")) is not None:
        values["round"] = number
        return _("%(one)s and %(two)s swap places in round %(round)s of %(event)s.") % values
    return _("%(one)s and %(two)s swap places in a round of %(event)s.") % values


def _extension_sentence(ruling: Ruling, _whom: str) -> str:
    days = ruling.params["days"]
    span = ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    what, _colon, pk = ruling.params["what"].partition(":")
    if what == "round":
        number = Round.objects.filter(pk=pk).values_list("number", flat=True).first() or "–"
        values: dict[str, object] = {"round": number, "event": _event_title(ruling), "span": span}
        return _("Round %(round)s of %(event)s is extended by %(span)s.") % values
    seats = FixtureSeat.objects.filter(fixture=pk).order_by("seat")
    names = " – ".join(map(isolated, seats.values_list("entrant__player__name", flat=True)))
    values = {"players": names, "event": _event_title(ruling), "span": span}
    return _("%(players)s get %(span)s of extra time in %(event)s.") % values


def _build_player_sentence(phrase: Callable[[], str]) -> Sentence:
    """Return the sentence of an act about one player and the event."""
    return lambda ruling, whom: phrase() % {"player": whom, "event": _event_title(ruling)}


def _substitution_sentence(ruling: Ruling, whom: str) -> str:
    pk = ruling.params["substitute"]
    new = case_queries.player_names([pk]).get(pk, "–")
    values = {"new": new, "player": whom, "event": _event_title(ruling)}
    return _("%(new)s plays for %(player)s in %(event)s from now on.") % values


def bracket_sentences(ruling: Ruling) -> list[str]:
    """Return the consequences of a ruling for the later rounds of brackets."""
    noted = ruling.effects.get("bracket")
    if noted is None:
        return []
    if noted.get("over"):
        return [_("The tournament is over: later rounds are not replayed, only places change.")]
    tournament = Tournament.objects.get(pk=noted["tournament"])
    names = case_queries.player_names(pk for each in noted["boards"] for pk in each["players"])
    said = [_board_sentence(tournament, each, names) for each in noted["boards"]]
    if noted["waits"]:
        said.append(_("Later rounds are paired again once it is known who plays in them."))
    return said


def _board_sentence(tournament: Tournament, noted: JSONObject, names: Mapping[int, str]) -> str:
    """Return the sentence about the new players of a board; a single one has a bye."""
    division = wording.unsaved_division(tournament, noted["division"])
    values = {
        "round": wording.round_title(tournament, division, noted["round"]),
        "board": noted["board"],
        "players": " – ".join(names.get(pk, "–") for pk in noted["players"]),
    }
    if len(noted["players"]) == 1:
        return _("%(round)s, board %(board)s: now a bye for %(players)s.") % values
    return _("%(round)s, board %(board)s: now %(players)s.") % values


ACT_WORDING: dict[str, tuple[Callable[[], str], Sentence]] = {
    "award_bye": (lambda: _("award a bye"), _bye_sentence),
    "change_pairing": (lambda: _("change a pairing"), _pairing_sentence),
    "extend": (lambda: _("extend a round or a fixture"), _extension_sentence),
    "admit": (
        lambda: _("admit a player"),
        _build_player_sentence(lambda: _("%(player)s is admitted to %(event)s.")),
    ),
    "exclude": (
        lambda: _("exclude an entrant"),
        _build_player_sentence(lambda: _("%(player)s is excluded from %(event)s.")),
    ),
    "substitute": (lambda: _("replace an entrant with a substitute"), _substitution_sentence),
    "close_event": (
        lambda: _("end the tournament"),
        _build_player_sentence(
            lambda: _("%(event)s ends here. Matches still running are annulled.")
        ),
    ),
}
