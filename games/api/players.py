"""Endpoints for players, ratings and leaderboards, rulesets and time controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import circle_queries
from games import clocks, lobby_queries, queries, rating_queries
from games.api import player_shapes, shapes, states
from games.api.common.base import ApiView, PageSerializer
from games.api.common.listing import paginate_ranked
from games.api.common.permissions import IsPlayer
from games.api.common.words import page_shape, reads
from games.rules import registry
from games.rules.base import JSONObject
from games.services.errors import Refused
from games.services.wording import game_words
from notifications.services.headers import absolute_url

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Rating, RatingEntry

PROVISIONAL_BELOW = 20


def rating_json(figure: Rating) -> JSONObject:
    return {
        "pool": figure.pool,
        "pool_name": game_words.pool_name(figure.pool),
        "rating": figure.value / 100,
        "games": figure.games,
        "provisional": figure.games < PROVISIONAL_BELOW,
    }


def _rating_entry_json(entry: RatingEntry, reader: Player | None, player: Player) -> JSONObject:
    """Return a rating entry as JSON; private matches are not named to others."""
    mine = reader is not None and reader.pk == player.pk
    named = mine or not entry.match.private
    return {
        "number": entry.number,
        "at": entry.at,
        "before": entry.before / 100,
        "after": entry.after / 100,
        "match": entry.match_id if named else None,
    }


class MeView(ApiView):
    permission_classes = (IsPlayer,)

    @reads(player_shapes.MeSerializer, "Show myself", also=(403,))
    def get(self, request: Request) -> Response:
        """Return my player, my ratings, and how many matches await my move."""
        me = self.reader
        return Response(
            {
                **states.player_json(me),
                "page": absolute_url(reverse("games:player", args=[me.pk])),
                "language": me.language,
                "time_zone": me.time_zone,
                "awaiting": queries.awaiting_count(me),
                "ratings": [rating_json(figure) for figure in rating_queries.ratings_of(me)],
            }
        )


class PlayerFiltersSerializer(PageSerializer):
    """The filter of the list of players."""

    q = s.CharField(max_length=60, allow_blank=True, default="", help_text="Part of a name.")


class PlayerListView(ApiView):
    @reads(
        page_shape(shapes.PlayerSerializer),
        "Find players by name",
        asks=PlayerFiltersSerializer,
        name="players_list",
    )
    def get(self, request: Request) -> Response:
        """List players whose name contains ``q``: people, then bots, each by name.

        Guests and closed accounts are left out.
        """
        asked = self.read_query(PlayerFiltersSerializer)
        rows = lobby_queries.players_matching(asked["q"], self.reader)
        return paginate_ranked(request, rows, asked, lambda _place, row: states.player_json(row))


class PlayerDetailView(ApiView):
    @reads(player_shapes.ProfileSerializer, "Show a player")
    def get(self, request: Request, pk: int) -> Response:
        """Return the public data of a player, with the history of every rating."""
        player = lobby_queries.player_by_id(pk)
        if player is None:
            raise Refused("no_such_player")
        figures = rating_queries.ratings_of(player)
        return Response(
            {
                **states.player_json(player),
                "page": absolute_url(reverse("games:player", args=[player.pk])),
                "picture": absolute_url(reverse("games:picture", args=[player.pk])),
                **_profile_json(self.reader, player),
                "created_at": player.created_at,
                "closed": player.closed_at is not None,
                "results": lobby_queries.results_of(player),
                "ratings": [self._history(player, figure) for figure in figures],
            }
        )

    def _history(self, player: Player, figure: Rating) -> JSONObject:
        """Return a rating with its entries, oldest first."""
        entries = rating_queries.rating_history(player, figure.pool)
        return {
            **rating_json(figure),
            "history": [_rating_entry_json(entry, self.reader, player) for entry in entries],
        }


def _profile_json(reader: Player | None, player: Player) -> JSONObject:
    """Return a player's profile; empty if the reader may not see it."""
    seen = circle_queries.can_see_profile(reader, player)
    kept = rating_queries.reliability_of(player) if seen and not player.is_bot else None
    return {
        "about": player.about if seen else "",
        "links": player.links if seen else [],
        "speaks": player.speaks if seen else [],
        "country": player.country if seen and player.shows_country else "",
        "reliability": {"kept": kept.kept, "counted": kept.counted} if kept else None,
    }


class LeaderboardView(ApiView):
    @reads(
        page_shape(player_shapes.LeaderboardRowSerializer),
        "Show a leaderboard",
        asks=PageSerializer,
    )
    def get(self, request: Request, pool: str) -> Response:
        """List the ratings of a pool, best first."""
        if pool not in game_words.pool_names():
            known = ", ".join(game_words.pool_names())
            raise Refused("no_such_pool", key=pool, known=known)
        return paginate_ranked(
            request,
            rating_queries.leaderboard(pool),
            self.read_query(PageSerializer),
            _leaderboard_row_json,
        )


def _leaderboard_row_json(place: int, figure: Rating) -> JSONObject:
    shown = rating_json(figure)
    return {
        "place": place,
        "player": states.player_json(figure.player),
        **{name: shown[name] for name in ("rating", "games", "provisional")},
    }


class RulesetsView(ApiView):
    @reads(player_shapes.RulesetSerializer(many=True), "List the rulesets")
    def get(self, request: Request) -> Response:
        """List every ruleset with its options and their defaults."""
        return Response([ruleset_json(key) for key in registry.offered_keys()])


class RulesetView(ApiView):
    @reads(player_shapes.RulesetSerializer, "Show a ruleset")
    def get(self, request: Request, key: str) -> Response:
        """Return one ruleset with its options and their defaults."""
        if key not in registry.offered_keys():
            raise Refused("no_such_ruleset", key=key, known=", ".join(registry.offered_keys()))
        return Response(ruleset_json(key))


def ruleset_json(key: str) -> JSONObject:
    rules = registry.get(key)
    return {
        "key": key,
        "name": game_words.ruleset_name(key),
        "version": rules.version,
        "seats": list(rules.seats),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "allowed": list(option.allowed),
            }
            for option in rules.options.values()
        ],
        "pool": rules.pool,
        "rateable": rules.rateable({}),
        "page": absolute_url(reverse("games:rules", args=[key])),
    }


class TimeControlsView(ApiView):
    @reads(shapes.ControlSerializer(many=True), "List the time controls")
    def get(self, request: Request) -> Response:
        """List the presets; a challenge may also define its own control."""
        return Response([states.control_json(control) for control in clocks.PRESETS.values()])
