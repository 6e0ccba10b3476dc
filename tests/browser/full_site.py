"""A site with something on every page, and the addresses of its pages; events are beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from accounts.services import leave
from config.emails.composing import deliver_due
from games.families.features import lesson_for
from games.rules import registry
from games.services.emails.links import MoveLink, holder_of, make_token
from games.services.emails.question_links import question_url
from games.services.play import commands, matches, ties
from games.services.solo import daily
from notifications.services.subscriptions import unsubscribe_token
from tests.browser.full_login import FACTORS
from tests.tournaments.seeds import seeds
from tests.web.lobby_helpers import bot, challenge

LEG = "a1,c4,b1,a4,c1"  # three reds in row 1
TOKEN = "k" * 32
# What is shown between the steps of making an account, and where an old link ends.
ACCOUNT = (
    *("inactive", "confirm-email", "confirm-email/none", "password/reset/done"),
    *("password/reset/key/done", "password/reset/key/1-none"),
)


@dataclass(frozen=True)
class FullSite:
    """Addresses by who may see them: anybody, Alice, Alice at a table.

    ``odd`` are pages that are not like others, with their status; what takes only POST leads on.
    """

    public: tuple[str, ...]
    own: tuple[str, ...]
    table: tuple[str, ...]
    odd: dict[str, int]
    turn: str


def fill_site(
    people: tuple[Any, Any, Any],
    start: Callable[..., Any],
    play: Callable[..., Any],
    now: datetime,
) -> FullSite:
    """Let Alice, Bob and Carol have played, challenged, talked, and got e-mails up to ``now``."""
    alice, bob, carol = people
    past = now - timedelta(days=2)
    for number in range(3):
        done = start(alice, bob if number else carol, now=past)
        play(done, f"{LEG},b2,b3", past + timedelta(hours=number))
        matches.resign_match(done.pk, (alice, bob)[number % 2] if number else carol, now=past)
    turn = start(alice, bob, now=past)
    play(turn, f"{LEG},a1,c4,b1,b2,b3", past)
    matches.send_chat_message(turn.pk, bob, "Good luck! I like the centre.", now=past)
    matches.send_chat_message(turn.pk, alice, "So do I.", now=past)
    slider = start(alice, bob, ruleset="traffic_lights.slider", preset="club", now=past)
    play(slider, "b2,a1,s1,s2", past)
    waiting = start(bob, alice, now=past)
    orders = commands.Submission(0, past, "page")
    commands.save_orders(waiting.pk, alice, "if b2 then a1 if c3 then a3\nif b1 then c1", orders)
    watched = start(bob, carol, now=past)
    play(watched, "b2,a1", past)
    ties.offer_tie(watched.pk, bob, now=now)
    asked = urlsplit(question_url(watched.seats.get(player=carol), 1)).path
    greta = bot()
    mine, theirs = challenge(alice, opponent=bob), challenge(carol, opponent=alice)
    seek = challenge(bob, greeting="Who dares?")
    challenge(bob, link_token=TOKEN, rated=False)
    daily.todays_puzzle(seeds, now=now - timedelta(days=1))
    day = (now + timedelta(days=9)).date()
    leave.book_leave(alice, day, day + timedelta(days=2), now=now)
    deliver_due(now)
    holder = holder_of(turn.seats.get(number=0))
    link = make_token(MoveLink(turn.pk, turn.ply_count, holder, "c1"))
    at = {match: match.get_absolute_url() for match in (done, turn, slider, waiting, watched)}
    return FullSite(
        public=(
            *("/", "/lobby/", "/rules/", *(f"/rules/{key}/" for key in registry.offered_keys())),
            *(f"/rules/{key}/lesson/" for key in registry.offered_keys() if lesson_for(key)),
            *(
                "/rules/traffic_lights.4x3/lesson/3/",
                "/try/",
                "/try/?moves=b2",
                "/solo/daily/",
            ),
            *("/solo/daily/days/", "/lobby/seats/", "/lobby/?q=nothing"),
            *("/about/", "/privacy/", "/imprint/", "/conduct/", "/status/", "/precedents/"),
            *(f"/account/{page}/" for page in ACCOUNT),
            *(f"/solo/daily/{(now - timedelta(days=1)).date()}/", f"{at[watched]}embed/"),
            *("/rules/orders/", "/account/signup/", "/account/login/", "/account/password/reset/"),
            *("/study/", "/study/?line=e2e4e7e5g1f3&ply=2", "/study/?line=e2e4&clicks=b8"),
            *("/ratings/", f"/players/{alice.pk}/", f"/players/{greta.player_id}/"),
            *(at[watched], f"{at[watched]}?ply=1", at[done], f"/m/{link}/", asked),
            *(seek.get_absolute_url(), f"/invitations/{TOKEN}/"),
            *(f"/unsubscribe/{unsubscribe_token(alice.pk, 'your_turn')}/", "/style/", "/mailbox/"),
            *(f"/mailbox/{path.name}/" for path in _newest_email()),
        ),
        own=(
            *(
                "/",
                "/matches/",
                "/lobby/",
                "/play/",
                f"/play/?player={bob.pk}",
                "/play/?ruleset=halma",
                "/play/?ruleset=traffic_lights.4x3&kind=seek",
            ),
            *(mine.get_absolute_url(), theirs.get_absolute_url(), f"/players/{bob.pk}/"),
            *("/settings/", "/settings/time/", "/settings/emails/", "/settings/token/"),
            *(
                "/settings/profile/",
                "/settings/boards/",
                "/settings/sessions/",
                "/settings/export/",
            ),
            *("/settings/office/", "/people/", "/welcome/", f"/players/{bob.pk}/report/"),
            *(f"{FACTORS}/", f"{FACTORS}/webauthn/", "/account/reauthenticate/"),
            *(
                "/settings/play/",
                "/settings/close/",
                "/account/email/",
                "/account/password/change/",
            ),
            "/account/logout/",
        ),
        table=(
            *(at[turn], f"{at[turn]}?move=c1", f"{at[turn]}?ply=6", f"{at[turn]}clock/"),
            *(f"{at[turn]}resign/", f"{at[turn]}tie/", at[waiting], f"{at[waiting]}abort/"),
            f"{at[turn]}turned/",
            *(at[slider], f"{at[slider]}?move=c3", f"{at[slider]}?move=slide+E", at[done]),
            *(f"{at[waiting]}?if=c1", f"{at[waiting]}?if=c1&then=b1"),
            *(
                f"{at[done]}clock/",
                f"{at[done]}lots/",
                f"{at[done]}analysis/",
                f"{at[done]}?ply=-1",
            ),
            *(f"{at[waiting]}plan/", f"{at[turn]}report/"),
        ),
        odd={"/offline/": 200, "/nowhere/": 404, f"{at[turn]}say/": 200, "/rules/mill/goal/": 200},
        turn=at[turn],
    )


def _newest_email() -> list[Path]:
    """Return the last e-mail of the folder, none where e-mails are no files."""
    from django.conf import settings

    return sorted(Path(settings.EMAIL_FOLDER).glob("*.eml"))[-1:]
