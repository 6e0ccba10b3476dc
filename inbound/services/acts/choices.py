"""Which e-mails a player gets, and how they look, chosen by a word."""

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

KEPT_BY_STOP = frozenset(
    {"your_turn", "reminder", "invitation", "match_started", "match_finished", "flagged"}
    | {"tie_offered", "take_back_asked", "pause_proposed", "round_closing"}
)
NEWS = "tournament_open"


def stop_emails(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    """Refuse every kind of e-mail without which a match can still be played.

    In answer to an invitation of their address also all others of that kind.
    """
    if request.matter.about is About.ADDRESS_INVITATION and request.player.address:
        by_address.refuse_address(request.player.address, now=request.now)
        outcome.said.append(_("Nobody can invite this e-mail address to a tournament any more."))
    for kind in REFUSABLE:
        if kind not in KEPT_BY_STOP:
            subscriptions.set_preference(request.player, kind, wanted=False, now=request.now)
    outcome.said.append(
        _("From now on you get e-mails only about your turns, deadlines, challenges and results.")
    )
    outcome.said.append(_("“start” turns the others back on."))


def restart_emails(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    """Take all refusals back: the player gets the default e-mails."""
    subscriptions.clear_refusals(request.player)
    outcome.said.append(_("From now on you get e-mails about everything that concerns you again."))


def set_news(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Tell the player of new tournaments from now on, or no longer."""
    wanted = command.verb is Verb.NEWS_ON
    subscriptions.set_preference(request.player, NEWS, wanted=wanted, now=request.now)
    if wanted:
        outcome.said.append(_("From now on you get an e-mail when a tournament opens for entries."))
    else:
        outcome.said.append(_("From now on you get no e-mails about new tournaments."))


def activate_language(commands: Sequence[Command]) -> None:
    """Let the whole answer be in the language that the player chooses by one of the commands."""
    chosen = [each.text for each in commands if each.verb is Verb.LANGUAGE]
    if chosen:
        translation.activate(chosen[-1])


def set_language(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Change the language of the player's pages and e-mails."""
    change_language(request.player, command.text)
    outcome.said.append(_("From now on our pages and e-mails are in English."))


def set_plain_text(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Send plain text alone from now on, or pictures again."""
    plain = command.verb is Verb.PLAIN
    subscriptions.set_plain_text(request.player, plain=plain)
    if plain:
        outcome.said.append(_("From now on your e-mails are plain text only."))
    else:
        outcome.said.append(_("From now on your e-mails have pictures again."))
