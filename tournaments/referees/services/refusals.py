"""Message and HTTP status of every refusal by the referees' services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.services import refusals as games_refusals
from games.services.errors import Refused
from tournaments.services import refusals as event_refusals

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


BY_STATUS: dict[int, dict[str, _StrPromise]] = {
    404: {  # unknown
        "no_such_case": _("There is no such case."),
        "no_such_ruling": _("There is no ruling %(number)s in this case."),
        "not_appointed": _("You are not, or no longer, appointed as a referee here."),
    },
    403: {  # not allowed
        "not_your_case": _("Only the person who opened a case can withdraw it."),
        "not_a_party": _("This case does not concern that player."),
        "not_a_referee": _("Only referees can do this."),
        "not_head_referee": _("Only the head referee can assign cases to others."),
        "own_case": _(
            "You are involved in this case, or you organise or play in the tournament. Another "
            "referee must decide."
        ),
        "stake_in_person": _(
            "You play with %(player)s in a match, a tournament or a team, or did so in the last "
            "%(days)s days. Another referee must decide."
        ),
        "plays_with_person": _(
            "You are playing with %(player)s, in a match or in a team. Another referee must decide."
        ),
        "own_ruling": _(
            "You have already ruled in this case, so another referee must decide the appeal."
        ),
        "not_your_ruling": _(
            "Only the referee who made a ruling, or the head referee, can reverse it."
        ),
        "not_your_case_to_decide": _(
            "You have not taken this case on, so you cannot give it back."
        ),
        "no_juror": _("You are not, or no longer, on the jury of this case."),
        "jury_decides": _("A jury of three decides this appeal by vote."),
        "jury_decided": _(
            "The jury has decided this appeal. Only a juror of the majority can sign the ruling."
        ),
        "not_your_event": _("You are a referee of other tournaments only."),
        "beyond_your_event": _(
            "This goes beyond your tournament. Only a site-wide referee can decide it."
        ),
    },
    409: {  # not possible in the present state
        "case_pending": _("You have already called a referee about this; see case %(case)s."),
        "too_many_cases": _("You have %(limit)s open cases. Please wait until one is decided."),
        "too_late_for_case": _(
            "The match ended more than %(days)s days ago, so you can no longer call a referee."
        ),
        "case_taken": _("%(name)s has already taken this case on."),
        "case_decided": _("This case has already been decided or closed."),
        "said_enough_in_case": _(
            "You have already made %(limit)s statements in this case. That is the limit."
        ),
        "appealed_before": _(
            "There has already been an appeal in this case, and there can be only one."
        ),
        "nothing_to_appeal": _("There is no ruling here that you can appeal."),
        "nothing_to_uphold": _("Only a ruling under appeal can be upheld."),
        "too_late_to_appeal": _("You can appeal for %(days)s days after the ruling."),
        "preview_changed": _(
            "Something has changed since the preview. Nothing was signed. Here is what would "
            "happen now."
        ),
        "voted_already": _("You have already voted in this case."),
        "verdict_stands": _("Two jurors already agree, so votes can no longer be changed."),
        "no_other_juror": _("Nobody else can be asked to join this jury. Please vote."),
        "against_verdict": _(
            "The jury decided otherwise. If the ruling stands, uphold it; otherwise make "
            "another ruling."
        ),
        "called_enough": _(
            "You have called a referee %(limit)s times in one day. Please wait a while."
        ),
        "cannot_undo_undoing": _(
            "This ruling only reversed another one, so it cannot be "
            "reversed. Make a new ruling instead."
        ),
        "undone_before": _("Ruling %(number)s has already been reversed."),
        "playoff_begun": _(
            "The play-off has begun, so no group match can go on. Give this match a result instead."
        ),
        "board_set_aside": _(
            "Because of a ruling, other players now play at this board of the bracket, so this "
            "match no longer counts. Rule on the match that decides who plays here."
        ),
        "undo_later_first": _(
            "Ruling %(number)s was made later in the same match. Reverse that one first."
        ),
    },
    422: {  # invalid input
        "case_needs_words": _("Say in a few words what it is about."),
        "bad_case_kind": _(
            "You cannot open a case of the kind “%(name)s” here. Possible: %(known)s."
        ),
        "case_about_nothing": _("Say which match or player the case is about."),
        "bad_act": _("There is no ruling called “%(name)s”. Choose one of: %(known)s."),
        "act_needs_match": _("This kind of ruling needs a match."),
        "bad_param": _("“%(name)s” is missing or not valid. Possible: %(allowed)s."),
        "needs_paragraph": _("Name the rule that applies (up to %(limit)s characters)."),
        "needs_reason": _("Give a reason (up to %(limit)s characters)."),
        "unfit_referee": _("%(player)s has no account, so they cannot be a referee."),
        "referee_with_stake": _(
            "%(player)s organises this tournament or plays in it, so they cannot be its "
            "referee. Please appoint somebody else."
        ),
        "bad_vote": _("Vote for one of: %(known)s."),
        "vote_needs_reason": _("Give a reason for your vote."),
        "no_private_data": _("Only a case about a match has private data."),
        "act_needs_event": _("This kind of ruling needs a tournament."),
    },
}
SENTENCES = {code: said for group in BY_STATUS.values() for code, said in group.items()}
STATUS = {code: status for status, group in BY_STATUS.items() for code in group}


def explain(error: Refused) -> str:
    """Return the message of a refusal by referees, tournaments or games."""
    phrase = SENTENCES.get(error.code)
    return phrase % error.params if phrase else event_refusals.explain(error)


def status_of(code: str) -> int:
    """Return the HTTP status of a refusal by referees, tournaments or games."""
    return STATUS.get(code) or event_refusals.status_of(code) or games_refusals.status_of(code)
