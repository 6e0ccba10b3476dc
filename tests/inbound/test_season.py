"""A season by e-mail: eight people who see nothing but their mailboxes play a knock-out to its end.

They read their e-mails as text, and answer. The referees alone use the site.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Match, Pause, Ply
from games.services.audit import replay_matches
from games.services.match.loaded import load_match
from games.services.ratings.rating_replay import replay_ratings
from inbound.models import InboundMessage
from notifications import queries
from notifications.models import Preference
from tests.inbound.mailboxes import (
    Post,
    Reader,
    Received,
    clock,
    indented,
    mailin,
    require_in_docs,
    shortened,
    sink,
)
from tests.tournaments.conftest import hold, organiser, plan
from tournaments.models import Entrant, Fixture, Round, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest

__all__ = ["clock", "hold", "mailin", "organiser", "plan", "sink"]
pytestmark = [pytest.mark.long, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
HOURS = timedelta(hours=1)
DAY = timedelta(days=1)
NAMES = {
    "Anna": "en", "Boris": "de", "Claire": "fr", "Dario": "it",
    "Emil": "de", "Fleur": "fr", "Gina": "it", "Henry": "en",
}  # fmt: skip
TIE_BREAK = re.compile(r"^(?:Tie-break|Stechen|Départage|Spareggio)\b", re.M)
ENTER = {"en": "enter", "de": "Ich bin dabei!", "fr": "Je m’inscris.", "it": "Mi iscrivo"}
WON = {
    "en": "You won the tournament.",
    "de": "Du hast das Turnier gewonnen.",
    "fr": "Vous avez gagné le tournoi.",
    "it": "Hai vinto il torneo.",
}
GREETINGS = {
    "en": ("Hi,\n\n{}\n\nThanks!\n", "{}"),
    "de": ("Hallo,\n\n{}\n\nViele Grüße\n", "{}"),
    "fr": ("Bonjour,\n\n{}\n\nMerci\n", "{}"),
    "it": ("Ciao,\n\n{}\n\nGrazie\n", "{}"),
}


class Player(Reader):
    """Somebody who plays whatever an e-mail asks them to."""

    language: str = "en"
    rng: random.Random
    patience = timedelta()

    @property
    def moves_asked(self) -> list[Received]:
        """The newest unread e-mail of each match that asks for a move."""
        asked: dict[str, Received] = {}
        for received in self.box[self.read :]:
            thread = str(received.email["References"]).split()[0]
            asked.pop(thread, None)
            if received.moves:
                asked[thread] = received
        return list(asked.values())

    def look(self) -> None:
        """Answer what asks for a move, unless that can wait."""
        asked = self.moves_asked
        if any(self.post.now < self.asked_at(each) + self.patience for each in asked):
            return
        self.unread()
        for received in asked:
            self.play(received)

    def asked_at(self, received: Received) -> datetime:
        """Return when the first e-mail about the same position was sent."""
        same = (each.sent_at for each in self.box if each.reply_to == received.reply_to)
        return min(same, default=received.sent_at)

    def suggesting(self, word: str) -> Received:
        """Return the newest e-mail that begins with a word to answer with."""
        return next(each for each in reversed(self.box) if each.suggested.startswith(word))

    def play(self, received: Received, move: str = "") -> str:
        """Answer with one of the moves that are listed."""
        chosen = move or self.rng.choice(received.moves)
        form = self.rng.choice(GREETINGS[self.language])
        return self.answer(received, form.format(chosen), below=self.rng.random() < 0.3)


class Season:
    """Everybody, and the time that passes for them."""

    def __init__(self, post: Post, players: dict[str, Player]) -> None:
        self.post, self.players, self.lines = post, players, list[str]()

    def __getitem__(self, name: str) -> Player:
        return self.players[name]

    def pass_time(self, hours: float = 6) -> None:
        self.post.pass_time(hours * HOURS)

    def play(self, until: Callable[[], bool], days: int = 60) -> None:
        """Let everybody read and answer, some hours apart, until something is so."""
        end = self.post.now + days * DAY
        while not until():
            assert self.post.now < end, "it never comes to that"
            for player in self.players.values():
                player.look()
            self.pass_time()

    def told(self, name: str, message_id: str, *, shown: bool = False) -> Received:
        """Return the one answer to an e-mail; ``shown`` puts both into the transcript."""
        self.post.exchange()
        (answer,) = self[name].answers_to(message_id)
        if shown:
            written = indented(self.post.sent[message_id])
            self.lines += [f"{name} writes:", "", *written, ""]
            self.show(name, answer)
        return answer

    def note(self, said: str, *lines: str) -> None:
        """Put something that nobody has written into the transcript."""
        self.lines += [said, "", *indented("\n".join(lines)), ""]

    def show(self, name: str, received: Received) -> None:
        """Put an e-mail into the transcript."""
        body = indented(shortened(received.text))
        self.lines += [f"{name} gets “{received.subject}”:", "", *body, ""]


@pytest.fixture
def season(person: Any, sink: Any, mailin: int, clock: Any) -> Season:
    """Return eight people who want to hear of new tournaments."""
    post, players = Post(sink, mailin, clock), {}
    for number, (name, language) in enumerate(NAMES.items()):
        row = person(name, language=language)
        Preference.objects.create(player=row, kind="tournament_open", wanted=True)
        players[name] = player = Player(name, post)
        player.language, player.rng = language, random.Random(number)
    return Season(post, players)


def test_a_knock_out_of_eight_is_played_by_people_with_nothing_but_a_mailbox(
    season, hold, person, office
):
    judges = office(person("Rita")), office(person("Ravi"))
    cup = hold(
        [],
        format="knockout",
        name="Postal cup",
        ruleset="traffic_lights.simple",
        options={"legs": 2, "max_extra_pairs": 1},
        least=8,
        most=8,
        round_days=9,
    )
    season.pass_time()
    enter(season)
    season.play(lambda: bool(season["Anna"].moves_asked))
    cross_replies(season)
    take_leave(season)
    withdraw(season)
    lose_the_address(season)
    call_a_referee(season, *judges)
    season.play(lambda: finished_in(1) == 4)
    answer_old_emails(season)
    claim_when_the_round_is_over(season, judges[0])
    season.play(lambda: Tournament.objects.get(pk=cup.pk).finished_at is not None)
    season.pass_time(24)
    show_a_tie_break(season)
    check_the_end(season, cup)
    require_in_docs("season", season.lines)


def finished_in(number: int) -> int:
    """Return how many matches of a round are over."""
    return Match.objects.filter(fixture__round__number=number, status="finished").count()


def match_of(name: str) -> Match:
    """Return the match that somebody plays now."""
    return Match.objects.get(status="running", seats__player__name=name)


def enter(season: Season) -> None:
    """Let everybody enter in their own words; one leaves again and comes back."""
    for player in season.players.values():
        (opened,) = player.unread()
        assert "Postal cup" in opened.subject
        player.answer(opened, ENTER[player.language])
    season.pass_time()
    henry = season["Henry"]
    season.show("Henry", henry.box[0])
    season.told("Henry", henry.written[0], shown=True)
    left = season.told("Henry", henry.answer(henry.box[-1], "withdraw"))
    assert "You have withdrawn from “Postal cup”." in left.body
    assert Entrant.objects.playing().count() == 7
    back = season.told("Henry", henry.answer(left, "enter"))
    assert "You have entered “Postal cup”." in back.body
    assert Entrant.objects.playing().count() == 8


def cross_replies(season: Season) -> None:
    """Two answers to one e-mail: the first is a move, the second is told that it came too late."""
    anna = season["Anna"]
    received = anna.moves_asked.pop()
    first = anna.answer(received, received.moves[0])
    second = anna.answer(received, received.moves[1], below=True)
    told = season.told("Anna", first, shown=True)
    assert f"You played {received.moves[0]}." in told.body
    late = season.told("Anna", second, shown=True)
    assert "Your e-mail was not processed. The match has moved on since" in late.body
    assert Ply.objects.filter(match=match_of("Anna")).count() == 1


def take_leave(season: Season) -> None:
    """Somebody who is asked to move takes leave instead; the others hear of it."""
    gina, boris = season["Gina"], season["Boris"]
    started = gina.newest("Boris") if gina.box[-1].moves else gina.newest("Postal cup")
    text = "Ferie dal 6 al 10 marzo 2026\nstato"
    told = season.told("Gina", gina.answer(started, text), shown=True)
    assert "6 marzo 2026" in told.body
    assert "Torneo: Postal cup" in told.body
    season.pass_time(24)
    assert any("Gina" in each.subject and "Urlaub" in each.text for each in boris.box)


def withdraw(season: Season) -> None:
    """Somebody leaves the tournament by answering the e-mail with the pairings."""
    emil = season["Emil"]
    told = season.told("Emil", emil.answer(emil.newest("Postal cup"), "Ich ziehe mich zurück."))
    assert "Postal cup" in told.body
    assert Entrant.objects.get(player__name="Emil").status == "withdrawn"
    season.pass_time()
    assert any("Emil" in each.subject for each in season["Dario"].box)


def lose_the_address(season: Season) -> None:
    """An address bounces: no flag falls, and an e-mail from there brings everything back."""
    fleur, claire = season["Fleur"], season["Claire"]
    season.play(lambda: bool(fleur.moves_asked) or bool(claire.moves_asked))
    season.post.come_back(claire.box[-1], "4.2.2")
    season.play(lambda: bool(fleur.box and fleur.box[-1].moves))
    lost = fleur.box.pop()
    season.post.come_back(lost, "5.1.1")
    season.note(
        f"What Fleur's mail server sends back to the return path of “{lost.subject}”:",
        "Final-Recipient: rfc822; fleur@example.org",
        "Action: failed",
        "Status: 5.1.1",
        "Diagnostic-Code: smtp; 550 5.1.1 no such user",
    )
    season.pass_time(1)
    row = Entrant.objects.get(player__name="Fleur").player
    assert queries.bounced_at(row) is not None
    assert queries.bounced_at(Entrant.objects.get(player__name="Claire").player) is None
    came = len(fleur.box)
    season.play(lambda: season.post.now > lost.sent_at + 5 * DAY)
    assert len(fleur.box) == came
    assert Pause.objects.filter(player=row, reason="mail").exists()
    told = season.told("Fleur", fleur.answer(fleur.box[0], "Bonjour, état, merci !"), shown=True)
    assert "nous" in told.body
    assert queries.bounced_at(row) is None
    address = told.addresses[0]
    shown = season.told("Fleur", fleur.answer(told, "coups", to=address))
    assert " · " in shown.body
    move = next(line for line in shown.body.splitlines() if " · " in line).split(" · ")[0]
    text = f"Bonjour,\n\n{move}\nmessage : Ma boîte était pleine, désolée. À bientôt !\n"
    played = season.told("Fleur", fleur.answer(shown, text), shown=True)
    assert "Ma boîte était pleine, désolée. À bientôt !" in played.body
    assert move in played.subject


def call_a_referee(season: Season, rita: Any, ravi: Any) -> None:
    """A case by e-mail from the call to the appeal; only the referees open the site."""
    boris, gina = season["Boris"], season["Gina"]
    about = next(each for each in reversed(boris.box) if each.moves or "Gina" in each.subject)
    text = "Anspruch: Gina zieht nicht mehr."
    called = season.told("Boris", boris.answer(about, text), shown=True)
    case = Case.objects.get()
    assert str(case.pk) in called.body
    season.pass_time(24)
    asked = next(each for each in gina.box if "Gina zieht nicht mehr." in each.text)
    assert asked.suggested == "messaggio"
    season.show("Gina", asked)
    text = "messaggio: Sono in ferie, tutto regolare."
    season.told("Gina", gina.answer(asked, text), shown=True)
    case.refresh_from_db()
    assert case.state == "answered"
    request = RulingRequest("dismiss", "C-11", "Leave is leave.", case_id=case.pk)
    rulings.preview_and_sign(request, rita, now=season.post.now)
    season.pass_time(24)
    ruled = next(each for each in reversed(boris.box) if "Leave is leave." in each.text)
    season.show("Boris", ruled)
    season.told("Boris", boris.answer(ruled, "Berufung: Das überzeugt mich nicht."), shown=True)
    case.refresh_from_db()
    assert case.state == "appealed"
    request = RulingRequest("uphold", "C-11", "It was right.", case_id=case.pk)
    rulings.preview_and_sign(request, ravi, now=season.post.now)
    season.pass_time(24)
    for player in (boris, gina):
        assert any("It was right." in each.text for each in player.box)
    season.show("Gina", next(each for each in gina.box if "It was right." in each.text))


def answer_old_emails(season: Season) -> None:
    """E-mails of matches that are over are answered kindly and change nothing."""
    henry = season["Henry"]
    before = Ply.objects.count()
    old = next(each for each in henry.box if each.moves)
    told = season.told("Henry", henry.answer(old, old.moves[-1]))
    assert "Your e-mail was not processed." in told.body
    assert "over" in told.body
    assert Ply.objects.count() == before
    assert "Sono" not in season.told("Henry", henry.answer(told, "help")).body


def claim_when_the_round_is_over(season: Season, rita: Any) -> None:
    """A match that outlasts its round is claimed, answered and decided, all by e-mail."""
    season.play(lambda: finished_in(1) == 4 and Match.objects.filter(status="running").exists())
    match = Match.objects.filter(status="running").first()
    names = [seat.player.name for seat in match.seats.order_by("number")]
    claimant, other = (season[name] for name in names)
    for player in (claimant, other):
        player.patience = 2.2 * DAY
    fixture = Fixture.objects.get(match=match)
    season.play(lambda: Fixture.objects.get(pk=fixture.pk).claims_until is not None)
    season.pass_time(12)
    word = {"en": "claim", "de": "Anspruch", "fr": "réclamation", "it": "reclamo"}
    asked = claimant.suggesting(word[claimant.language])
    told = season.told(claimant.name, claimant.answer(asked, asked.suggested))
    case = Case.objects.get(fixture=fixture)
    season.pass_time(12)
    word = {"en": "msg", "de": "Nachricht", "fr": "message", "it": "messaggio"}
    theirs = other.suggesting(word[other.language])
    season.told(other.name, other.answer(theirs, f"{theirs.suggested} OK, va bene."))
    season.pass_time(1)
    assert told.email["X-Email-Kind"] == "answer"
    order = {"rank_0": 1, "rank_1": 2}
    request = RulingRequest("adjudicate", "C-11", "Agreed.", case_id=case.pk, params=order)
    rulings.preview_and_sign(request, rita, now=season.post.now)
    for player in (claimant, other):
        player.patience = timedelta()


def show_a_tie_break(season: Season) -> None:
    """Put the first move of a tie-break and its answer into the transcript."""
    name, message_id = next(
        (name, each)
        for name, player in season.players.items()
        for each in player.written
        if (answers := player.answers_to(each)) and TIE_BREAK.search(answers[0].body)
    )
    told = season.told(name, message_id, shown=True)
    assert "\n1 " in told.body, "with the board"


def check_the_end(season: Season, cup: Tournament) -> None:
    """The winner is told, the tables are right, and every e-mail has been answered once."""
    final = Round.objects.get(number=3).fixtures.get()
    winner = Entrant.objects.get(tournament=cup, final_place=1)
    seats = list(final.match.seats.select_related("player").order_by("rank"))
    assert seats[0].player == winner.player
    places = list(
        Entrant.objects.filter(tournament=cup).order_by("number").values_list("final_place")
    )
    assert sorted(place or 0 for (place,) in places) == [1, 2, 3, 3, 5, 5, 5, 5]
    assert WON[NAMES[winner.player.name]] in season[winner.player.name].box[-1].text
    season.show(winner.player.name, season[winner.player.name].box[-1])
    for player in season.players.values():
        ending = player.box[-1]
        assert "Postal cup" in ending.subject
        assert winner.player.name in ending.text or player.name == winner.player.name
        for written in player.written:
            count = len(player.answers_to(written))
            assert count == 1, (player.name, season.post.sent[written], count)
    assert any(len(match_state(match)) > 2 for match in Match.objects.all()), "no tie-break"
    assert not InboundMessage.objects.exclude(state="settled").exists()
    assert list(replay_matches(Match.objects.all())) == []
    assert replay_ratings() == []


def match_state(match: Match) -> list[Any]:
    """Return the legs of a match that are over."""
    return list(load_match(match).state.finished)
