"""E-mails to entrants and organisers in the course of an event.

A context is plain JSON in the reader's own language: ``headline``, ``paragraphs``, instants, and
the address of the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.utils import translation
from django.utils.translation import gettext as _, ngettext

from accounts.models import Player
from accounts.naming import isolated
from games.models import Match, Seat
from games.seat_queries import are_strangers
from games.services.emails.contexts import reply_reference
from notifications.models import Message, Preference
from notifications.services import outbox
from notifications.services.headers import absolute_url
from tournaments import club_queries, queries
from tournaments.models import ClubMember, Entrant, FixtureSeat, Round, Tournament
from tournaments.services import wording
from tournaments.services.emails import entry_links, terms
from tournaments.services.tables import finals

FINAL_KIND = "standings"  # kind of the e-mail that a season is over
EmailContent = Callable[[], dict[str, object]]


def post(
    kind: str,
    player: Player,
    key: str,
    tournament: Tournament,
    content: EmailContent,
    now: datetime,
) -> bool:
    """Post one e-mail in the reader's language; return whether it is in the outbox."""
    if player.address is None:
        return False
    with translation.override(player.language):
        context = {
            "tournament": tournament.title,
            "sender": tournament.title,
            "matter": ["tournament", tournament.pk],
            "url": absolute_url(tournament.get_absolute_url()),
            **content(),
        }
    made = outbox.post(
        kind=kind, player=player, key=key, context=context, now=now, thread=tournament.thread
    )
    return made is not None


def match_reply_context(match: Match | None, player: Player) -> dict[str, object]:
    """Return the context that makes replies be about the player's own match; {} without a seat."""
    seat = Seat.objects.filter(match=match, player=player).first() if match is not None else None
    return (
        {"matter": reply_reference(match, seat)} if match is not None and seat is not None else {}
    )


def notify_open(tournament: Tournament, *, now: datetime) -> None:
    """E-mail the players subscribed to new tournaments.

    For members-only events, only the members of the club.
    """
    chosen = Preference.objects.filter(kind="tournament_open", thread="", wanted=True)
    readers = Player.objects.filter(pk__in=chosen.values("player"), closed_at=None)
    if tournament.for_members:
        members = ClubMember.objects.present().filter(club=tournament.club)
        readers = readers.filter(pk__in=members.values("player"))
    for player in readers.select_related("user").exclude(pk__in=tournament.organiser_ids):
        post(
            "tournament_open",
            player,
            f"tournament_open:{tournament.pk}:{player.pk}",
            tournament,
            partial(_open_content, tournament, player),
            now,
        )


def _open_content(tournament: Tournament, player: Player) -> dict[str, object]:
    """Return what opens, and until when and where to enter.

    Players invited to an invitation-only event get a separate e-mail.
    """
    how: dict[str, object] = {"hint": "none"}
    told = [tournament.text] if tournament.text else []
    if told and are_strangers(tournament.organiser, player):
        told = [_("The organiser’s description is on the tournament’s page.")]
    by_invitation = tournament.access == Tournament.Access.INVITED
    if not tournament.event_format.has_teams and not by_invitation:
        how = {"hint": "tournament_open", "url": entry_links.url_of(tournament, player)}
        told.append(_("You can enter with the link below. You don’t need to log in."))
    return how | {
        "headline": _("%(name)s: open for entries") % {"name": isolated(tournament.title)},
        "paragraphs": told,
        "facts": [*terms.facts(tournament), *terms.conditions(tournament)],
        "row": ["tournament_open", tournament.pk],
        **terms.start_context(tournament),
    }


