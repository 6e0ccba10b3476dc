"""E-mails of clubs: invitations and their answers, announcements, roles, departures."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from games.seat_queries import are_strangers
from notifications.models import Message
from notifications.services import outbox
from notifications.services.headers import absolute_url
from notifications.services.limits import readers_at_limit
from tournaments import club_queries
from tournaments.models import UNANSWERED, Club, ClubInvitation, ClubMember, ClubNews
from tournaments.services.clubs import links
from tournaments.services.emails import terms

INVITATION_KIND, NEWS_KIND = "club_invitation", "club_news"
EmailContent = Callable[[], dict[str, object]]


def post(
    kind: str, player: Player, key: str, club: Club, content: EmailContent, now: datetime
) -> None:
    """Post one e-mail to the outbox, composed in the reader's language."""
    if player.address is None:
        return
    with translation.override(player.language):
        context = {
            "club": club.name,
            "sender": club.name,
            "url": absolute_url(club.get_absolute_url()),
            **content(),
        }
    name = f"{kind}:{club.pk}:{key}:{player.pk}"
    if kind == INVITATION_KIND:
        name = outbox.latest_key(name, now)
    outbox.post(kind=kind, player=player, key=name, context=context, now=now, thread=club.thread)


def ask_invitee(invitation: ClubInvitation, *, now: datetime) -> None:
    """E-mail the invitation with the link to answer; once a day at most."""
    key, content = f"asked:{now.date().isoformat()}", partial(_question_content, invitation)
    post(INVITATION_KIND, invitation.player, key, invitation.club, content, now)


def _question_content(invitation: ClubInvitation) -> dict[str, object]:
    headline, what = question(invitation, in_email=True)
    return {
        "headline": headline,
        "paragraphs": [*what, terms.how_to_reply()],
        "url": links.url_of(invitation),
        "matter": ["club_invitation", invitation.pk],
        "hint": "invitation",
        "row": ["club_invitation", invitation.pk],
    }


def read_invitation(_message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return the question again; None if it was answered or withdrawn, or the club has closed."""
    rows = ClubInvitation.objects.select_related("club", "player", "by")
    rows = rows.filter(UNANSWERED, club__closed_at=None)
    invitation = rows.filter(pk=pk).first()
    return _question_content(invitation) if invitation is not None else None


def question(invitation: ClubInvitation, *, in_email: bool = False) -> tuple[str, list[str]]:
    """Return headline and paragraphs in the active language; e-mails do not quote strangers."""
    words = {"club": isolated(invitation.club.name), "by": isolated(invitation.by.name)}
    what = [_("%(by)s invites you to join the club.") % words]
    if invitation.club.text:
        unread = in_email and are_strangers(invitation.by, invitation.player)
        hint = _("You can read the club’s description on its page.")
        what.append(hint if unread else invitation.club.text)
    if invitation.club.private:
        what.append(_("It is a private club: only its members know of it."))
    return _("%(club)s: would you like to join?") % words, what


def notify_answered(invitation: ClubInvitation, *, accepted: bool, now: datetime) -> None:
    """Notify the inviter of the answer."""
    words = {"club": isolated(invitation.club.name), "player": isolated(invitation.player.name)}

    def content() -> dict[str, object]:
        if accepted:
            return _build_content(_("%(club)s: %(player)s has joined") % words, _invited_sentence())
        return _build_content(_("%(club)s: %(player)s has declined") % words, _invited_sentence())

    key = f"answered:{invitation.player_id}:{now.isoformat()}"
    post(NEWS_KIND, invitation.by, key, invitation.club, content, now)


def notify_news(club_news: ClubNews, most: int, *, now: datetime) -> None:
    """E-mail an announcement to all members except its author and anybody who has had ``most``
    today.
    """
    words = {
        "club": isolated(club_news.club.name),
        "title": isolated(club_news.title),
        "player": isolated(club_news.by.name),
    }

    def content() -> dict[str, object]:
        headline = _("%(club)s: %(title)s") % words
        return {
            "headline": headline,
            "by": club_news.by.name,
            "words": club_news.text,
            "writer": club_news.by_id,
            "paragraphs": [],
        }

    members = club_queries.members_of(club_news.club)
    readers = [each.player for each in members if each.player_id != club_news.by_id]
    full = readers_at_limit(club_news.by, readers, NEWS_KIND, most, now)
    for player in readers:
        if player.pk not in full:
            post(NEWS_KIND, player, f"news:{club_news.pk}", club_news.club, content, now)


def notify_removed(club: Club, player: Player, by: Player, *, now: datetime) -> None:
    words = {"club": isolated(club.name), "by": isolated(by.name)}

    def content() -> dict[str, object]:
        gone = _("%(by)s has removed you. Your entries and matches are not affected.") % words
        found = _build_content(_("%(club)s: you are no longer a member") % words, gone)
        return found | ({"url": absolute_url("/clubs/")} if club.private else {})

    if player.pk != by.pk:
        post(NEWS_KIND, player, f"removed:{now.isoformat()}", club, content, now)


def notify_role_change(member: ClubMember, by: Player, *, now: datetime) -> None:
    """Notify a member of their new role; withdraws an unsent e-mail about the old one."""
    words = {"club": isolated(member.club.name), "by": isolated(by.name)}

    def content() -> dict[str, object]:
        if member.role == ClubMember.Role.OFFICER:
            return _build_content(
                _("%(club)s: you are now an officer") % words,
                _(
                    "You can invite and remove members, write announcements, change the club’s "
                    "settings and organise its events."
                ),
            )
        left = _("You are still a member.")
        return _build_content(_("%(club)s: you are no longer an officer") % words, left)

    mine = Message.objects.filter(
        key__startswith=f"{NEWS_KIND}:{member.club_id}:role:", player=member.player
    )
    for key in mine.unsent().values_list("key", flat=True):
        outbox.withdraw(key, now=now)
    post(NEWS_KIND, member.player, f"role:{now.isoformat()}", member.club, content, now)


def notify_new_owner(heir: ClubMember, before: Player, *, now: datetime) -> None:
    words = {"club": isolated(heir.club.name), "before": isolated(before.name)}

    def content() -> dict[str, object]:
        return _build_content(
            _("%(club)s: you are now the owner") % words,
            _("%(before)s has handed the club over, or has closed their account.") % words,
            _("You can appoint officers, hand the club over and close it."),
        )

    post(NEWS_KIND, heir.player, f"owner:{now.isoformat()}", heir.club, content, now)


def notify_closed(club: Club, by: Player, *, now: datetime) -> None:
    words = {"club": isolated(club.name), "by": isolated(by.name)}

    def content() -> dict[str, object]:
        return _build_content(
            _("%(club)s has been closed") % words,
            _("Its running events continue, and its page can still be read."),
        )

    for each in club_queries.members_of(club):
        if each.player_id != by.pk:
            post(NEWS_KIND, each.player, "closed", club, content, now)


def _invited_sentence() -> str:
    return _("You had invited them.")


def _build_content(headline: str, *paragraphs: str) -> dict[str, object]:
    return {"headline": headline, "paragraphs": list(paragraphs)}
