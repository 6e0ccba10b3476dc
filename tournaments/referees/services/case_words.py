"""Texts about cases and rulings, in the active language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from accounts.naming import isolated
from games import match_queries
from tournaments.referees.models import Case, Ruling
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import event_words

KINDS_ABOUT_PEOPLE = (Case.Kind.CONDUCT, Case.Kind.MULTI_ACCOUNT, Case.Kind.OTHER)


def kind_names() -> dict[str, str]:
    return {kind.value: str(kind.label) for kind in Case.Kind}


def state_names() -> dict[str, str]:
    return {state.value: str(state.label) for state in Case.State}


def kinds_about_matches() -> list[str]:
    """Return the kinds of cases that can be opened about a match."""
    return [kind.value for kind in Case.Kind if kind != Case.Kind.ROUND_END]


def kinds_about_people() -> list[str]:
    """Return the kinds of cases that can be opened about a player, without a match."""
    return [kind.value for kind in KINDS_ABOUT_PEOPLE]


def act_names() -> dict[str, str]:
    return {
        "dismiss": _("dismiss the case"),
        "grant_time": _("grant time"),
        "pause": _("stop the clocks"),
        "resume": _("restart the clocks"),
        "adjudicate": _("decide the match"),
        "forfeit": _("declare the match lost"),
        "annul": _("annul the match"),
        "reopen": _("reopen the match from an earlier ply"),
        "replace": _("replace a player"),
        "warn": _("warn a player"),
        "suspend": _("suspend a player from tournaments"),
        "uphold": _("uphold the ruling"),
        "undo": _("reverse a ruling"),
    }


def act_name(name: str) -> str:
    if (own := event_words.ACT_WORDING.get(name)) is not None:
        return own[0]()
    return act_names().get(name, name)


def _sentences_by_act() -> dict[str, str]:
    """Return the sentences of the acts that need only the player or a number."""
    return {
        "dismiss": _("The claim is rejected."),
        "resume": _("The clocks are running again."),
        "annul": _("The match is annulled. Nobody has won or lost."),
        "forfeit": _("%(player)s loses the match by forfeit. It is not rated."),
        "warn": _("%(player)s is warned."),
        "uphold": _("The ruling is upheld."),
        "undo": _("Ruling %(number)s is reversed."),
    }


def act_sentence(ruling: Ruling, seats: Sequence[str], whom: str) -> str:
    """Return the order as a sentence; ``seats``: names by seat, ``whom``: the player's name."""
    params = ruling.params
    player = seats[params["seat"]] if "seat" in params else whom
    if ruling.act == "grant_time":
        hours = ngettext("%(count)d hour", "%(count)d hours", params["hours"])
        span = hours % {"count": params["hours"]}
        return _("%(player)s gets %(span)s of extra time.") % {"player": player, "span": span}
    if ruling.act == "pause":
        return _pause_sentence(params["days"])
    if ruling.act == "adjudicate":
        return _result_sentence(params["ranks"], seats)
    if ruling.act == "reopen":
        return _reopened_sentence(params["ply"])
    if ruling.act == "replace":
        new = case_queries.player_names([params["substitute"]])[params["substitute"]]
        return _("%(new)s takes the seat of %(player)s.") % {"new": new, "player": whom}
    if (own := event_words.ACT_WORDING.get(ruling.act)) is not None:
        return own[1](ruling, whom)
    if ruling.act == "suspend":
        words = ngettext(
            "%(player)s cannot enter tournaments for %(days)s day.",
            "%(player)s cannot enter tournaments for %(days)s days.",
            params["days"],
        )
        return words % {"player": player, "days": params["days"]}
    plain = _sentences_by_act().get(ruling.act, act_name(ruling.act))
    return plain % {"player": player, "number": params.get("number", "")}


def _reopened_sentence(ply: int) -> str:
    if not ply:
        return _("The match starts again from the beginning; all plies are taken back.")
    return _("The match continues from ply %(ply)s; later plies are taken back.") % {"ply": ply}


def _pause_sentence(days: int | None) -> str:
    if days is None:
        return _("All clocks are paused until a referee restarts them.")
    return ngettext(
        "All clocks are paused for %(count)d day.",
        "All clocks are paused for %(count)d days.",
        days,
    ) % {"count": days}


def _result_sentence(ranks: Sequence[int], seats: Sequence[str]) -> str:
    if all(rank == 1 for rank in ranks):
        return _("The match is decided: a draw.")
    order = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    result = ", ".join(f"{ranks[seat]}. {seats[seat]}" for seat in order)
    return _("The match is decided: %(result)s.") % {"result": result}


def ruling_sentence(ruling: Ruling) -> str:
    """Return the order of a ruling with all names; the part of a larger one names its match."""
    names = [isolated(player.name) for player in match_queries.seated_players(ruling.match)]
    said = _named_act_sentence(ruling, names)
    if ruling.undoes is not None:
        back = {"number": ruling.undoes.number, "words": _named_act_sentence(ruling.undoes, names)}
        said = _("Ruling %(number)s is reversed: “%(words)s”") % back
    if not is_partial_ruling(ruling):
        return " ".join([said, *event_words.bracket_sentences(ruling)])
    where = {"number": ruling.match_id, "players": " – ".join(names), "said": said}
    return _("Match %(number)s (%(players)s): %(said)s") % where


def _named_act_sentence(ruling: Ruling, seats: Sequence[str]) -> str:
    """Return the order of a ruling, given the names by seat."""
    return act_sentence(
        ruling, seats, isolated(ruling.player.name) if ruling.player is not None else ""
    )


def title_of(case: Case) -> str:
    """Return the kind of a case, or the title of the event if the case is about a whole event."""
    if case.match_id is None and case.about_id is None and case.tournament is not None:
        return case.tournament.title
    return str(case.get_kind_display())


def event_name(case: Case) -> str:
    """Return the title of the event that a case belongs to; empty outside of events."""
    if case.tournament is not None:
        return case.tournament.title
    return str(((case.match.event if case.match is not None else None) or {}).get("name", ""))


def claim_names() -> dict[str, str]:
    """Return the labels of claims about an unfinished match."""
    return {claim.value: str(claim.label) for claim in Case.Claim}


def text_of(case: Case) -> str:
    """Return the claim, if there is one, followed by the opener's own text."""
    claim = str(case.get_claim_display()) if case.claim else ""
    return "\n".join(filter(None, [claim, case.text]))


def is_partial_ruling(ruling: Ruling) -> bool:
    """Whether a ruling is the part of a larger one that concerns one match."""
    return ruling.match_id is not None and ruling.match_id != ruling.case.match_id