def read_open(message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return the text again; None if the reader cannot enter any more or has entered."""
    tournament = Tournament.objects.get(pk=pk)
    player = message.player
    if player is None or not tournament.is_open or tournament.entries_closed:
        return None
    if not queries.can_see(tournament, player) or not _may_be_notified(tournament, player):
        return None
    return None if queries.is_entered(tournament, player) else _open_content(tournament, player)


def _may_be_notified(tournament: Tournament, player: Player) -> bool:
    """Whether the player may be notified: members-only events are for members of the club."""
    club = tournament.club
    return not tournament.for_members or (club is not None and club_queries.is_member(club, player))


def notify_started(tournament: Tournament, entrants: Sequence[Entrant], *, now: datetime) -> None:
    """Notify the entrants that the season begins and in which division they play."""
    sizes = Counter(entrant.division_id for entrant in entrants)

    def content(entrant: Entrant) -> dict[str, object]:
        count = sizes[entrant.division_id]
        where = (
            _("You play in %(division)s; ") % {"division": wording.division_name(entrant.division)}
            if tournament.division_size and entrant.division
            else ""
        )
        players = ngettext("%(count)d entrant.", "%(count)d entrants.", count) % {"count": count}
        until = terms.deadline_context(tournament, now)
        return {
            "headline": _("%(name)s begins") % {"name": isolated(tournament.title)},
            "paragraphs": [f"{where}{players}", *terms.instructions(tournament)],
            "facts": terms.facts(tournament),
            **until,
            **({"row": ["contest", entrant.pk]} if until else {}),
        }

    for entrant in entrants:
        key = f"tournament_started:{tournament.pk}:{entrant.pk}"
        post("tournament_started", entrant.player, key, tournament, partial(content, entrant), now)


def notify_closing(tournament: Tournament, own: Sequence[FixtureSeat], *, now: datetime) -> None:
    """Notify a player that their round ends soon while their match still runs.

    ``own`` are all their seats in rounds that end together: with concurrent rounds they share one
    e-mail.
    """
    key = f"round_closing:{own[0].fixture.round_id}:{now.isoformat()}:{own[0].entrant_id}"
    content = partial(_closing_content, tournament, own)
    post("round_closing", own[0].entrant.player, key, tournament, content, now)


def _closing_content(tournament: Tournament, own: Sequence[FixtureSeat]) -> dict[str, object]:
    ending, match = own[0].fixture.round, own[0].fixture.match
    page: Tournament | Match | None = tournament if len(own) > 1 else match
    named = {"round": ending.number, "name": isolated(tournament.title)}
    open_matches = ngettext(
        "Your match is still running. If it is not finished by the end of the round, the "
        "players can make a claim, and a referee decides.",
        "%(count)d of your matches are still running. If one is not finished by the end of "
        "the round, the players can make a claim, and a referee decides.",
        len(own),
    )
    return {
        "headline": _("%(name)s: the rounds end soon") % named
        if len(own) > 1
        else _("%(name)s: round %(round)d ends soon") % named,
        "paragraphs": [open_matches % {"count": len(own)}],
        "closes_at": ending.closes_at.isoformat(),
        "url": absolute_url((page or tournament).get_absolute_url()),
        "row": ["closing", own[0].entrant_id, *(seat.fixture_id for seat in own)],
        **(match_reply_context(match, own[0].entrant.player) if len(own) == 1 else {}),
    }


def read_closing(
    _message: Message, now: datetime, entrant: int, *fixtures: int
) -> dict[str, object] | None:
    """Return the text for the matches that still run; None if none does or the round is over."""
    seats = FixtureSeat.objects.filter(
        entrant=entrant,
        fixture__in=fixtures,
        fixture__settled_at=None,
        fixture__round__closes_at__gt=now,
    )
    seats = seats.select_related("entrant__player", "entrant__tournament")
    own = list(seats.select_related("fixture__round", "fixture__match").order_by("pk"))
    return _closing_content(own[0].entrant.tournament, own) if own else None


def withdraw_closing(tournament: Tournament, ending: Round, *, now: datetime) -> None:
    """Withdraw unsent e-mails about the end of a round that now ends later."""
    waiting = Message.objects.filter(thread=tournament.thread, kind="round_closing").unsent()
    mine = waiting.filter(key__startswith=f"round_closing:{ending.pk}:")
    for key in list(mine.values_list("key", flat=True)):
        outbox.withdraw(key, now=now)


def notify_finished(tournament: Tournament, *, now: datetime) -> None:
    """Notify every entrant how the season ended and where they finished."""
    ending, digest = finals.ending_of(tournament), finals.places_digest(tournament)
    numbered = Entrant.objects.filter(tournament=tournament, number__isnull=False)
    for entrant in numbered.select_related("player__user"):
        content = partial(_final_content, tournament, ending, entrant, digest)
        key = _final_key(tournament, entrant, tournament.finished_at or now)
        post(FINAL_KIND, entrant.player, key, tournament, content, now)


def _final_key(tournament: Tournament, entrant: Entrant, ended: datetime | None) -> str:
    return f"{_final_key_prefix(tournament, ended)}{entrant.pk}" if ended else ""


def _final_key_prefix(tournament: Tournament, ended: datetime) -> str:
    return f"{FINAL_KIND}:{tournament.pk}:{ended.isoformat()}:"


def lock_notified_of_end(tournament: Tournament, ended: datetime, now: datetime) -> set[int]:
    """Lock the e-mails that the season is over; return the players who have one or are getting it
    now.

    The lock keeps senders from claiming the others before the transaction ends.
    """
    own = Message.objects.filter(thread=tournament.thread, kind=FINAL_KIND)
    own = own.filter(key__startswith=_final_key_prefix(tournament, ended)).order_by("pk")
    return {
        each.player_id
        for each in own.select_for_update()
        if each.player_id is not None
        and (each.sent_at or each.pushed_at or (each.claimed_until and each.claimed_until > now))
    }


def _final_content(
    tournament: Tournament, ending: finals.Ending, entrant: Entrant, digest: str
) -> dict[str, object]:
    return {
        "headline": _("%(name)s is over") % {"name": isolated(tournament.title)},
        "paragraphs": finals.final_sentences(ending, entrant),
        "places": digest,
        "row": ["ending", entrant.pk],
    }


def read_ending(message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return the places if a ruling has changed them; None if the event has resumed since."""
    entrant = Entrant.objects.select_related("tournament", "player").get(pk=pk)
    tournament = entrant.tournament
    if message.key != _final_key(tournament, entrant, tournament.finished_at):
        return None
    digest = finals.places_digest(tournament)
    if digest == message.context["places"]:
        return {}
    return _final_content(tournament, finals.ending_of(tournament), entrant, digest)
