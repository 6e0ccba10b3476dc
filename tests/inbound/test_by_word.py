"""A season without the site: orders, notes, news, challenges and lists, each by a word."""

from __future__ import annotations

import re

import pytest

from games import clocks
from games.models import Challenge, Order
from games.services.challenges.challenges import issue_challenge
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from inbound.grammar import Verb
from inbound.grammar.spellings import COMMAND_SPELLINGS, NEXT_LEG_EXAMPLES
from inbound.services.acts import listing
from notifications import queries
from notifications.addresses import player_reply_address
from tests.games.conftest import play
from tests.inbound.conftest import newest, reply_to, written
from tests.sampling import sampled

__all__ = ["play"]
ALICE, BOB = "alice@example.org", "bob@example.org"
LANGUAGES = sorted(COMMAND_SPELLINGS)


def say(receive, player, text, to=""):
    """Send a reply and return the report with the text of its answer."""
    report = receive(written(f"{text}\n", to or reply_to(player), player.address))
    return {**report, "body": newest(player, "answer").body}


@pytest.mark.parametrize("language", sampled(LANGUAGES, ["de"]))
def test_orders_are_listed_and_withdrawn_in_every_language(alice, bob, start, receive, language):
    alice.language = language
    alice.save()
    match = start(alice, bob)
    word = COMMAND_SPELLINGS[language]
    say(receive, alice, "b2\nif a1 then c1\nif c3 then a3")
    listed = say(receive, alice, word[Verb.ORDERS])
    assert listed["commands"] == ["orders"]
    assert _local(word).replace("A1", "a1") in listed["body"]
    assert word[Verb.IF].replace("a1", "c3").replace("b2", "a3") in listed["body"]
    one = say(receive, alice, word[Verb.CANCEL_ORDERS] + f" {_local(word)}")
    assert one["commands"] == ["cancel orders if A1 then c1"]
    assert [order.text for order in Order.objects.open()] == ["if c3 then a3"]
    rest = say(receive, alice, word[Verb.CANCEL_ORDERS])
    assert rest["commands"] == ["cancel orders"]
    assert not Order.objects.open().filter(match=match).exists()
    again = say(receive, alice, word[Verb.CANCEL_ORDERS])
    assert (again["outcome"], again["code"]) == ("refused", "no_orders_wait")


def _local(word):
    return word[Verb.IF].replace("a1", "A1").replace("b2", "c1")


def test_an_order_that_does_not_wait_is_not_withdrawn_and_the_others_stay(
    alice, bob, start, receive
):
    start(alice, bob)
    say(receive, alice, "b2\nif a1 then c1")
    report = say(receive, alice, "cancel order if a2 then c1")
    assert (report["outcome"], report["code"]) == ("refused", "no_such_order_waits")
    assert "if a2 then c1" in report["body"]
    assert Order.objects.open().count() == 1


def test_nobody_sees_or_withdraws_the_orders_of_others(alice, bob, start, receive):
    start(alice, bob)
    say(receive, alice, "b2\nif a1 then c1")
    assert "if a1 then c1" not in say(receive, bob, "Anweisungen")["body"]
    assert say(receive, bob, "Anweisungen streichen")["code"] == "no_orders_wait"
    assert Order.objects.open().count() == 1


def test_status_tells_how_many_orders_wait(alice, bob, start, receive):
    start(alice, bob)
    assert "wait" not in say(receive, alice, "status")["body"].partition("Reply to")[0]
    say(receive, alice, "b2\nif a1 then c1\nif c3 then a3")
    assert "2 orders waiting." in say(receive, alice, "status")["body"]


@pytest.mark.parametrize("language", sampled(LANGUAGES, ["fr"]))
def test_notes_are_read_again_by_their_owner_alone(alice, bob, start, receive, language):
    alice.language = bob.language = language
    alice.save()
    bob.save()
    start(alice, bob)
    say(receive, alice, "b2\nnote Think of c3")
    say(receive, alice, "note and of a1")
    own = say(receive, alice, COMMAND_SPELLINGS[language][Verb.NOTES])
    assert own["commands"] == ["notes"]
    assert "Think of c3\nand of a1" in own["body"]
    assert "Think of c3" not in say(receive, bob, COMMAND_SPELLINGS[language][Verb.NOTES])["body"]


@pytest.mark.parametrize("language", sampled(LANGUAGES, ["it"]))
def test_news_and_all_other_e_mails_are_switched_by_a_word(alice, bob, start, receive, language):
    start(alice, bob)
    word = COMMAND_SPELLINGS[language]
    assert not queries.wants(alice, "tournament_open")
    assert say(receive, alice, word[Verb.NEWS_ON])["commands"] == ["news on"]
    assert queries.wants(alice, "tournament_open")
    say(receive, alice, word[Verb.NEWS_OFF])
    assert not queries.wants(alice, "tournament_open")
    say(receive, alice, word[Verb.STOP])
    assert not queries.wants(alice, "chat_digest")
    assert say(receive, alice, word[Verb.START])["commands"] == ["start"]
    assert queries.wants(alice, "chat_digest")
    assert not queries.wants(alice, "tournament_open")


def test_what_was_asked_for_outlives_stop_and_start_apart(alice, bob, start, receive):
    start(alice, bob)
    say(receive, alice, "news on\nstart")
    assert queries.wants(alice, "tournament_open")


@pytest.mark.parametrize("language", sampled(LANGUAGES, ["en"]))
def test_a_rematch_is_offered_when_the_match_is_over(alice, bob, start, receive, language):
    match = start(alice, bob)
    word = COMMAND_SPELLINGS[language][Verb.REMATCH]
    assert say(receive, alice, word)["code"] == "match_still_running"
    say(receive, alice, "b2")
    say(receive, bob, "a1\naufgeben")
    report = say(receive, alice, word)
    assert (report["outcome"], report["commands"]) == ("done", ["rematch"])
    offered = Challenge.objects.get(rematch_of=match)
    assert (offered.challenger, offered.opponent) == (alice, bob)
    assert newest(bob, "invitation").reply_to


