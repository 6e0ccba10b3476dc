"""Starting a game: the game, the opponent, the terms; three plain pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from accounts.services import circle
from games.models import Challenge, Rating, UsualTerms
from games.services.bots import bots, capacity
from games.services.challenges import challenges
from notifications.models import Message
from tests.markup import text_of
from tests.web.lobby_helpers import FORM, NEW, bot, challenge, offer, way

pytestmark = pytest.mark.django_db


def errors(response: Any) -> dict[str, list[str]]:
    """Return the sentences at the fields of a form that was not accepted."""
    assert response.status_code == 422
    return {name: list(each) for name, each in response.context["form"].errors.items()}


# 1. Making one ------------------------------------------------------------------------------------


def test_an_open_challenge_is_made_with_a_plain_post(client_for: Any, alice: Any) -> None:
    answer = offer(client_for(alice), FORM | {"greeting": "Hello\n there"})
    seek = Challenge.objects.get()
    assert answer["Location"] == f"/challenges/{seek.pk}/"
    assert (seek.opponent, seek.token, seek.rated, seek.greeting) == (
        None,
        None,
        True,
        "Hello there",
    )
    assert seek.options == {"legs": 2, "max_extra_pairs": 3}


def test_a_named_challenge_finds_the_player_whatever_the_case(
    client_for: Any, alice: Any, bob: Any
) -> None:
    page = offer(client_for(alice), FORM | {"kind": "named", "opponent": " bOb "}, follow=True)
    assert Challenge.objects.get().opponent == bob
    assert "Bob has been notified of your challenge." in text_of(page)


def test_an_invitation_gets_a_secret_link_with_a_copy_button(client_for: Any, alice: Any) -> None:
    page = offer(client_for(alice), FORM | {"kind": "link"}, follow=True)
    invitation = Challenge.objects.get()
    assert len(invitation.token or "") >= 32
    assert invitation.opponent is None
    assert f'/invitations/{invitation.token}/"' in text_of(page)
    assert 'data-copy="#link"' in text_of(page)
    shared = text_of(page).split("data-share=")[0].rsplit("<a", 1)[1]
    assert f"/invitations/{invitation.token}/" in shared


def test_tiles_tell_how_long_and_can_be_narrowed_by_difficulty(client: Any) -> None:
    every = " ".join(text_of(client.get("/play/")).split())
    assert "5 minutes live, 10 days by e-mail" in every
    assert "20 minutes live, 6 weeks by e-mail" in every
    hard = text_of(client.get("/play/?depth=3"))
    assert ">Chess<" in hard
    assert ">Mill<" not in hard
    assert ">Mill<" in text_of(client.get("/play/?depth=2"))
    assert ">Mill<" in text_of(client.get("/play/?depth=nonsense"))


def test_an_invitation_begins_unrated_and_says_what_rated_means_for_guests(
    client_for: Any, alice: Any
) -> None:
    reader = client_for(alice)
    form = reader.get(way(FORM | {"kind": "link"})).context["form"]
    assert form["rated"].value() is False
    assert reader.get(way(FORM)).context["form"]["rated"].value() is True
    assert "not for guests" in text_of(reader.get(way(FORM)))
    page = offer(reader, FORM | {"kind": "link"}, follow=True)
    assert "your friend needs an account to accept it" in text_of(page)


def test_who_cannot_be_asked_is_said_at_the_name(
    client_for: Any, alice: Any, bob: Any, carol: Any, noon: Any
) -> None:
    Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    bot("Hopper", "runner", rulesets=["halma"])
    bot("Sleeper", accepts_challenges=False)
    bot("Packed", max_matches=0)
    circle.block(alice, Player.objects.create(name="Dora", created_at=noon), now=noon)
    reader = client_for(alice)
    for name, sentence in (
        ("", "Enter the name of the player you want to challenge."),
        ("Zoë", "There is no such player."),
        ("Bo", "Similar names: Bob."),
        ("alice", "You cannot challenge yourself"),
        ("Guest 1", "Guests cannot be challenged"),
        ("Bob, Carol", "This game needs 1 opponent; you named 2."),
        ("Hopper", "Hopper does not play this game. It plays Halma."),
        ("Sleeper", "Sleeper is not taking challenges"),
        ("Packed", "Packed has enough matches at the moment."),
        ("Dora", "You have blocked Dora."),
    ):
        page = reader.get(way(FORM | {"kind": "named", "opponent": name}))
        found = errors(page)
        assert list(found) == ["opponent"], name
        assert sentence in " ".join(found["opponent"])
        assert 'aria-invalid="true"' in text_of(page)


MISTAKES: list[tuple[dict[str, Any], str, str]] = [
    ({"legs": "1"}, "legs", "1 is not one of the available choices"),
    ({"max_extra_pairs": "9"}, "max_extra_pairs", "9 is not one of the available choices"),
    ({"ruleset": "traffic_lights.simple", "legs": "1"}, "rated", "so it cannot be rated"),
    ({"control": "untimed"}, "control", "A rated match needs a time limit."),
    ({"control": "blitz"}, "control", "blitz is not one of the available choices"),
    ({"control": "advent"}, "control", "advent is not one of the available choices"),
    ({"starter": "nobody"}, "starter", "nobody is not one of the available choices"),
    ({"greeting": "x" * 201}, "greeting", "Shorten it to 200 characters."),
    ({"control": "own"}, "per_turn", "Enter a whole number, 1 or more."),
    ({"control": "own", "per_turn": "0"}, "per_turn", "from 1 to 8760."),
    ({"control": "own", "per_turn": "soon"}, "per_turn", "from 1 to 8760."),
    (
        {"control": "own", "per_turn": "400", "per_turn_unit": "days"},
        "per_turn",
        "Enter at most 365 days.",
    ),
    ({"control": "own", "own_kind": "bank"}, "bank", "Enter a whole number, 1"),
    (
        {"control": "own", "own_kind": "bank", "bank": "5", "cap": "9"},
        "increment",
        "An upper limit needs extra time per move.",
    ),
    (
        {"control": "own", "own_kind": "bank", "bank": "5", "increment": "1", "cap": "4"},
        "cap",
        "This must be at least the time for the whole match.",
    ),
    ({"control": "own", "per_turn": "1", "stops": ["moon"]}, "stops", "moon is not one of"),
]


def test_every_mistake_is_named_at_its_field_and_the_rest_is_kept(
    client_for: Any, alice: Any
) -> None:
    reader = client_for(alice)
    for wrong, field, sentence in MISTAKES:
        page = offer(reader, {"greeting": "keep me"} | FORM | wrong)
        found = errors(page)
        assert list(found) == [field], wrong
        assert sentence in " ".join(found[field])
        assert 'aria-invalid="true"' in text_of(page)
        assert '<details class="card terms" open>' in text_of(page)
        assert not Challenge.objects.exists()


def test_values_are_kept_after_a_mistake(client_for: Any, alice: Any) -> None:
    page = offer(client_for(alice), FORM | {"legs": "9", "greeting": "Bring tea"})
    assert "Bring tea" in text_of(page)


def test_an_own_time_control_by_bank_is_understood(client_for: Any, alice: Any) -> None:
    own = {
        "control": "own",
        "own_kind": "bank",
        "bank": "5",
        "bank_unit": "days",
        "increment": "12",
        "increment_unit": "hours",
        "cap": "6",
        "cap_unit": "days",
        "stops": ["night", "leave"],
        "on_flag": "claim",
    }
    offer(client_for(alice), FORM | own)
    control = Challenge.objects.get().time_control
    assert control.bank == timedelta(days=5)
    assert control.increment == timedelta(hours=12)
    assert control.cap == timedelta(days=6)
    assert control.stops == {"night", "leave"}
    assert control.on_flag == "claim"
    assert control.per_turn is None


def test_a_guest_challenges_unrated_and_is_offered_nothing_else(client_for: Any, noon: Any) -> None:
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    client = client_for(guest)
    assert "rated" not in client.get(way(FORM)).context["form"].fields
    assert offer(client, FORM | {"kind": "link"}).status_code == 302
    assert not Challenge.objects.get().rated


def test_more_than_twenty_open_challenges_are_refused(client_for: Any, alice: Any) -> None:
    for _ in range(challenges.MAX_OPEN_CHALLENGES):
        challenge(alice)
    found = errors(offer(client_for(alice), FORM))
    assert "You have 20 open challenges" in found["__all__"][0]


def test_games_come_first_then_the_opponent_then_the_terms(
    client_for: Any, alice: Any, bob: Any
) -> None:
    reader = client_for(alice)
    games = reader.get(NEW)
    assert '<li aria-current="step"><span>Game</span>' in text_of(games)
    tile = next(each for each in games.context["found"] if each["tile"].key == "mill")
    opponents = reader.get(tile["url"])
    assert "Mill" in text_of(opponents)
    assert '<li aria-current="step"><span>Opponent</span>' in text_of(opponents)
    terms = reader.get(way({"ruleset": "mill", "kind": "named", "opponent": "bob"}))
    assert '<li aria-current="step"><span>Terms</span>' in text_of(terms)
    assert reader.get(terms.context["opponents_url"]).context["form"]["opponent"].value() == "bob"


def test_who_is_known_already_is_not_asked_again(client_for: Any, alice: Any, bob: Any) -> None:
    reader = client_for(alice)
    games = reader.get(f"{NEW}?player={bob.pk}")
    assert "Choose a game to play with Bob" in text_of(games)
    tile = next(each for each in games.context["found"] if each["tile"].key == "mill")
    terms = reader.get(tile["url"])
    assert terms.context["asked"].players == (bob,)
    seek = next(iter(reader.get(f"{NEW}?kind=seek").context["found"]))
    assert reader.get(seek["url"]).context["asked"].kind == "seek"


def test_a_bot_that_always_answers_is_played_at_once(client_for: Any, alice: Any) -> None:
    greta = bot()
    chosen = FORM | {"kind": "named", "opponent": "Greta"}
    terms = text_of(client_for(alice).get(way(chosen)))
    assert "Start the match" in terms
    assert 'name="greeting"' not in terms  # nobody would read it
    answer = offer(client_for(alice), chosen)
    asked = Challenge.objects.get()
    assert asked.match is not None
    assert answer["Location"] == asked.match.get_absolute_url()
    assert asked.match.seats.filter(player=greta.player).exists()
    assert UsualTerms.objects.filter(player=alice).exists()
    assert offer(client_for(alice), chosen)["Location"] == answer["Location"]  # a second click
    assert offer(client_for(alice), chosen | {"legs": "4"})["Location"] != answer["Location"]
    assert Challenge.objects.count() == 2


def test_a_full_bot_is_no_choice_and_the_nearest_free_one_stands_in_for_it(
    client_for: Any, alice: Any
) -> None:
    weak, strong = bot("Weak", "random"), bot("Strong", "two_ply")
    full = bot("Full", "greedy", max_matches=0)
    reader = client_for(alice)
    choice = FORM | {"kind": "named", "opponent": "Full"}
    page = reader.get(way(choice))
    free = {row["player"].name: row["free"] for row in page.context["bots"]}
    assert (free, page.context["instead"]["player"]) == (
        {"Weak": True, "Full": False, "Strong": True},
        weak.player,
    )
    assert "Play Weak instead (Easy)" in text_of(page)
    assert text_of(page).count('aria-disabled="true"') == 1
    assert "Start the match" in text_of(reader.get(page.context["instead"]["url"]))
    for each in (weak, strong):
        each.max_matches = 0
        each.save()
    page = reader.get(way(choice))
    assert page.context["instead"] is None
    assert "Full has enough matches at the moment." in errors(page)["opponent"]
    for address in (f"/players/{full.player_id}/", "/lobby/"):
        assert "/play/?player=" not in text_of(reader.get(address))
    assert "Play a bot now" not in text_of(reader.get("/lobby/"))


def test_the_bot_that_stands_in_for_a_full_one_leaves_the_others_named(
    client_for: Any, alice: Any
) -> None:
    games = ["goose"]
    for name in ("Near", "Other", "Third"):
        bot(name, "random", rulesets=games)
    bot("Full", "random", max_matches=0, rulesets=games)
    reader = client_for(alice)
    for named, wanted in (
        ("Full, near, Third", "Other, near, Third"),
        ("Full, Other", "Near, Other"),
    ):
        page = reader.get(way(FORM | {"kind": "named", "ruleset": "goose", "opponent": named}))
        onward = page.context["instead"]["url"]
        assert parse_qs(urlsplit(onward).query)["opponent"] == [wanted]
    assert "Start the match" in text_of(reader.get(onward))


def test_where_luck_decides_bots_have_no_level(client_for: Any, alice: Any) -> None:
    bot("Weak", "random")
    bot("Full", "random", max_matches=0)
    page = text_of(
        client_for(alice).get(way(FORM | {"kind": "named", "ruleset": "goose", "opponent": "Full"}))
    )
    assert "Luck alone decides this game" in page
    assert "Easy" not in page
    assert "Luck alone" not in text_of(client_for(alice).get(f"{NEW}?ruleset=mill"))


def test_a_bot_that_plays_much_with_one_person_says_so(client_for: Any, alice: Any) -> None:
    greta = bot()
    for number in range(capacity.MAX_MATCHES_PER_PLAYER):
        bots.start_match_with_bot(
            alice, ruleset="mill", strategy="greedy", seed=f"{number:064}", now=timezone.now()
        )
    page = client_for(alice).get(way(FORM | {"kind": "named", "opponent": greta.player.name}))
    assert errors(page)["opponent"] == [
        "You already have the maximum number of matches with Greta."
    ]


def test_a_rematch_with_a_bot_is_begun_once(client_for: Any, alice: Any, bob: Any) -> None:
    bot()
    reader = client_for(alice)
    match = offer(reader, FORM | {"kind": "named", "opponent": "Greta"})["Location"]
    reader.post(f"{match}resign/")
    again = reader.post(f"{match}rematch/")["Location"]
    assert again not in (match, Challenge.objects.latest("pk").get_absolute_url())
    assert reader.post(f"{match}rematch/")["Location"] == again
    assert client_for(bob).post(f"{match}rematch/").status_code in (403, 404, 409)
    assert Challenge.objects.count() == 2


def test_a_bot_with_hours_of_its_own_is_marked_and_leads_on_when_it_accepts(
    client_for: Any, alice: Any
) -> None:
    owl = bot("Owl", timetable="*/5 8-19 * * *")
    reader, chosen = client_for(alice), FORM | {"kind": "named", "opponent": "Owl"}
    hours = f"plays from 8:00 to 20:00 ({owl.player.time_zone})"
    assert hours in text_of(reader.get(way(FORM | {"kind": "", "opponent": ""}) + "&step=2"))
    assert f"Owl {hours}." in text_of(reader.get(way(chosen)))
    page = offer(reader, chosen, follow=True)
    waiting = Challenge.objects.get()
    asks = f"/challenges/{waiting.pk}/?seen={page.context['standing']}"
    assert f'hx-get="{asks}"' in text_of(page)
    script = {"HTTP_HX_REQUEST": "true"}
    assert reader.get(asks, **script).status_code == 204
    challenges.join_challenge(waiting.pk, owl.player, seed="00" * 32, now=timezone.now())
    waiting.refresh_from_db()
    assert waiting.match is not None
    assert reader.get(asks, **script)["HX-Redirect"] == waiting.match.get_absolute_url()
    assert reader.get(asks)["Location"] == waiting.match.get_absolute_url()


def test_a_bot_is_offered_only_what_it_plays(client_for: Any, alice: Any) -> None:
    hopper = bot("Hopper", "runner", rulesets=["halma"])
    page = client_for(alice).get(f"{NEW}?player={hopper.player_id}")
    assert [each["tile"].key for each in page.context["found"]] == ["halma"]


def test_bots_stand_by_level_with_their_rating_of_this_pool(client_for: Any, alice: Any) -> None:
    weak, strong = bot("Weak", "random"), bot("Strong", "two_ply")
    bot("Hopper", "runner", rulesets=["halma"])
    Rating.objects.create(player=strong.player, pool="traffic_lights", value=161250, games=40)
    Rating.objects.create(player=weak.player, pool="mill", value=90000, games=40)
    page = client_for(alice).get(f"{NEW}?ruleset=traffic_lights.4x3")
    rows = [(row["level"], row["player"].name, row["rating"]) for row in page.context["bots"]]
    assert rows == [("Easy", "Weak", ""), ("Hard", "Strong", "1612")]
    assert [row["about"] for row in page.context["bots"]] == [1000, ""]
    assert text_of(page).count("about 1000") == 1


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        ({"q": "mill"}, {"mill"}),
        ({"q": "zzz"}, set()),
        ({"seats": "4"}, {"mensch", "mensch.team", "goose"}),
        ({"length": "long", "chance": "no", "seats": "3"}, {"halma", "tri_plan"}),
        ({"length": "eternal", "seats": "x"}, None),
    ],
)
def test_games_are_searched_and_filtered(client: Any, asked: Any, keys: Any) -> None:
    found = client.get(NEW, asked).context["found"]
    if keys is None:
        assert len(found) == len(client.get(NEW).context["found"])
    else:
        assert {row["tile"].key for row in found} == keys


def test_only_what_applies_to_the_game_is_asked(client_for: Any, alice: Any) -> None:
    reader = client_for(alice)
    of = {
        key: set(reader.get(way(FORM | {"ruleset": key})).context["form"].fields)
        for key in ("traffic_lights.4x3", "mill", "goose", "halma", "mensch.team")
    }
    assert "legs" in of["traffic_lights.4x3"]
    assert of["traffic_lights.4x3"].isdisjoint({"mill_protection", "seats", "absence", "size"})
    assert "mill_protection" in of["mill"]
    assert "legs" not in of["mill"]
    assert "rated" not in of["goose"]
    assert {"seats", "absence", "anti_block"} <= of["halma"]
    assert "absence" in of["mensch.team"]
    assert "seats" not in of["mensch.team"]


def test_the_terms_stand_in_one_line_and_are_remembered(client_for: Any, alice: Any) -> None:
    reader = client_for(alice)
    usual = "3 days per move · rated · 2 legs, up to 3 tie-break pairs · random start"
    assert usual in text_of(reader.get(way(FORM)))
    offer(reader, FORM | {"control": "week_bank", "legs": "4", "starter": "challenger"})
    own = "7 days plus 1 day per move (up to 14) · rated · 4 legs, up to 3 tie-break pairs"
    assert f"{own} · you start" in text_of(reader.get(way(FORM)))
    other = text_of(reader.get(way(FORM | {"ruleset": "mill"})))
    assert "7 days plus 1 day per move (up to 14) · rated · random start" in other


def test_terms_that_no_longer_fit_are_forgotten(client_for: Any, alice: Any, noon: Any) -> None:
    UsualTerms.objects.create(
        player=alice,
        ruleset="mill",
        options={"mill_protection": "gone"},
        starter="lots",
        rated=True,
        control={"per_turn": 60},
        at=noon,
    )
    page = client_for(alice).get(way(FORM | {"ruleset": "mill"}))
    assert "3 days per move · rated · random start" in text_of(page)


@pytest.mark.parametrize("query", ["player=x", "player=99999999999999999999", "ruleset=go"])
def test_nonsense_in_the_address_is_left_out(client_for: Any, alice: Any, query: str) -> None:
    assert client_for(alice).get(f"{NEW}?{query}").status_code == 200


def test_recent_opponents_are_suggested_and_never_guests(
    client_for: Any, alice: Any, bob: Any, carol: Any, noon: Any, start: Any
) -> None:
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    start(alice, carol)
    start(alice, guest, rated=False)
    start(bob, carol)
    page = client_for(alice).get(f"{NEW}?ruleset=mill")
    assert [row["player"].name for row in page.context["recent"]] == ["Carol"]


def test_names_are_completed_while_one_writes(client_for: Any, alice: Any, bob: Any) -> None:
    reader = client_for(alice)
    assert reader.get(f"{NEW}names/?opponent=bO").content.decode().strip() == (
        '<option value="Bob"></option>'
    )
    assert '"Zed, Bob"' in reader.get(f"{NEW}names/?opponent=Zed, b").content.decode()
    assert not reader.get(f"{NEW}names/?opponent=ali").content.strip()


def test_without_an_account_one_chooses_a_game_and_is_sent_to_log_in_and_back(client: Any) -> None:
    assert client.get(NEW).status_code == 200
    answer = client.get(f"{NEW}?ruleset=traffic_lights.4x3")
    assert answer["Location"].startswith("/account/login/?next=%2Fplay%2F%3Fruleset")


@pytest.mark.long
@pytest.mark.usefixtures("present")
def test_the_steps_ask_as_much_however_large_the_site_is(
    client_for: Any, alice: Any, person: Any, start: Any
) -> None:
    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert reader.get(address).status_code == 200
        return len(queries)

    reader = client_for(alice)
    addresses = (NEW, f"{NEW}?ruleset=mill", way(FORM), f"{NEW}names/?opponent=p")
    start(alice, person("Peer 0"))
    bot("Bot 0")
    few = [asked(address) for address in addresses]
    for number in range(1, 6):
        start(alice, person(f"Peer {number}"))
        bot(f"Bot {number}")
    assert [asked(address) for address in addresses] == few
    assert max(few) <= 10


# What the challenged answer ----------------------------------------------------------------------


def test_a_decline_says_why_on_the_page_and_by_email(client_for: Any, alice: Any, bob: Any) -> None:
    offered = challenge(alice, opponent=bob)
    client_for(bob).post(offered.get_absolute_url(), {"action": "decline", "reason": "pace"})
    page = text_of(client_for(alice).get(offered.get_absolute_url()))
    assert "Reason: they’d like another time control." in page
    (row,) = Message.objects.filter(kind="challenge_declined")
    assert row.context["reason"] == "Reason: they’d like another time control."


def test_an_unknown_reason_is_refused_and_declines_nothing(
    client_for: Any, alice: Any, bob: Any
) -> None:
    offered = challenge(alice, opponent=bob)
    sent = {"action": "decline", "reason": "hunger"}
    assert client_for(bob).post(offered.get_absolute_url(), sent).status_code == 409
    offered.refresh_from_db()
    assert offered.is_open
