"""Messages of refusals about clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

BY_STATUS: dict[int, dict[str, _StrPromise]] = {
    404: {
        "no_such_series": _("There is no such series."),
        "no_such_club": _("There is no such club."),
        "no_such_member": _("There is no such member, or they have left."),
    },
    403: {
        "not_your_series": _("Only the people who run the series can do this."),
        "not_your_club": _("Only the owner and the officers of the club can do this."),
        "not_the_owner": _("Only the owner of the club can do this."),
        "guests_have_no_clubs": _(
            "For clubs, you need an account with a confirmed e-mail address."
        ),
        "club_by_invitation": _("Membership of this club is by invitation only."),
        "removed_from_club": _(
            "You were removed from this club. Only an invitation can bring you back."
        ),
    },
    409: {
        "series_enough": _("You already have %(limit)s series."),
        "series_full": _("A series can have up to %(limit)s events."),
        "not_in_a_series": _(
            "Team events and events of other private clubs cannot be part of a series."
        ),
        "club_closed": _("This club has been closed."),
        "clubs_enough": _("You already own %(limit)s clubs. Hand one over or close one first."),
        "founded_enough": _(
            "You have founded %(limit)s clubs in the past month. Please try again later."
        ),
        "club_name_taken": _("There is already a club called “%(name)s”."),
        "in_club_already": _("You are already a member of this club."),
        "member_already": _("%(player)s is already a member."),
        "not_in_club": _("You are not a member of this club."),
        "owner_stays": _(
            "The owner cannot leave or be removed. The club has to be handed over or closed first."
        ),
        "only_to_officers": _(
            "A club can only be handed over to an officer. Make the member an officer first."
        ),
        "club_full": _("A club can have up to %(limit)s members."),
        "club_has_events": _(
            "The club has announced events, so it can no longer change between public and private."
        ),
        "news_enough": _(
            "A club can make up to %(limit)s announcements a day. Please try again tomorrow."
        ),
    },
    422: {
        "bad_series_name": _("Give the series a name of at most %(limit)s characters."),
        "bad_series_points": _(
            "Enter up to %(places)s whole numbers in falling order, the first at most %(most)s."
        ),
        "bad_series_best": _("Between 1 and %(most)s events can count."),
        "bad_club_name": _(
            "A club name needs %(low)s to %(limit)s characters and must include letters."
        ),
        "club_name_official": _(
            "“%(name)s” could be mistaken for the site itself or its staff. Please choose another "
            "name."
        ),
        "bad_club_terms": _("“%(term)s” cannot have this value in the usual terms."),
        "close_not_confirmed": _(
            "Tick the box to confirm that you want to close the club for good."
        ),
        "bad_club_role": _("Choose one of these roles: %(known)s."),
    },
}
