"""The parts of a profile that depend on the reader: card, relation, calculator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import get_language, gettext as _, gettext_lazy

from accounts import circle_queries
from accounts.forms import range_errors
from accounts.languages import language_names
from accounts.times.public_holidays import country_choices
from games import rating_queries
from games.ratings import POINT, SeatRating
from games.services.ratings import forecasts
from games.services.wording import game_words

if TYPE_CHECKING:
    from django.http import QueryDict

    from accounts.models import Player
    from games.services.ratings.forecasts import Forecast

MAX_POINTS = 4000


@dataclass(frozen=True)
class ProfileLink:
    """A link on a profile; ``text`` is its host and path."""

    url: str
    text: str


def profile_card(player: Player) -> dict[str, object]:
    """Return the card with a player's self-description."""
    language = (get_language() or "en")[:2]
    country = (
        dict(country_choices(language)).get(player.country, "") if player.shows_country else ""
    )
    return {
        "about": player.about,
        "links": [_build_link(url) for url in player.links],
        "speaks": language_names(player.speaks, language),
        "country": country,
        "reliability": None if player.is_bot else rating_queries.reliability_of(player),
    }


def _build_link(url: str) -> ProfileLink:
    parts = urlsplit(url)
    return ProfileLink(url, f"{parts.hostname or ''}{parts.path}".rstrip("/"))


def relation_context(reader: Player | None, player: Player) -> dict[str, object]:
    """Return whether the reader follows or has blocked a player; {} where neither is possible."""
    if reader is None or reader.is_guest or reader.pk == player.pk:
        return {}
    return {
        "follows": circle_queries.is_following(reader, player),
        "blocks": circle_queries.has_blocked(reader, player),
        "may_follow": player.closed_at is None,
        "may_block": not player.is_bot and player.closed_at is None,
    }


class CalculatorForm(forms.Form):
    """A rating pool and the opponent's rating."""

    pool = forms.ChoiceField(label=gettext_lazy("Rating pool"))
    points = forms.IntegerField(
        label=gettext_lazy("Opponent’s rating"),
        min_value=0,
        max_value=MAX_POINTS,
        error_messages=range_errors(0, MAX_POINTS),
    )

    def __init__(self, data: QueryDict | None, pools: dict[str, str], points: int) -> None:
        super().__init__(data, initial={"points": points}, prefix="calc")
        choices: object = self.fields["pool"]
        choices.choices = list(pools.items())  # type: ignore[attr-defined]


def calculator_context(
    reader: Player | None, player: Player, query: QueryDict
) -> dict[str, object]:
    """Return the rating calculator for the reader against this player, in any pool.

    On one's own profile, or if a rating was entered, the opponent is hypothetical.
    """
    pools = game_words.pool_names()
    own = reader if reader is not None and not reader.is_guest else player
    asked = "calc-points" in query
    pool = query.get("calc-pool", "")
    if pool not in pools:
        pool = _pool_of(player) or next(iter(pools))
    standings = forecasts.standings_in(pool, [own.pk, player.pk])
    other = standings[player.pk]
    form = CalculatorForm(query if asked else None, pools, other.value // POINT)
    form.fields["pool"].initial = pool
    if asked and form.is_valid():
        given = form.cleaned_data["points"]
        if given != other.value // POINT or own.pk == player.pk:
            other = SeatRating(given * POINT, forecasts.ASSUMED_OPPONENT_GAMES)
    found = forecasts.build_forecast(standings[own.pk], other, pool)
    return {
        "form": form,
        "asked": asked,
        "for_self": reader is not None and own.pk == reader.pk,
        "lines": _forecast_rows(found),
        "value": found.value // POINT,
        "against": found.against // POINT,
        "expects": round(found.expects / 10_000),
        "pool": pools[pool],
    }


def _pool_of(player: Player) -> str:
    """Return the pool in which a player has played most; "" without a rated match."""
    most = rating_queries.ratings_of(player).first()
    return most.pool if most is not None else ""


def _forecast_rows(forecast: Forecast) -> list[tuple[str, str, int]]:
    """Return the change and the new rating for each result, in points."""
    results = ((_("Win"), forecast.won), (_("Draw"), forecast.drawn), (_("Loss"), forecast.lost))
    return [
        (name, f"{change / POINT:+.1f}", round((forecast.value + change) / POINT))
        for name, change in results
    ]
