from __future__ import annotations

from django.urls import reverse

from games.models import Challenge
from games.rules import registry
from games.services.errors import Refused
from games.services.wording import game_words
from games.services.wording.rules_text import rules_sections
from inbound.grammar import Command
from inbound.services import game_names, strangers
from inbound.services.acts import invitations
from inbound.services.command_types import CommandOutcome, CommandRequest, Section
from notifications.addresses import About
from notifications.services.headers import absolute_url
from tournaments import queries as event_queries
from tournaments.models import Tournament


def show_rules(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Show the rules of the named game, or of the game the e-mail is about."""
    if command.text:
        key = game_names.find_game(command.text)
    else:
        key = outcome.loaded.match.ruleset if outcome.loaded is not None else _get_game(request)
    if key not in registry.offered_keys():
        games = game_names.join_game_names(list(registry.offered_keys()))
        raise Refused("which_game", text=str(command.verb), games=games)
    first, *others = rules_sections(key)
    url = absolute_url(reverse("games:rules", args=[key]))
    title = game_words.ruleset_name(key)
    outcome.sections.append(Section(first.heading or title, first.lines, url=url))
    outcome.sections += [Section(each.heading, each.lines) for each in others]


def _get_game(request: CommandRequest) -> str:
    """Return the game of the challenge or event an e-mail is about, "" if it has none."""
    about, pk = request.matter.about, request.matter.pk
    if about is About.CHALLENGE:
        return Challenge.objects.filter(pk=pk).values_list("ruleset", flat=True).first() or ""
    event: Tournament | None = None
    if about is About.TOURNAMENT:
        event = event_queries.visible_tournament(request.player, pk)
    elif about is About.EVENT_INVITATION:
        event = invitations.get_open_invitation(request).tournament
    elif about is About.ADDRESS_INVITATION and (asked := strangers.invitation_of(request.matter)):
        event = asked.tournament
    return event.ruleset if event is not None else ""
