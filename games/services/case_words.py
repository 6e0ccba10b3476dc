"""What the house says about cases and rulings, in the language of the moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import case_queries, match_queries
from games.models import Case, Ruling

Sentence = Callable[[Ruling, str], str]
_sentences: dict[str, Sentence] = {}
_names: dict[str, Callable[[], str]] = {}
ABOUT_PEOPLE = (Case.Kind.CONDUCT, Case.Kind.MULTI_ACCOUNT, Case.Kind.OTHER)


def kind_names() -> dict[str, str]:
    """Return what every kind of case is called."""
    return {kind.value: str(kind.label) for kind in Case.Kind}


def state_names() -> dict[str, str]:
    """Return what every state of a case is called."""
    return {state.value: str(state.label) for state in Case.State}


def kinds_about_matches() -> list[str]:
    """Return the kinds of cases to which a match may give cause."""
    return [kind.value for kind in Case.Kind if kind != Case.Kind.ROUND_END]


def kinds_about_people() -> list[str]:
    """Return the kinds of cases about a player, without any match."""
    return [kind.value for kind in ABOUT_PEOPLE]


def act_names() -> dict[str, str]:
    """Return what every act is called."""
    return {
        "dismiss": _("dismiss the case"),
        "grant_time": _("grant time"),
        "pause": _("stop the clocks"),
        "resume": _("let the clocks run again"),
        "adjudicate": _("decide the match"),
        "forfeit": _("declare the match lost"),
        "annul": _("annul the match"),
        "reopen": _("reopen the match at a ply"),
        "replace": _("replace a player"),
        "warn": _("warn a player"),
        "suspend": _("suspend from entries"),
        "uphold": _("uphold the ruling"),
        "undo": _("take a ruling back"),
    }


def act_name(name: str) -> str:
    """Return what an act is called; one of a room above says so itself."""
    if (own := _names.get(name)) is not None:
        return own()
    return act_names().get(name, name)


def add_words(name: str, title: Callable[[], str], sentence: Sentence) -> None:
    """Let a room above say what an act of its own is called, and what a ruling by it orders."""
    _names[name], _sentences[name] = title, sentence


def _plain_sentences() -> dict[str, str]:
    """Return the sentence of every act that needs no more than names and numbers."""
    return {
        "dismiss": _("No ground for an act was found; everything stays as it is."),
        "resume": _("The clocks run again."),
        "annul": _("The match is annulled: nobody has won and nobody has lost."),
        "forfeit": _("%(player)s loses the match without play; it is not rated."),
        "warn": _("%(player)s is warned."),
        "uphold": _("The ruling is upheld."),
        "undo": _("Ruling %(number)s is taken back."),
    }


def act_sentence(ruling: Ruling, seats: Sequence[str], whom: str) -> str:
    """Return what a ruling orders; ``seats`` are the names by seat, ``whom`` the player's."""
    params = ruling.params
    player = seats[params["seat"]] if "seat" in params else whom
    if ruling.act == "grant_time":
        hours = ngettext("%(count)d hour", "%(count)d hours", params["hours"])
        span = hours % {"count": params["hours"]}
        return _("%(player)s is given %(span)s more.") % {"player": player, "span": span}
    if ruling.act == "pause":
        return _pause_sentence(params["days"])
    if ruling.act == "adjudicate":
        return _result_sentence(params["ranks"], seats)
    if ruling.act == "reopen":
        return _reopened_sentence(params["ply"])
    if ruling.act == "replace":
        new = case_queries.names_of([params["substitute"]])[params["substitute"]]
        return _("%(new)s takes the seat of %(player)s.") % {"new": new, "player": whom}
    if (own := _sentences.get(ruling.act)) is not None:
        return own(ruling, whom)
    if ruling.act == "suspend":
        words = _("%(player)s may not enter events for %(days)s days.")
        return words % {"player": player, "days": params["days"]}
    plain = _plain_sentences().get(ruling.act, act_name(ruling.act))
    return plain % {"player": player, "number": params.get("number", "")}


def _reopened_sentence(ply: int) -> str:
    """Say from where a match goes on."""
    if not ply:
        return _("The match begins anew; all plies are taken back.")
    return _("The match goes on from ply %(ply)s; later plies are taken back.") % {"ply": ply}


def _pause_sentence(days: int | None) -> str:
    """Say how long the clocks stand."""
    if days is None:
        return _("All clocks stand still until a referee lets them run again.")
    return ngettext(
        "All clocks stand still for %(count)d day.",
        "All clocks stand still for %(count)d days.",
        days,
    ) % {"count": days}


def _result_sentence(ranks: Sequence[int], seats: Sequence[str]) -> str:
    """Say how a match was decided."""
    if all(rank == 1 for rank in ranks):
        return _("The match is decided: a tie.")
    order = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    result = ", ".join(f"{ranks[seat]}. {seats[seat]}" for seat in order)
    return _("The match is decided: %(result)s.") % {"result": result}


