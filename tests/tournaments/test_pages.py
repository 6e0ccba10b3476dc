"""The pages of events: what they show."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from games.models import Match
from games.services.play.matches import resign_match
from games.services.play.play import play_turn
from tests.markup import text_of
from tests.sampling import at_length, sampled
from tests.tournaments.seeds import seeds
from tests.web.lobby_helpers import bot
from tournaments.models import Entrant, Tournament
from tournaments.services.seasons import announcing, running
from tournaments.web.planning.fields import DaysField

pytestmark = pytest.mark.django_db


FORM = {
    "name": "Winter cup",
    "format": "round_robin",
    "ruleset": "traffic_lights.4x3",
    "table": "2",
    "legs": "2",
    "max_extra_pairs": "3",
    "rated": "on",
    "control": "three_days",
    "own_kind": "per_turn",
    "on_flag": "lose",
    "least": "3",
    "round_days": "28",
    "starts_when_full": "on",
    "most": "3",
    "at_once": "on",
}


@pytest.mark.long
def test_somebody_organises_a_cup_and_it_starts_when_it_is_full(
    client_for, organiser, people, noon
):
    client = client_for(organiser)
    assert client.get("/tournaments/new/?template=mini_cup").status_code == 200
    answer = client.post("/tournaments/new/", FORM)
    assert answer.status_code == 303, answer.content.decode()
    tournament = Tournament.objects.get()
    page = client.get(answer["Location"]).content.decode()
    assert "Announce tournament" in page
    assert client_for(None).get(answer["Location"]).status_code == 404
    client.post(reverse("tournaments:announce", args=[tournament.pk]))
    again = f"/tournaments/new/?like={tournament.pk}"
    assert again in client.get(answer["Location"]).content.decode()
    assert again not in client_for(None).get(answer["Location"]).content.decode()
    for player in people(3):
        client_for(player).post(reverse("tournaments:enter", args=[tournament.pk]))
    assert Entrant.objects.playing().count() == 3
    tournament.refresh_from_db()
    assert tournament.due_at is not None
    running.advance(tournament.pk, now=tournament.due_at, make_seed=seeds)
    assert Match.objects.count() == 3
    page = client_for(None).get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "Cross table" in page
    assert "Player01" in page


MISTAKES = [
    ({"points": "x"}, "points", "Enter whole numbers"),
    ({"format": "pods"}, "format", "for matches of 2 players"),
    ({"tie_breaks": ["buchholz"]}, "tie_breaks", "Buchholz is for the Swiss"),
    ({"control": "untimed", "rated": ""}, "control", "every match ends"),
    ({"name": ""}, "name", "This field is required"),
    ({"format": "swiss"}, "rounds", "A Swiss tournament needs a number of rounds."),
    ({"most": "", "starts_when_full": ""}, "starts_at", "Give a start date"),
    ({"points": "0 1"}, "points", "falling"),
    (
        {"control": "own", "per_turn": "3", "per_turn_unit": "days", "on_flag": "claim"},
        "control",
        "every match ends",
    ),
    ({"format": "groups"}, "division_size", "Enter the number of players in a group."),
    ({"division_size": "4", "promoted": "2"}, "promoted", "Fewer than half"),
]


@pytest.mark.parametrize(("change", "field", "words"), sampled(MISTAKES, 4))
def test_every_mistake_in_the_form_is_named_at_its_field(
    client_for, organiser, change, field, words
):
    answer = client_for(organiser).post("/tournaments/new/", FORM | change)
    assert answer.status_code == 422
    assert any(words in error for error in answer.context["form"].errors[field])
    assert Tournament.objects.count() == 0


def test_an_organiser_starts_a_cup_that_bots_fill(client_for, organiser, people):
    for name in ("Magpie", "Minerva", "Greta"):
        bot(name)
    client = client_for(organiser)
    given = FORM | {"least": "4", "most": "4", "format": "knockout", "bots_fill": "on"}
    cup = client.post("/tournaments/new/", given | {"at_once": ""})["Location"]
    number = Tournament.objects.get().pk
    client.post(reverse("tournaments:announce", args=[number]))
    start = reverse("tournaments:start", args=[number])
    assert (
        "The tournament needs 4 entrants; 0 have entered so far."
        in client.post(start).content.decode()
    )
    client_for(people(1)[0]).post(reverse("tournaments:enter", args=[number]))
    assert "fill free places" in client.get(cup).content.decode()
    assert client.post(start).status_code == 303
    assert Entrant.objects.playing().filter(number__isnull=False).count() == 4


def test_tie_breaks_have_an_order_and_nobody_fills_in_a_form_in_vain(
    client_for, organiser, plan, noon
):
    client = client_for(organiser)
    twice = FORM | {"tie_breaks": ["wins", "", "wins"]}
    refused = client.post("/tournaments/new/", twice)
    assert refused.context["form"].errors["tie_breaks"] == [
        "“wins” is chosen twice. Choose it only once."
    ]
    assert '<a href="#id_tie_breaks">' in refused.content.decode()
    assert '<fieldset id="id_tie_breaks"' in refused.content.decode()
    shown = [each.data["value"] for each in refused.context["form"]["tie_breaks"]]
    assert shown[:4] == [["wins"], [""], ["wins"], [""]]
    order = ["wins", "", "koya", "direct_encounter", "lots", "leg_points", "", "games_won"]
    own_time = {"control": "own", "own_kind": "bank", "bank": "36", "bank_unit": "hours"}
    given = FORM | own_time | {"tie_breaks": order, "stops": ["leave", "weekend"], "points": "3-1"}
    drafted = client.post("/tournaments/new/", given)["Location"]
    draft = Tournament.objects.get()
    assert draft.tie_breaks == [each for each in order if each]
    assert draft.points == [3, 1]
    for page in (f"{drafted}change/", f"/tournaments/new/?like={draft.pk}"):
        form = client.get(page).context["form"]
        own = [form[name].value() for name in ("control", "own_kind", "bank", "bank_unit", "stops")]
        assert own == ["own", "bank", 36, "hours", ["leave", "weekend"]]
        assert [each.data["value"][0] for each in form["tie_breaks"]] == draft.tie_breaks
    client.post(f"{drafted}change/", FORM | {"tie_breaks": [""] * 6})
    draft.refresh_from_db()
    assert draft.tie_breaks[:2] == ["direct_encounter", "sonneborn_berger"]
    for _more in range(4):
        announcing.draft_tournament(organiser, plan(), seed="ab" * 32, now=noon)
    for page in ("/tournaments/new/", "/tournaments/new/contest/", "/tournaments/new/?like=1"):
        told = client.get(page)
        assert told.status_code == 409
        assert "You have 5 unfinished tournaments" in told.content.decode()
        assert "<form" not in told.content.decode().split("<main")[1].split("</main")[0]


def test_the_first_days_of_rounds_are_written_as_the_reader_writes_days(client_for, person):
    hans = person("Hans", language="de")
    client, today = client_for(hans), timezone.localdate()
    days = [today + timedelta(days=number) for number in (20, 27, 34)]
    swiss = {"format": "swiss", "rounds": "3", "at_once": "", "starts_when_full": "", "most": ""}
    given = FORM | swiss | {"starts_at": f"{days[0]}T19:30"}
    own = days[1].strftime("%d.%m.%Y")
    cases = (
        (f"{days[0]}\n\nmorgen", " 3,", "morgen", own[-4:]),
        (f"{today}\n{own}", " 1, ", f"{today.day}. "),
        (f"{days[0]}\n{days[2]}\n{own}", " 3, ", f"{days[1].day}. "),
        ("0001-01-01", " 1,", "0001-01-01"),
        ("9999-12-31", " 1,", "9999-12-31"),
        ("\n".join(str(days[0] + timedelta(days=each)) for each in range(4)), "4 ", "3 "),
    )
    for written, *named in cases if at_length() else cases[:3]:
        answer = client.post("/tournaments/new/", given | {"round_dates": written})
        assert answer.status_code == 422
        said = answer.context["form"].errors["round_dates"][0]
        assert all(words in said for words in named), said
    answer = client.post("/tournaments/new/", given | {"round_dates": f"{days[0]}\n{own}\n"})
    draft = Tournament.objects.get()
    starts = [each.astimezone(hans.zone) for each in draft.round_starts]
    assert [(each.date(), each.hour, each.minute) for each in starts] == [
        (day, 19, 30) for day in days[:2]
    ]
    form = client.get(f"{answer['Location']}change/").context["form"]
    assert form["round_dates"].value() == f"{days[0]}\n{days[1]}"
    for language in ("en", "fr", "it"):
        with translation.override(language):
            assert DaysField().clean(date_format(days[2], "SHORT_DATE_FORMAT")) == [days[2]]


@pytest.mark.long
def test_the_list_the_page_and_the_files_show_a_finished_tournament(
    client_for, hold, people, run, noon
):
    tournament = hold(people(3), at_once=True)
    run(tournament, noon)
    client = client_for(None)
    assert "Spring cup" in client.get("/tournaments/").content.decode()
    assert "Spring cup" in client.get("/tournaments/fame/").content.decode()
    page = client.get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "Hall of fame" not in page
    table = client.get(f"/tournaments/{tournament.pk}/table.csv").content.decode("utf-8-sig")
    assert table.splitlines()[0].startswith("division,place,player")
    assert len(table.splitlines()) == 4
    plain = json.loads(client.get(f"/tournaments/{tournament.pk}/tournament.json").content)
    assert [len(each["fixtures"]) for each in plain["divisions"][0]["rounds"]] == [2, 2, 2]
    report = client.get(f"/tournaments/{tournament.pk}/tournament.trf").content.decode()
    assert report.startswith("012 Spring cup")
    assert "Player03" in report
    assert plain["lots_seed"] == "ab" * 32
    champion = Entrant.objects.filter(final_place=1).first()
    profile = client.get(f"/players/{champion.player_id}/").content.decode()
    assert "Titles" in profile


@pytest.mark.long
def test_a_finished_match_tells_the_places_in_its_tournament(client_for, hold, people, run, noon):
    tournament = hold(people(3), at_once=True)
    run(tournament, noon)
    match = Match.objects.order_by("pk")[0]
    page = text_of(client_for(None).get(match.get_absolute_url()))
    assert f'<a href="{tournament.get_absolute_url()}">' in page
    for seat in match.seats.all():
        assert re.search(rf"{seat.player.name}: place [123] of 3", page)


@pytest.mark.long
def test_before_the_first_result_there_are_entrants_and_nobody_is_first(
    client_for, hold, people, noon
):
    players, client, now = people(4), client_for(None), noon + timedelta(days=1)
    hold(players, name="Cup", format="knockout")
    hold(players, name="All", least=2)
    running.advance_all(now=now, make_seed=seeds)
    place, rounds = '<td class="place">1</td>', '<table class="rounds">'
    for event in Tournament.objects.order_by("pk"):
        shown = text_of(client.get(event.get_absolute_url()))
        numbered = "ol" if event.format == "knockout" else "ul"
        listed = shown.split(f'<{numbered} class="entrants">')[1].split(f"</{numbered}>")[0]
        assert listed.count("<li>") == 4
        assert place not in shown.split(rounds)[0]
        match = Match.objects.filter(fixture__round__division__tournament=event).order_by("pk")[0]
        play_turn(match.pk, 0, "b2", seen=0, now=now, source="page")
        resign_match(match.pk, match.seats.get(number=1).player, now=now)
        later = text_of(client.get(event.get_absolute_url()))
        tree = event.format == "knockout"
        assert later.count("still in") == (3 if tree else 0)
        assert (place in later.split(rounds)[0]) is not tree
