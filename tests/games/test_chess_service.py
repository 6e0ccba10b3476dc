"""Chess at the table: one spelling in the ledger, letters of the reader everywhere else."""

from __future__ import annotations

import stat
import sys
from random import Random

import pytest

from games.families import strategies
from games.models import Match, Ply
from games.rules import registry
from games.rules.base import MalformedMove
from games.services.audit import replay_match
from games.services.bots import bots
from games.services.errors import Refused
from games.services.play import matches
from games.services.play.play import play_turn
from notifications.models import Message
from tests.emails import composed
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
ENGINE = """#!{python}
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name Fake\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove {move}", flush=True)
    elif word == "quit":
        break
"""


@pytest.fixture
def match(alice, bob, start):
    return start(alice, bob, ruleset="chess")


def send(match, text, now, language=None):
    row = Match.objects.get(pk=match.pk)
    return play_turn(
        match.pk,
        row.ply_count % 2,
        text,
        seen=row.ply_count,
        now=now,
        source="page",
        language=language,
    )


def email_to(name, kind):
    return composed(Message.objects.filter(player__name=name, kind=kind).latest("pk"))


@pytest.mark.parametrize(
    ("text", "language"),
    sampled(
        [("Nf3", "en"), ("Sf3", "de"), ("♘f3", None), ("g1f3", "it"), ("Cf3", "fr"), ("Cf3", "it")],
        4,
    ),
)
def test_the_ledger_keeps_one_spelling_however_a_move_is_written(match, noon, text, language):
    played = send(match, text, noon, language)
    assert Ply.objects.get().text == played.last_move == "g1f3"
    assert list(replay_match(Match.objects.get())) == []


def test_a_letter_means_what_it_means_in_the_language_of_its_writer(match, noon):
    send(match, "Bc4", noon, "de")  # the German Bauer
    with pytest.raises(MalformedMove) as refusal:
        send(match, "Bc5", noon)  # a program, which has no language
    assert refusal.value.code == "ambiguous_letter"
    send(match, "Bc5", noon, "de")
    assert list(Ply.objects.values_list("text", flat=True)) == ["c2c4", "c7c5"]


def test_emails_speak_the_letters_of_their_reader(match, play, noon):
    play(match, "e2e4,e7e5,g1f3", noon)
    told = email_to("Bob", "your_turn")
    assert told["news"] == ["Alice hat Sf3 gespielt."]
    assert {"text": "b8c6", "shown": "Sc6", "words": "Springer b8 nach c6"} in told["moves"]
    assert "Sf3" in told["grammar"]
    play(match, "b8c6", noon)
    told = email_to("Alice", "your_turn")
    assert told["news"] == ["Bob played Nc6."]
    assert "N knight" in told["grammar"]


def test_the_email_about_the_end_knows_the_last_move_without_having_seen_it(match, play, bob, noon):
    play(match, "e2e4,e7e5,g1f3", noon)
    matches.resign_match(match.pk, bob, now=noon)
    assert email_to("Bob", "match_finished")["news"] == ["Alice hat Sf3 gespielt."]


def test_black_sees_the_board_from_their_own_side_in_letters(match, play, noon):
    play(match, "e2e4", noon)
    rows = email_to("Bob", "your_turn")["board"]["text"].splitlines()
    assert rows[0] == "1 R N B K Q B N R"
    assert rows[-1] == "  h g f e d c b a"
    play(match, "e7e5", noon)
    rows = email_to("Alice", "your_turn")["board"]["text"].splitlines()
    assert rows[0] == "8 r n b q k b n r"


def test_mate_and_check_are_told(match, play, noon):
    play(match, "f2f3,e7e5,g2g4,d8h4", noon)
    assert Match.objects.get().ending == "checkmate"
    told = email_to("Alice", "match_finished")
    assert told["ending"] == "Bob won by checkmate."
    assert "The king on e1 is in check." in told["board"]["alt"]


@pytest.fixture
def engine(tmp_path, settings):
    def install(move):
        program = tmp_path / "engine"
        program.write_text(ENGINE.format(python=sys.executable, move=move))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        settings.STOCKFISH = str(program)

    return install


def chosen(state=None):
    rules = registry.get("chess")
    state = state or rules.start(2, {})
    return rules.spell(strategies.get("stockfish").choose(rules, state, 0, Random(1)))


def test_an_engine_plays_where_one_is_installed(engine):
    engine("b1a3")
    assert chosen() == "b1a3"
    assert strategies.for_ruleset("chess")[-1] == strategies.keys()[-1] == "stockfish"
    assert "stockfish" not in strategies.for_ruleset("mill")


@pytest.mark.parametrize("move", sampled(["e2e5", "0000"], 1))
def test_an_engine_that_answers_nonsense_is_replaced_by_our_own_player(engine, move):
    engine(move)
    assert chosen() in {"e2e4", "d2d4", "b1c3", "g1f3", "e2e3"}


@pytest.mark.long
def test_without_an_engine_nobody_can_enlist_it_and_a_bot_that_had_it_plays_on(settings, noon):
    settings.STOCKFISH = "/nowhere/stockfish"
    assert "stockfish" not in strategies.keys()  # noqa: SIM118
    with pytest.raises(Refused, match="unknown_strategy"):
        bots.create_bot("Fish", "stockfish", timetable="* * * * *", rulesets=["chess"], now=noon)
    assert len(chosen()) == 4