def sentence_of(ruling: Ruling) -> str:
    """Return what a ruling orders with everybody's names; of a part, at which match."""
    names = [player.name for player in match_queries.seated(ruling.match)]
    said = _said(ruling, names)
    if ruling.undoes is not None:
        back = {"number": ruling.undoes.number, "words": _said(ruling.undoes, names)}
        said = _("Ruling %(number)s is taken back: “%(words)s”") % back
    if not is_part(ruling):
        return said
    where = {"number": ruling.match_id, "players": " – ".join(names), "said": said}
    return _("Match %(number)s (%(players)s): %(said)s") % where


def _said(ruling: Ruling, seats: Sequence[str]) -> str:
    """Return what a ruling orders with the names at its table and of whom it concerns."""
    return act_sentence(ruling, seats, ruling.player.name if ruling.player is not None else "")


def title_of(case: Case) -> str:
    """Return what a case is about in a word or two; one about a whole event bears its name."""
    if case.match_id is None and case.about_id is None and case.event:
        return str(case.event["name"])
    return str(case.get_kind_display())


def is_part(ruling: Ruling) -> bool:
    """Whether a ruling is what a larger one has ordered at one table."""
    return ruling.match_id is not None and ruling.match_id != ruling.case.match_id


def sentences_of(rulings: Iterable[Ruling]) -> list[str]:
    """Return what rulings order, one after the other."""
    return [sentence_of(ruling) for ruling in rulings]


def refusals() -> Mapping[str, Any]:
    """Return the sentence of every refusal about cases and rulings by code."""
    return {
        "no_such_case": _("There is no such case."),
        "no_such_ruling": _("There is no ruling %(number)s in this case."),
        "case_needs_words": _("Say in a few words what it is about."),
        "bad_case_kind": _(
            "A case of the kind “%(name)s” cannot be opened here; possible: %(known)s."
        ),
        "case_about_nothing": _("Say which match or which player the case is about."),
        "case_pending": _("You have called a referee about this already; see case %(case)s."),
        "too_many_cases": _("You have %(limit)s open cases; wait until one is decided."),
        "too_late_for_case": _(
            "The match ended more than %(days)s days ago; a referee can no longer be called."
        ),
        "case_decided": _("This case has been decided or closed."),
        "not_your_case": _("Only whoever opened a case can withdraw it."),
        "not_a_party": _("This case does not concern that player."),
        "said_enough_in_case": _("You have made %(limit)s statements here; that must be enough."),
        "not_a_referee": _("Only referees may do this."),
        "not_head_referee": _("Only the head referee hands cases to others."),
        "own_case": _("You are a party here; another referee must decide."),
        "own_ruling": _("You have ruled in this case; the appeal goes to another referee."),
        "not_your_ruling": _("Only whoever made a ruling, or the head referee, can take it back."),
        "appealed_before": _("There was an appeal in this case; there is only one."),
        "nothing_to_appeal": _("Nothing has been decided here that could be appealed."),
        "nothing_to_uphold": _("Only a ruling under appeal can be upheld."),
        "too_late_to_appeal": _("An appeal is possible for %(days)s days after the ruling."),
        "bad_act": _("There is no act “%(name)s”; choose one of: %(known)s."),
        "act_needs_match": _("This act needs a match."),
        "bad_param": _("“%(name)s” is missing or wrong; possible: %(allowed)s."),
        "needs_paragraph": _("Name the paragraph of the rules; at most %(limit)s characters."),
        "needs_reason": _("Give a reason; at most %(limit)s characters."),
        "preview_changed": _(
            "Something has changed since the preview. Nothing was signed; this is what would "
            "happen now."
        ),
        "annulled_before": _("This match is annulled already."),
        "nothing_to_grant": _("There is no clock of %(player)s here to which time could be added."),
        "already_paused": _("The clocks of this match stand still already."),
        "not_paused": _("The clocks of this match are running."),
        "would_flag": _("By this the time of %(player)s would run out; decide the match instead."),
        "called_enough": _("You have called referees %(limit)s times within a day; wait a little."),
        "seed_known": _(
            "All coming lots of this match are public since it ended; decide it otherwise."
        ),
        "not_your_event": _("You are a referee of other events only."),
        "beyond_your_event": _(
            "This reaches beyond your event; a referee of the whole site may order it."
        ),
        "unfit_referee": _("%(player)s cannot judge: only people with an account do."),
        "act_needs_event": _("This act needs an event."),
        "lots_known": _(
            "Lots have fallen after that ply and are known; the match cannot go on from there."
        ),
        "ply_taken_back": _("Ply %(ply)s has been taken back itself; choose one that stands."),
        "nothing_to_take_back": _("The match stands at ply %(ply)s; nothing would be taken back."),
        "over_by_then": _("After ply %(ply)s the match was over by the rules; choose an earlier."),
        "seat_was_left": _("%(player)s has left the match for good; nobody plays that seat on."),
        "unfit_substitute": _(
            "%(player)s cannot take this seat: only people with an account, not at this table and "
            "not the one who rules."
        ),
        "time_used": _("The time granted has been used already."),
        "cannot_undo_undoing": _("What was taken back stays so; make a new ruling instead."),
        "undone_before": _("Ruling %(number)s has been taken back already."),
        "undo_later_first": _(
            "Ruling %(number)s was made later at the same table; take that one back first."
        ),
    }
