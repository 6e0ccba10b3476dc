"""Messages of refusals about entering."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _, ngettext_lazy

from games.rules.base import JSON
from games.services.wording.game_words import pool_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PLAN_MESSAGES: dict[str, _StrPromise] = {
    "teams_are_public": _(
        "Individual players cannot be invited to team events: captains choose who plays. You "
        "can approve each team instead."
    ),
    "club_needed": _("Only club events can be limited to members."),
    "not_for_teams": _("This is not possible in team events."),
    "no_ratings_here": _("There are no ratings in this game."),
    "range_upside_down": _("The highest rating must not be below the lowest, %(low)s."),
}
BY_STATUS: dict[int, dict[str, _StrPromise]] = {
    404: {
        "no_such_request": _("There is no such request, or it has been withdrawn."),
        "no_such_link": _("This link is no longer valid. Ask the organiser for another one."),
    },
    409: {
        "invited_before": _("%(address)s has already been invited to this tournament."),
        "addresses_enough": _(
            "You can invite up to %(day)s e-mail addresses a day and %(event)s per tournament, "
            "and nobody more than three times a month. Try again later."
        ),
        "closed_to_addresses": _(
            "Entries are closed, so nobody could accept by e-mail address. Open entries first "
            "(“Change the tournament”), or invite by name."
        ),
        "address_refuses": _("%(address)s does not accept invitations."),
        "account_needed": _(
            "There is no account with your e-mail address yet. Sign up first (it’s free), then "
            "you can accept."
        ),
        "address_unconfirmed": _(
            "Your e-mail address has not been confirmed yet. Log in to get an e-mail with a "
            "confirmation link. After that you can accept."
        ),
        "no_place_offered": _(
            "There is nothing for you to answer here, or it is too late to answer."
        ),
        "listed_before": _("%(player)s has already been invited."),
        "entry_awaits": _("You have asked to enter. The organiser has not answered yet."),
        "entry_declined": _("The organiser has declined your entry. Reason: %(reason)s"),
        "request_answered": _("This request has already been answered."),
        "link_expired": _("This link has expired. Ask the organiser for another one."),
        "link_used_up": _("This link has been used up. Ask the organiser for another one."),
        "links_enough": _("At most %(limit)s links can be open at a time. Revoke one first."),
    },
    422: {
        "bad_address": _("“%(address)s” is not an e-mail address."),
        "list_has_errors": _("Nobody has been invited. Fix the incorrect lines first."),
        "empty_list": _("This list contains no names. Enter one player per line."),
        "list_too_long": _(
            "A list can have up to %(lines)s players and %(limit)s characters. Split it."
        ),
        "bad_link_limit": _(
            "A link can be limited to 1 to %(players)s players and to 1 to %(days)s days."
        ),
    },
    403: {
        "by_invitation_only": _(
            "Only invited players can enter this tournament. Ask the organiser for an invitation."
        ),
        "club_members_only": _(
            "Only members of %(club)s can enter this tournament. Join the club first, or ask "
            "somebody there for an invitation."
        ),
        "removed_before": _(
            "An organiser has removed you from this tournament. Only an organiser can enter you "
            "again."
        ),
        "approval_needed": _("Only the organiser can accept entries to this tournament."),
        "rating_outside": _(
            "To enter, you need a rating from %(low)s to %(high)s in %(pool)s. Yours is %(rating)s."
        ),
        "rating_too_low": _(
            "To enter, you need a rating of at least %(low)s in %(pool)s. Yours is %(rating)s."
        ),
        "rating_too_high": _(
            "To enter, you need a rating of at most %(high)s in %(pool)s. Yours is %(rating)s."
        ),
        "too_few_finished": ngettext_lazy(
            "To enter, you need %(least)s finished match against others. You have %(finished)s.",
            "To enter, you need %(least)s finished matches against others. You have %(finished)s.",
            "least",
        ),
        "not_reliable_enough": _(
            "To enter, you need a reliability of at least %(least)s%%. Yours is %(percent)s%%: "
            "%(kept)s of your latest %(counted)s matches without running out of time."
        ),
        "reliability_unknown": _(
            "To enter, you need a reliability of at least %(least)s%%. Yours will be known "
            "after %(needed)s finished matches against others."
        ),
    },
}


def with_pool_name(params: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """Replace the key of a rating pool by its name."""
    return {**params, "pool": pool_name(params["pool"])} if "pool" in params else params
