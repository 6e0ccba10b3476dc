"""E-mails about organisers: invitations, answers and changes.

None is sent for a draft; people invited to one see that on the site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from notifications.models import Message
from notifications.services.headers import absolute_url
from tournaments import panel_queries, staff_queries
from tournaments.models import UNANSWERED, EventInvitation, Revision, Tournament
from tournaments.services.emails import terms
from tournaments.services.emails.news import ask_once, notify_news, withdraw_news
from tournaments.services.entries import persons
from tournaments.services.revisions import links

Kind = EventInvitation.Kind
EmailText = Callable[[], tuple[str, list[str]]]


def ask_invitee(invitation: EventInvitation, *, now: datetime) -> None:
    """E-mail the invitation with the link to answer; once a day at most."""
    if invitation.tournament.status == Tournament.Status.DRAFT:
        return
    what = f"asked_{Kind(invitation.kind)}_{now.date().isoformat()}"
    ask_once(
        invitation.tournament, invitation.player, what, partial(_question_content, invitation), now
    )


def ask_all_invitees(tournament: Tournament, *, now: datetime) -> None:
    """Ask everybody who was invited while the tournament was a draft."""
    for invitation in staff_queries.invitations_for(tournament):
        invitation.tournament = tournament
        ask_invitee(invitation, now=now)


def _question_content(invitation: EventInvitation) -> dict[str, object]:
    headline, what = question(invitation)
    return {
        "headline": headline,
        "paragraphs": [*what, terms.how_to_reply()],
        "url": links.url_of(invitation),
        "matter": ["event_invitation", invitation.pk],
        "hint": "invitation",
        "facts": terms.facts(invitation.tournament),
        "row": ["event_invitation", invitation.pk],
    }


def read_invitation(_message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return the question again; None if it was answered or withdrawn, or entries are closed for
    good.

    Temporary obstacles (running matches, a suspension, a full ladder) do not count; the page
    explains them.
    """
    rows = EventInvitation.objects.select_related("tournament__organiser", "player", "by")
    rows = rows.filter(UNANSWERED, tournament__finished_at=None)
    asked = rows.filter(pk=pk).first()
    if asked is None or (
        asked.kind == Kind.ENTER and not persons.accepts_entries(asked.tournament)
    ):
        return None
    return _question_content(asked)


def question(invitation: EventInvitation) -> tuple[str, list[str]]:
    """Return the question and what accepting means, in the active language."""
    tournament = invitation.tournament
    words = {"name": isolated(tournament.title), "by": isolated(invitation.by.name)}
    if invitation.kind == Kind.HELP:
        return _("%(name)s: will you help organise?") % words, [
            _("%(by)s would like you to be a co-organiser.") % words,
            _(
                "You could do everything the main organiser can (change the tournament, invite "
                "and remove players, start it), except hand it over."
            ),
        ]
    if invitation.kind == Kind.TAKE_OVER:
        return _("%(name)s: will you take over?") % words, [
            _("%(by)s would like you to be the main organiser.") % words,
            _former_organiser_sentence(tournament.organiser),
        ]
    return _("%(name)s: would you like to play?") % words, [
        _("%(by)s invites you to this tournament.") % words,
        _("If you accept, you will be entered. If you don’t reply, you won’t be."),
    ]


def _former_organiser_sentence(organiser: Player) -> str:
    """Return what happens to the current main organiser if somebody takes over."""
    if organiser.closed_at is not None:
        return _("The main organiser has closed their account.")
    words = {"before": isolated(organiser.name)}
    return _("If you accept, %(before)s stays as a co-organiser and can be removed by you.") % words


def notify_declined(invitation: EventInvitation, *, now: datetime) -> None:
    """Notify the inviting organiser of a refusal."""
    words = {
        "name": isolated(invitation.tournament.title),
        "player": isolated(invitation.player.name),
    }

    def content() -> tuple[str, list[str]]:
        return _("%(name)s: %(player)s has declined") % words, [_request_sentence(invitation)]

    _notify(invitation.tournament, [invitation.by], f"declined_{invitation.pk}", content, now)


def notify_accepted(invitation: EventInvitation, *, now: datetime) -> None:
    """Notify the organisers of an acceptance."""
    words = {
        "name": isolated(invitation.tournament.title),
        "player": isolated(invitation.player.name),
    }
    others = staff_queries.organisers_of(invitation.tournament)
    others = [each for each in others if each.pk != invitation.player_id]

    def content() -> tuple[str, list[str]]:
        return _("%(name)s: %(player)s has accepted") % words, [_request_sentence(invitation)]

    key = f"accepted_{invitation.kind}_{invitation.player_id}_{now.isoformat()}"
    _notify(invitation.tournament, others, key, content, now)


def _request_sentence(invitation: EventInvitation) -> str:
    words = {"by": isolated(invitation.by.name)}
    if invitation.kind == Kind.HELP:
        return _("%(by)s had asked them to help organise.") % words
    if invitation.kind == Kind.TAKE_OVER:
        return _("%(by)s had asked them to take over as the main organiser.") % words
    return _("%(by)s had invited them to enter.") % words


