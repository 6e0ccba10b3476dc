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
            "You cannot open a case of the kind “%(name)s” here. Possible: %(known)s."
        ),
        "case_about_nothing": _("Say which match or player the case is about."),
        "case_pending": _("You have already called a referee about this; see case %(case)s."),
        "too_many_cases": _("You have %(limit)s open cases. Please wait until one is decided."),
        "too_late_for_case": _(
            "The match ended more than %(days)s days ago, so you can no longer call a referee."
        ),
        "case_decided": _("This case has already been decided or closed."),
        "not_your_case": _("Only the person who opened a case can withdraw it."),
        "not_a_party": _("This case does not concern that player."),
        "said_enough_in_case": _(
            "You have already made %(limit)s statements in this case. That is the limit."
        ),
        "not_a_referee": _("Only referees can do this."),
        "not_head_referee": _("Only the head referee can assign cases to others."),
        "own_case": _(
            "You are involved in this case, or you organise or play in the tournament. Another "
            "referee must decide."
        ),
        "own_ruling": _(
            "You have already ruled in this case, so another referee must decide the appeal."
        ),
        "not_your_ruling": _(
            "Only the referee who made a ruling, or the head referee, can reverse it."
        ),
        "appealed_before": _(
            "There has already been an appeal in this case, and there can be only one."
        ),
        "nothing_to_appeal": _("There is no ruling here that you could appeal."),
        "nothing_to_uphold": _("Only a ruling under appeal can be upheld."),
        "too_late_to_appeal": _("You can appeal for %(days)s days after the ruling."),
        "bad_act": _("There is no kind of ruling called “%(name)s”. Choose one of: %(known)s."),
        "act_needs_match": _("This kind of ruling needs a match."),
        "bad_param": _("“%(name)s” is missing or not valid. Possible: %(allowed)s."),
        "needs_paragraph": _("Name the rule that applies, in at most %(limit)s characters."),
        "needs_reason": _("Give a reason, in at most %(limit)s characters."),
        "preview_changed": _(
            "Something has changed since the preview. Nothing was signed. Here is what would "
            "happen now."
        ),
        "called_enough": _(
            "You have called a referee %(limit)s times within a day. Please wait a while."
        ),
        "not_your_event": _("You are a referee of other tournaments only."),
        "beyond_your_event": _(
            "This reaches beyond your tournament. Only a referee of the whole site can decide it."
        ),
        "unfit_referee": _("%(player)s has no account and so cannot be a referee."),
        "referee_with_stake": _(
            "%(player)s organises this tournament or plays in it, so they cannot be its "
            "referee. Please appoint somebody else."
        ),
        "not_appointed": _("You are not, or no longer, appointed as a referee here."),
        "nothing_sealed": _("This case is not about a match, so nothing is sealed here."),
        "act_needs_event": _("This kind of ruling needs a tournament."),
        "cannot_undo_undoing": _(
            "This ruling only reversed another one, so it cannot be "
            "reversed. Make a new ruling instead."
        ),
        "undone_before": _("Ruling %(number)s has already been reversed."),
        "undo_later_first": _(
            "Ruling %(number)s was made later in the same match. Reverse that one first."
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
