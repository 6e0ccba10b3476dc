"""The sentence and the HTTP status of every refusal of referees."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.services import refusals as games_refusals
from games.services.errors import Refused
from tournaments.services import refusals as event_refusals

UNKNOWN = frozenset(
    {
        "no_such_case",
        "no_such_ruling",
        "not_appointed",
    }
)
NOT_YOURS = frozenset(
    {
        "not_your_case",
        "not_a_party",
        "not_a_referee",
        "not_head_referee",
        "own_case",
        "not_your_event",
        "beyond_your_event",
        "own_ruling",
        "not_your_ruling",
    }
)
OVERTAKEN = frozenset(
    {
        "case_pending",
        "too_many_cases",
        "too_late_for_case",
        "case_decided",
        "said_enough_in_case",
        "appealed_before",
        "nothing_to_appeal",
        "nothing_to_uphold",
        "too_late_to_appeal",
        "preview_changed",
        "called_enough",
        "cannot_undo_undoing",
        "undone_before",
        "undo_later_first",
    }
)


def sentences() -> Mapping[str, str]:
    """Return the sentence of every refusal about cases, rulings and the panel, by code."""
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
        "own_case": _(
            "You are a party here, or you organise or play in the event; a referee without a "
            "stake must decide."
        ),
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
        "called_enough": _("You have called referees %(limit)s times within a day; wait a little."),
        "not_your_event": _("You are a referee of other events only."),
        "beyond_your_event": _(
            "This reaches beyond your event; a referee of the whole site may order it."
        ),
        "unfit_referee": _("%(player)s cannot judge: only people with an account do."),
        "referee_with_stake": _(
            "%(player)s organises this event or plays in it, and so cannot judge it; appoint "
            "somebody without a stake."
        ),
        "not_appointed": _("You are not appointed as a referee here, or no longer."),
        "nothing_sealed": _("This case is about no match, so that nothing is sealed here."),
        "act_needs_event": _("This act needs an event."),
        "cannot_undo_undoing": _("What was taken back stays so; make a new ruling instead."),
        "undone_before": _("Ruling %(number)s has been taken back already."),
        "undo_later_first": _(
            "Ruling %(number)s was made later at the same table; take that one back first."
        ),
    }


def explain(error: Refused) -> str:
    """Return the sentence of a refusal of referees, tournaments or games."""
    phrase = sentences().get(error.code)
    return phrase % error.params if phrase else event_refusals.explain(error)


def status_of(code: str) -> int:
    """Return the HTTP status of a refusal of referees, tournaments or games."""
    if code in UNKNOWN:
        return 404
    if code in NOT_YOURS:
        return 403
    if code in OVERTAKEN:
        return 409
    if code in sentences():
        return 422
    return event_refusals.status_of(code) or games_refusals.status_of(code)
