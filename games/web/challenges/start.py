"""Starting a match in three steps, each a plain page: game, opponent, terms."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import circle_queries
from accounts.naming import get_name_key, isolated
from accounts.queries import PageRequest, PlayerRequest
from games import challenge_queries, lobby_queries
from games.families.registry import family_of
from games.rules import registry
from games.seeds import generate_seed
from games.services.bots import asking, capacity
from games.services.errors import Refused
from games.services.solo.solo import is_solo
from games.services.wording import game_words, level_words, result_words
from games.services.wording.timetable_words import playing_hours_text
from games.web.access import player_required, redirect_to_login
from games.web.challenges.forms_challenge import (
    KINDS,
    LINK,
    NAMED,
    ChallengeForm,
    ChallengeSetup,
    build_initial,
)
from games.web.challenges.forms_opponent import OpponentForm
from games.web.challenges.pending_seats import score_against_context
from games.web.challenges.tiles import TilesForm

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Challenge

TOKEN_BYTES = 24
MAX_SUGGESTED = 8
GAME, OPPONENT, TERMS = "1", "2", "3"


@dataclass(frozen=True)
class StartChoices:
    """The choices so far, as in the URL: game, kind of challenge, opponents, requested step."""

    ruleset: str = ""
    kind: str = ""
    opponent: str = ""
    step: str = ""

    @classmethod
    def of(cls, request: PageRequest) -> StartChoices:
        """Parse the query string; invalid values are ignored."""
        asked = request.GET
        ruleset, kind = asked.get("ruleset", ""), asked.get("kind", "")
        named = _get_player_name(asked.get("player", "")) or asked.get("opponent", "")[:160].strip()
        fits = ruleset in registry.offered_keys() and not is_solo(ruleset)
        kind = kind if kind in KINDS else NAMED if named else ""
        return cls(ruleset if fits else "", kind, named, asked.get("step", ""))

    def to(self, **changed: str) -> str:
        """Return the URL with some choices changed."""
        said = {"ruleset": self.ruleset, "kind": self.kind, "opponent": self.opponent} | changed
        query = urlencode({name: value for name, value in said.items() if value})
        address = reverse("games:start")
        return f"{address}?{query}" if query else address


def _get_player_name(number: str) -> str:
    """Return the name of the player with this id if they may be challenged, else ""."""
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return ""
    player = lobby_queries.player_by_id(int(number))
    return player.name if player and not player.closed_at and not player.is_guest else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: PageRequest) -> HttpResponse:
    """Show the first step that is not complete; the last one accepts POST."""
    way = StartChoices.of(request)
    if not way.ruleset or way.step == GAME:
        return _games_page(request, way)
    if request.reader is None:
        return redirect_to_login(request)
    return _opponent_or_terms_page(request, way)


def _games_page(request: PageRequest, way: StartChoices) -> HttpResponse:
    """Show the games, or only those of the bot that was named."""
    form, bot = TilesForm(request.GET), None
    if way.kind == NAMED and "," not in way.opponent:
        player = lobby_queries.player_named(way.opponent)
        bot = lobby_queries.bot_of(player) if player else None
    found = [
        {"tile": tile, "url": way.to(ruleset=tile.key)}
        for tile in form.found(bot.rulesets if bot else None)
    ]
    context = {"form": form, "found": found, "way": way, "bot": bot}
    return render(request, "games/start/games.html", context)


@player_required
def _opponent_or_terms_page(request: PlayerRequest, way: StartChoices) -> HttpResponse:
    """Show the opponents until valid ones are chosen, then the terms."""
    form = None
    if way.kind == NAMED or "opponent" in request.GET:
        form = OpponentForm(request.reader, way.ruleset, {"opponent": way.opponent})
    if way.step == OPPONENT or not way.kind:
        form = OpponentForm(request.reader, way.ruleset, initial={"opponent": way.opponent})
        return _opponents_page(request, way, form)
    if way.kind == NAMED and form is not None and not form.is_valid():
        return _opponents_page(request, way, form)
    players = tuple(form.players) if form is not None and way.kind == NAMED else ()
    return _terms_page(request, way, ChallengeSetup(request.reader, way.ruleset, way.kind, players))


def _opponents_page(request: PlayerRequest, way: StartChoices, form: OpponentForm) -> HttpResponse:
    form.fields["opponent"].widget.attrs["hx-get"] = reverse("games:start_names")
    recent = lobby_queries.recent_opponents(request.reader)
    bots = bot_choices(way.ruleset, request.reader)
    for row in bots:
        row["url"] = _next_url(way, form, row["player"])
    context = {
        "form": form,
        "way": way,
        "game": _game_context(way),
        "bots": bots,
        "instead": _nearest_free_bot(way, bots, form.full),
        "measured": any(row["about"] for row in bots),
        "by_luck": bool(bots) and not bots[0]["level"],
        "recent": [
            {"player": player, "url": _next_url(way, form, player)}
            for player in recent
            if not player.is_bot  # bots that play this game are listed separately
        ],
        "anyone_url": way.to(kind="seek", opponent=""),
        "link_url": way.to(kind="link", opponent=""),
        "games_url": way.to(step=GAME),
    }
    status = 422 if form.errors else 200
    return render(request, "games/start/opponent.html", context, status=status)


def _next_url(way: StartChoices, form: OpponentForm, player: Player) -> str:
    """Return the URL behind a suggested player: to the terms, or back for another name."""
    if min(form.sizes) == 2:
        return way.to(kind=NAMED, opponent=player.name)
    given = [name.strip() for name in way.opponent.split(",") if name.strip()]
    names = [*(name for name in given if name != player.name), player.name]
    full = len(names) + 1 in form.sizes
    return way.to(kind=NAMED, opponent=", ".join(names), step="" if full else OPPONENT)


def _nearest_free_bot(
    way: StartChoices, bots: list[dict[str, Any]], full: Player | None
) -> dict[str, Any] | None:
    """Return the free bot nearest in strength to a full one, as a replacement."""
    keys = {get_name_key(name): name for name in map(str.strip, way.opponent.split(","))}
    ranks = {row["player"].pk: row["rank"] for row in bots}
    free = [row for row in bots if row["free"] and row["player"].name_key not in keys]
    if full is None or not free:
        return None
    rank = ranks.get(full.pk, 0)
    found = min(free, key=lambda row: (abs(row["rank"] - rank), bool(row["hours"])))
    names = (keys | {full.name_key: found["player"].name}).values()
    return found | {"url": way.to(kind=NAMED, opponent=", ".join(names), step="")}


def bot_choices(ruleset: str, reader: Player) -> list[dict[str, Any]]:
    """Return the bots that take challenges to a game, weakest first, with level and rating."""
    bots = lobby_queries.challengeable_bots(ruleset)
    free = {bot.pk for bot in capacity.bots_with_room(bots, reader)}
    by_luck = family_of(ruleset).words.skips_preview
    pool = registry.get(ruleset).pool or ""
    figures = lobby_queries.ratings_of([bot.player_id for bot in bots])
    rows: list[dict[str, Any]] = []
    for bot in bots:
        figure = figures.get((bot.player_id, pool))
        rank, level = level_words.level_of(bot.strategy, ruleset)
        rating = result_words.rating_text(figure.value, figure.games) if figure else ""
        about = "" if rating else family_of(ruleset).measured.get(pool, {}).get(bot.strategy, "")
        level = "" if by_luck else level
        row = {"player": bot.player, "rank": rank, "level": level, "rating": rating}
        row |= {"about": about, "hours": playing_hours_text(bot), "free": bot.pk in free}
        rows.append(row)
    return sorted(rows, key=lambda row: (row["rank"], row["player"].name))


def _game_context(way: StartChoices) -> dict[str, Any]:
    """Return the chosen game for the templates."""
    key = way.ruleset
    return {"key": key, "name": game_words.ruleset_name(key), "diagram": family_of(key).cover(key)}


def _terms_page(request: PlayerRequest, way: StartChoices, setup: ChallengeSetup) -> HttpResponse:
    """Show the terms as one line, or issue the challenge that was sent."""
    sent = request.POST if request.method == "POST" else None
    initial = _terms_initial(setup)
    form = ChallengeForm(setup, sent, initial=initial)
    if sent is not None and form.is_valid():
        try:
            challenge = _issue_challenge(setup, form)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            if challenge.match is not None:
                return redirect(challenge.match)
            messages.success(request, _issued_message(challenge))
            return redirect(challenge)
    context = {
        "form": form,
        "way": way,
        "asked": setup,
        "game": _game_context(way),
        "line": ChallengeForm(setup, _as_form_data(initial)).line if sent is None else [],
        "games_url": way.to(step=GAME),
        "opponents_url": way.to(step=OPPONENT),
        "hours": _bot_playing_hours(setup),
        "at_once": _starts_at_once(setup),
        **score_against_context(request.reader, _sole_opponent(setup), way.ruleset),
    }
    status = 422 if form.errors else 200
    return render(request, "games/start/terms.html", context, status=status)


def _bot_playing_hours(setup: ChallengeSetup) -> list[dict[str, str]]:
    """Return the playing hours of those bots that do not always answer."""
    bots = [lobby_queries.bot_of(player) for player in setup.players]
    rows = [(bot.player.name, playing_hours_text(bot)) for bot in bots if bot is not None]
    return [{"name": name, "hours": hours} for name, hours in rows if hours]


def _starts_at_once(setup: ChallengeSetup) -> bool:
    """Whether everybody who is asked accepts at once."""
    answering = capacity.instant_bots(setup.challenger, setup.ruleset, setup.players)
    return 0 < len(setup.players) == len(answering)


def _sole_opponent(setup: ChallengeSetup) -> Player | None:
    return setup.players[0] if len(setup.players) == 1 else None


def _terms_initial(setup: ChallengeSetup) -> dict[str, Any]:
    """Return the player's usual terms, or the game's defaults if those are no longer valid."""
    own, latest = challenge_queries.usual_terms_of(setup.challenger, setup.ruleset)
    initial = build_initial(setup, own, latest)
    if ChallengeForm(setup, _as_form_data(initial)).is_valid():
        return initial
    return build_initial(setup, None, None)


def _as_form_data(initial: dict[str, Any]) -> dict[str, Any]:
    """Return the initial values as a browser would send them."""
    return {name: value for name, value in initial.items() if value is not False and value != ""}


def _issue_challenge(setup: ChallengeSetup, form: ChallengeForm) -> Challenge:
    token = secrets.token_urlsafe(TOKEN_BYTES) if setup.kind == LINK else None
    terms, offer = form.cleaned_data["terms"], form.offer(token)
    seed, now = generate_seed(), timezone.now()
    return asking.challenge_with_bots(setup.challenger, terms, offer, seed=seed, now=now)


def _issued_message(challenge: Challenge) -> str:
    """Return the message about what happens next."""
    if challenge.token:
        return _("Your invitation is ready. Send the link to your friend.")
    if challenge.named:
        return _("Everybody you named has been notified of your challenge.")
    if challenge.opponent is None:
        return _("Your challenge is now listed in the lobby.")
    player = isolated(challenge.opponent.name)
    return _("%(player)s has been notified of your challenge.") % {"player": player}


@never_cache
@player_required
@require_safe
def names(request: PlayerRequest) -> HttpResponse:
    """Return name suggestions for the last of the names typed."""
    written = request.GET.get("opponent") or request.GET.get("name", "")
    before, comma, text = written[:160].rpartition(",")
    known = circle_queries.friends_first(lobby_queries.players_with_prefix(text), request.reader)
    found = known[:MAX_SUGGESTED] if text.strip() else []
    lead = f"{before}{comma} " if comma else ""
    options = [f"{lead}{player.name}" for player in found if player.pk != request.reader.pk]
    return render(request, "games/start/names.html", {"options": options})
