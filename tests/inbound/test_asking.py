"""Somebody is challenged to a game by its name; a language is chosen by a word."""

from __future__ import annotations

import pytest

from games import clocks
from games.models import Challenge
from games.services.challenges.usual import issue_and_remember
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from inbound.grammar import Verb
from inbound.grammar.spellings import COMMAND_SPELLINGS
from notifications.models import Message
from tests.inbound.conftest import reply_to, written
from tests.inbound.test_by_word import say
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
ALICE, BOB = "alice@example.org", "bob@example.org"


@pytest.mark.parametrize(
    ("text", "ruleset"),
    sampled(
        [
            ("challenge bob to checkers", "draughts"),
            ("défier Bob aux échecs", "chess"),
            ("herausfordern Bob Traffic Lights mit Schieber", "traffic_lights.slider"),
            ("challenge Bob chess", "chess"),
            ("challenge Bob to a game of nine men’s morris", "mill"),
            ("herausfordern Bob zu einer Partie Schach", "chess"),
            ("défier Bob à une partie d’échecs", "chess"),
            ("sfida Bob a una partita di scacchi", "chess"),
            ("herausfordern Bob Mühle", "mill"),
            ("Herausfordern: Bob zu Muehle", "mill"),
            ("sfida Bob: gioco dell’oca, grazie", "goose"),
            ("challenge Bob 4×3", "traffic_lights.4x3"),
        ],
        3,
    ),
)
def test_a_game_is_named_in_any_language(alice, bob, start, receive, text, ruleset):
    start(alice, bob, ruleset="halma")
    assert say(receive, alice, text)["outcome"] == "done"
    made = Challenge.objects.get()
    assert (made.opponent, made.ruleset) == (bob, ruleset)
    assert made.control == clocks.PRESETS["three_days"].to_json()


def test_the_terms_last_offered_for_that_game_hold(alice, bob, carol, start, receive, noon):
    start(alice, bob)
    for ruleset, preset in (("chess", "club"), ("mill", "week_bank")):
        terms = Terms.checked(ruleset, {}, clocks.PRESETS[preset], rated=False)
        issue_and_remember(alice, terms, Offer(opponent=carol), now=noon)
    say(receive, alice, "challenge Bob chess")
    made = Challenge.objects.get(opponent=bob)
    assert (made.ruleset, made.rated) == ("chess", False)
    assert made.control == clocks.PRESETS["club"].to_json()


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("challenge Bob Traffic Lights", "several_games", "4×3 · Traffic Lights with the slider"),
        ("challenge Bob tiddlywinks", "no_game_called", "Mill · Draughts"),
        ("challenge Bob not chess", "no_game_called", "“not chess”"),
        ("challenge Nobody chess", "no_player_called", "“Nobody chess”"),
    ],
)
def test_what_is_unclear_is_asked_about(alice, bob, start, receive, text, code, said):
    alice.language = "en"
    alice.save()
    start(alice, bob)
    report = say(receive, alice, text)
    assert (report["outcome"], report["code"]) == ("refused", code)
    assert said in report["body"]
    assert not Challenge.objects.exists()


def test_a_name_of_two_words_comes_before_a_game(alice, bob, carol, start, receive):
    carol.name, carol.name_key = "Bob Chess", "bob chess"
    carol.save()
    match = start(alice, bob)
    say(receive, alice, "challenge Bob Chess")
    made = Challenge.objects.get()
    assert (made.opponent, made.ruleset) == (carol, match.ruleset)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    sampled(
        [
            ("Sprache Deutsch", "de", "Ab jetzt sind unsere Seiten und E-Mails auf Deutsch."),
            ("language en", "en", "Our pages and e-mails will now be in English."),
            ("langue français", "fr", "Désormais, nos pages et nos e-mails sont en français."),
            ("lingua: italiano.", "it", "D’ora in poi le nostre pagine e le nostre e-mail sono in"),
            ("change language to German", "de", "Du hast b2 gespielt."),
        ],
        2,
    ),
)
def test_the_answer_is_in_the_new_language(alice, bob, start, receive, text, code, said):
    alice.language = "it" if code == "en" else "en"
    alice.save()
    start(alice, bob)
    report = say(receive, alice, f"b2\n{text}")
    assert report["commands"] == ["b2", f"language {code}"]
    assert said in report["body"]
    assert Message.objects.filter(player=alice, kind="answer").latest("pk").language == code
    alice.refresh_from_db()
    assert alice.language == code


@pytest.mark.parametrize("language", sampled(COMMAND_SPELLINGS, ["fr"]))
def test_the_help_says_how_to_choose_it(alice, bob, start, receive, language):
    alice.language = language
    alice.save()
    start(alice, bob)
    word = COMMAND_SPELLINGS[language][Verb.LANGUAGE]
    assert word in say(receive, alice, "help")["body"]
    assert say(receive, alice, word)["commands"] == [f"language {language}"]


def test_another_language_is_asked_about_and_a_refused_e_mail_changes_nothing(
    alice, bob, start, receive
):
    alice.language = "en"
    alice.save()
    start(alice, bob)
    asked = say(receive, alice, "language Klingon")
    assert (asked["outcome"], asked["code"]) == ("refused", "unknown_language")
    assert "English, Deutsch, français, italiano" in asked["body"]
    refused = say(receive, alice, "language de\nstandings")
    assert refused["outcome"] == "refused"
    assert "Your e-mail was not processed" in refused["body"]
    alice.refresh_from_db()
    assert alice.language == "en"


def test_an_e_mail_on_hold_changes_no_language(alice, bob, start, receive):
    alice.language = "en"
    alice.save()
    start(alice, bob)
    report = receive(written("language de\n", reply_to(alice), "other@example.net"))
    assert report["outcome"] == "held"
    alice.refresh_from_db()
    assert alice.language == "en"
