"""Commands that choose which e-mails a player gets, and their format."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.services.profile import change_language
from inbound.grammar import Command, Verb
from inbound.services.command_types import CommandOutcome, CommandRequest
from notifications.addresses import About
from notifications.kinds import REFUSABLE
from notifications.services import subscriptions
from tournaments.services.admission import by_address

ESSENTIAL_KINDS = frozenset(
    {"your_turn", "reminder", "invitation", "match_started", "match_finished", "flagged"}
    | {"tie_offered", "take_back_asked", "pause_proposed", "round_closing"}
)
NEWS = "tournament_open"


def stop_emails(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    """Turn off every kind of e-mail that is not needed to play a match.

    In reply to an invitation of the player's address, refuse all such invitations, too.
    """
    if request.matter.about is About.ADDRESS_INVITATION and request.player.address:
        by_address.unsubscribe_address(request.player.address, now=request.now)
        outcome.said.append(_("Nobody can invite this e-mail address to a tournament any more."))
    for kind in REFUSABLE:
        if kind not in ESSENTIAL_KINDS:
            subscriptions.set_preference(request.player, kind, wanted=False, now=request.now)
    outcome.said.append(
        _("You will now get e-mails only about your turns, deadlines, challenges and results.")
    )
    outcome.said.append(_("Reply “start” to get the others again."))


def restart_emails(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    """Restore the default: all e-mails."""
    subscriptions.clear_refusals(request.player)
    outcome.said.append(_("You will get e-mails about everything that concerns you again."))


def set_news(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Turn e-mails about new tournaments on or off."""
    wanted = command.verb is Verb.NEWS_ON
    subscriptions.set_preference(request.player, NEWS, wanted=wanted, now=request.now)
    if wanted:
        outcome.said.append(_("You will now get an e-mail when a tournament opens for entries."))
    else:
        outcome.said.append(_("You will no longer get e-mails about new tournaments."))


def activate_language(commands: Sequence[Command]) -> None:
    """Activate the language that one of the commands chooses, for the whole reply."""
    chosen = [each.text for each in commands if each.verb is Verb.LANGUAGE]
    if chosen:
        translation.activate(chosen[-1])


def set_language(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    change_language(request.player, command.text)
    outcome.said.append(_("Our pages and e-mails will now be in English."))


def set_plain_text(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Switch to plain text only, or back to HTML."""
    plain = command.verb is Verb.PLAIN
    subscriptions.set_plain_text(request.player, plain=plain)
    if plain:
        outcome.said.append(_("Your e-mails will now be plain text only."))
    else:
        outcome.said.append(_("Your e-mails will have pictures again."))