def test_somebody_is_challenged_by_name_on_the_terms_of_the_match(alice, bob, start, receive):
    match = start(alice, bob)
    report = say(receive, alice, "challenge bOB")
    assert (report["outcome"], report["commands"]) == ("done", ["challenge bOB"])
    made = Challenge.objects.get()
    assert (made.opponent, made.ruleset) == (bob, match.ruleset)
    assert made.control == match.control
    accepted = say(receive, bob, "annehmen", reply_to(bob, "invitation"))
    assert accepted["outcome"] == "done"


@pytest.mark.parametrize(
    ("text", "code"),
    [("challenge Nobody Here", "no_player_called"), ("challenge Alice", "challenge_yourself")],
)
def test_who_cannot_be_challenged_is_said(alice, bob, start, receive, text, code):
    start(alice, bob)
    assert say(receive, alice, text)["code"] == code
    assert not Challenge.objects.exists()


def test_status_shows_all_matches_those_that_wait_for_the_reader_first(
    alice, bob, start, receive, monkeypatch
):
    monkeypatch.setattr(listing, "MAX_BOARDS", 2)
    waiting = [start(alice, bob) for _match in range(3)]
    others = [start(bob, alice) for _match in range(2)]
    body = say(receive, alice, "status", reply_to(alice, thread=f"match:{waiting[0].pk}"))["body"]
    places = [body.index(f"Match {match.pk}:") for match in (*waiting, *others)]
    assert places == sorted(places)
    assert body.count("Reply to:") == 5
    assert "More matches" not in body
    for match in (*waiting[2:], *others):
        section = body.partition(f"Match {match.pk}:")[2].partition("Reply to:")[0]
        assert "Bob" in section
        assert ". . ." not in section


@pytest.mark.parametrize("language", sampled(LANGUAGES, ["it"]))
def test_a_standing_order_is_given_in_every_language(alice, bob, start, receive, language):
    alice.language = language
    alice.save()
    match = start(alice, bob, ruleset="mensch")
    text = COMMAND_SPELLINGS[language][Verb.STANDING]
    report = say(receive, alice, text)
    assert report["commands"] == ["6: e; 5: hit front; *: rear"]
    assert Order.objects.get(match=match).text == "6: e; 5: hit front; *: rear"
    assert text in say(receive, alice, "help")["body"]
    assert say(receive, alice, f"{COMMAND_SPELLINGS[language][Verb.CANCEL_ORDERS]} {text}")[
        "commands"
    ] == ["cancel orders 6: e; 5: hit front; *: rear"]
    assert not Order.objects.open().exists()


@pytest.mark.parametrize("language", sampled(LANGUAGES, ["fr"]))
def test_help_names_next_where_there_are_legs(alice, bob, start, receive, language):
    alice.language = language
    alice.save()
    start(alice, bob, options={"legs": 2})
    assert (
        NEXT_LEG_EXAMPLES[language]
        in say(receive, alice, COMMAND_SPELLINGS[language][Verb.HELP])["body"]
    )


# Rules ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("language", "word", "said"),
    [
        ("en", "rules", "Red, yellow, green"),
        ("de", "Regeln?", "Rot, Gelb, Grün"),
        ("fr", "règles", "rouge, jaune, vert"),
        ("it", "Regole, per favore", "rosso, giallo, verde"),
    ],
)
def test_the_rules_of_a_match_come_in_the_readers_language(
    alice, bob, start, receive, language, word, said
):
    alice.language = language
    alice.save()
    start(alice, bob)
    found = say(receive, alice, word)
    assert (found["outcome"], found["commands"]) == ("done", ["rules"])
    assert said.casefold() in found["body"].casefold()
    assert "/rules/traffic_lights.4x3/" in found["body"]


def test_the_rules_of_another_game_are_asked_for_by_its_name(alice, bob, start, receive):
    start(alice, bob)
    found = say(receive, alice, "rules of Nine Men’s Morris")
    assert "Nine stones each; three in a row capture a stone." in found["body"]
    assert "a7xd7 closes the mill" in found["body"]
    assert "<" not in found["body"].split("Nine stones each")[1].split("http")[0]
    unknown = say(receive, alice, "rules poker")
    assert (unknown["outcome"], unknown["code"]) == ("refused", "no_game_called")


def test_without_a_match_the_rules_need_a_name(alice, receive):
    alone = say(receive, alice, "rules", player_reply_address(alice.pk))
    assert (alone["outcome"], alone["code"]) == ("refused", "which_game")
    named = say(receive, alice, "rules chess", player_reply_address(alice.pk))
    assert (named["outcome"], named["commands"]) == ("done", ["rules chess"])
    assert "Written: Means" not in named["body"]  # what the two columns are is plain to see
    head, letters = ("Language: King: Queen: Rook: Bishop: Knight", "English: K: Q: R: B: N")
    assert re.search(rf"{head}\n.*{letters}\n", named["body"])


def test_a_challenge_is_answered_with_the_rules_of_its_game(alice, bob, receive, noon):
    terms = Terms.checked("mill", {}, clocks.PRESETS["three_days"], rated=False)
    issue_challenge(alice, terms, Offer(opponent=bob), now=noon)
    found = say(receive, bob, "Regeln", reply_to(bob, "invitation"))
    assert "Je neun Steine" in found["body"]
    assert Challenge.objects.get().state == Challenge.State.OPEN