def notify_handed_over(
    tournament: Tournament, before: Player, by: Player, *, now: datetime
) -> None:
    """Notify organisers and referees of the new main organiser and who had asked for it.

    If the former main organiser has asked, ``notify_accepted`` notifies the organisers.
    """
    words = {
        "name": isolated(tournament.title),
        "player": isolated(tournament.organiser.name),
        "before": isolated(before.name),
        "by": isolated(by.name),
    }

    def content() -> tuple[str, list[str]]:
        why = _("%(before)s has handed the tournament over.")
        if by.pk != before.pk:
            why = _("%(by)s had asked them to take over as the main organiser.")
        return _("%(name)s: %(player)s is now the main organiser") % words, [why % words]

    readers = {each.pk: each for each in panel_queries.referees(tournament)}
    readers[tournament.organiser_id] = tournament.organiser
    if by.pk != before.pk:
        readers |= {each.pk: each for each in [by, *staff_queries.organisers_of(tournament)]}
    _notify(tournament, readers.values(), f"handed_over_{now.isoformat()}", content, now)


def notify_inherited(tournament: Tournament, *, now: datetime) -> None:
    """Notify organisers and referees of the successor of a main organiser who has left the site."""
    words = {
        "name": isolated(tournament.title),
        "player": isolated(tournament.organiser.name),
    }

    def content() -> tuple[str, list[str]]:
        return _("%(name)s: %(player)s is now the main organiser") % words, [
            _("The previous main organiser has closed their account.")
        ]

    people = [*staff_queries.organisers_of(tournament), *panel_queries.referees(tournament)]
    readers = {each.pk: each for each in people}
    _notify(tournament, readers.values(), f"inherited_{now.isoformat()}", content, now)


def notify_ownerless(tournament: Tournament, operators: Iterable[Player], *, now: datetime) -> None:
    """Ask the operators to name a main organiser for a tournament without any."""
    words = {"name": isolated(tournament.title)}
    url = absolute_url(reverse("tournaments:organisers", args=[tournament.pk]))

    def content() -> dict[str, object]:
        return {
            "headline": _("%(name)s has no organiser any more") % words,
            "paragraphs": [
                _("The main organiser has closed their account, and nobody could take over."),
                _("Please name a new main organiser on this page:"),
            ],
            "url": url,
            "row": ["ownerless", tournament.pk],
        }

    for player in operators:
        notify_news(tournament, player, f"ownerless_{now.isoformat()}", content, now)


def read_ownerless(_message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return no changes; None if the tournament has an organiser again or is over."""
    alone = Tournament.objects.filter(pk=pk, finished_at=None, organiser__closed_at__isnull=False)
    return {} if alone.exists() else None


def notify_left(tournament: Tournament, player: Player, by: Player, *, now: datetime) -> None:
    """Notify a co-organiser of their removal, or the organisers of a resignation."""
    words = {
        "name": isolated(tournament.title),
        "player": isolated(player.name),
        "by": isolated(by.name),
    }

    def removed() -> tuple[str, list[str]]:
        return _("%(name)s: you are no longer a co-organiser") % words, [
            _("%(by)s has removed you. Your entries and matches are not affected.") % words
        ]

    def stepped_down() -> tuple[str, list[str]]:
        return _("%(name)s: %(player)s is no longer a co-organiser") % words, [
            _("They have stepped down.")
        ]

    key = f"co_left_{player.pk}_{now.isoformat()}"
    if by.pk == player.pk:
        _notify(tournament, staff_queries.organisers_of(tournament), key, stepped_down, now)
    else:
        _notify(tournament, [player], key, removed, now)


def notify_restored(line: Revision, player: Player, *, now: datetime) -> None:
    """Notify a co-organiser that their removal was undone, and how to leave.

    If the e-mail about the removal is still unsent, both are dropped.
    """
    tournament = line.tournament
    words = {"name": isolated(tournament.title), "by": isolated(line.by.name)}
    left = f"co_left_{player.pk}_{line.undoes.made_at.isoformat()}" if line.undoes else ""
    if withdraw_news(tournament, player, [left], now):
        return

    def content() -> tuple[str, list[str]]:
        return _("%(name)s: you are a co-organiser again") % words, [
            _("%(by)s has undone your removal.") % words,
            _("If you don’t want to help, step down on the organisers page."),
        ]

    _notify(tournament, [player], f"co_back_{player.pk}_{now.isoformat()}", content, now)


def _notify(
    tournament: Tournament, readers: Iterable[Player], key: str, words: EmailText, now: datetime
) -> None:
    def content() -> dict[str, object]:
        headline, paragraphs = words()
        return {"headline": headline, "paragraphs": paragraphs}

    if tournament.status == Tournament.Status.DRAFT:
        return
    for player in readers:
        notify_news(tournament, player, key, content, now)
