"""Commands that offer a match: a rematch, or a challenge by name."""

from __future__ import annotations

from contextlib import suppress

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import MAX_NAME_LENGTH, isolated
from games import challenge_queries, clocks, lobby_queries
from games.models import Challenge, Match, UsualTerms
from games.rules import registry
from games.services.challenges import challenges, rematches
from games.services.challenges.invitations import time_control_text
from games.services.errors import Refused
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from games.services.wording import game_words
from inbound.grammar import Command
from inbound.services import game_names
from inbound.services.command_types import CommandOutcome, CommandRequest
from notifications.addresses import About


def offer_rematch(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Offer a rematch on the same terms."""
    if request.matter.about is not About.MATCH:
        raise Refused("not_about_match", text=str(command.verb))
    rematches.offer_rematch(request.matter.pk, request.player, now=request.now)
    outcome.said.append(_("You have offered a rematch."))
    outcome.said.append(_("You will get an e-mail when it is answered."))


def send_challenge(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Challenge a player by name, optionally followed by the name of a game.

    Without one, the terms of the match or the player's usual terms apply.
    """
    opponent, game = _opponent_and_game(command.text)
    terms = _terms_for_game(request.player, game) if game else _get_terms(request)
    offer = Offer(opponent=opponent)
    made = challenges.issue_challenge(request.player, terms, offer, now=request.now)
    said = _("You have challenged %(player)s to %(game)s.")
    outcome.said.append(said % {"player": isolated(opponent.name), "game": _get_game_name(made)})
    outcome.said.append(_("You will get an e-mail when it is answered."))


def _opponent_and_game(text: str) -> tuple[Player, str]:
    """Return the player (the longest matching name) and the game that follows, "" if none."""
    words = text.split(maxsplit=MAX_NAME_LENGTH)
    for count in range(min(len(words), MAX_NAME_LENGTH), 0, -1):
        opponent = lobby_queries.player_named(" ".join(words[:count]).rstrip(":"))
        if opponent is not None:
            named = " ".join(words[count:])
            return opponent, game_names.find_game(named) if named else ""
    raise Refused("no_player_called", name=text)


def _terms_for_game(player: Player, ruleset: str) -> Terms:
    """Return the player's usual terms for a game, or the defaults."""
    own, _latest = challenge_queries.usual_terms_of(player, ruleset)
    if own is not None:
        with suppress(Refused):
            return _validate_terms(own)
    rules = registry.get(ruleset)
    rated = rules.pool is not None and rules.rateable({})
    return Terms.checked(ruleset, {}, clocks.PRESETS["three_days"], rated=rated)


def _get_terms(request: CommandRequest) -> Terms:
    """Return the terms of the match, or the player's usual terms."""
    if request.matter.about is About.MATCH:
        match = Match.objects.get(pk=request.matter.pk)
        return Terms.checked(
            match.ruleset, match.options, match.control, rated=match.rated, private=match.private
        )
    return _get_usual_terms(request.player)


def _get_game_name(challenge: Challenge) -> str:
    options = game_words.options_line(challenge.ruleset, challenge.options)
    parts = (game_words.ruleset_name(challenge.ruleset), options, time_control_text(challenge))
    return ", ".join(filter(None, parts))


def _get_usual_terms(player: Player) -> Terms:
    _own, usual = challenge_queries.usual_terms_of(player, "")
    if usual is None:
        raise Refused("no_terms_yet")
    return _validate_terms(usual)


def _validate_terms(usual: UsualTerms) -> Terms:
    return Terms.checked(
        usual.ruleset, usual.options, usual.control, rated=usual.rated, private=usual.private
    )
