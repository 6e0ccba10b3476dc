"""Names, profiles and messages are reported, and settled by operators."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Player, User
from accounts.roles import OPERATOR
from accounts.services import closing, profile
from config.moderation import queries, services
from config.moderation.models import Report
from config.moderation.services import ReportRefused
from games.models import ChatLine
from games.services.play import matches
from notifications.models import Message
from tests.emails import render
from tests.sampling import sampled
from tests.tournaments.conftest import plan
from tournaments.models import ClubMember, EntryRequest, Revision
from tournaments.services import log as event_log, moderation
from tournaments.services.clubs import founding, log
from tournaments.services.entries import teams
from tournaments.services.organisers.series import SeriesSettings, found_series
from tournaments.services.revisions import revising
from tournaments.services.seasons import announcing

__all__ = ["plan"]

pytestmark = pytest.mark.django_db
PAGE = "/admin/reports/"


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def operator(office, person):
    olga = office(person("Olga"), OPERATOR)
    User.objects.filter(pk=olga.user_id).update(is_staff=True)
    return olga


@pytest.fixture
def root(client_for, person):
    rosa = person("Rosa")
    User.objects.filter(pk=rosa.user_id).update(is_staff=True, is_superuser=True)
    return client_for(rosa)


def told(player):
    rows = Message.objects.filter(kind="moderation", player=player).order_by("pk")
    return "\n".join(
        f"{each.subject}\n{each.body}" for each in (render(row, timezone.now()) for row in rows)
    )


def test_a_message_is_reported_hidden_and_read_by_nobody_any_more(
    alice, bob, carol, start, client_for, operator, root, now
):
    match = start(alice, bob, now=now)
    rude = matches.send_chat_message(match.pk, bob, "You are a turnip.", now=now)
    kind = matches.send_chat_message(match.pk, alice, "Good luck!", now=now)
    alices, address = client_for(alice), f"/matches/{match.pk}/report/"
    assert address in alices.get(match.get_absolute_url()).text
    page = alices.get(address).text
    assert "You are a turnip." in page
    assert "Good luck!" not in page
    assert "Choose what you want to report." in alices.post(address, {"reason": "Rude"}).text
    own = alices.post(address, {"line": kind.pk, "reason": "Mine"})
    assert (own.status_code, Report.objects.count()) == (422, 0)
    assert "Describe the problem" in alices.post(address, {"line": rude.pk, "reason": " "}).text
    sent = alices.post(address, {"line": rude.pk, "reason": "Insults me"}, follow=True)
    assert "An operator will review it." in sent.text
    assert "reported this already" in alices.post(address, {"line": rude.pk, "reason": "x"}).text
    assert "turnip" not in client_for(carol).get(address).text
    assert "new report (chat message)" in told(operator)
    assert "Insults me" in told(operator)

    assert "1 new report. See" in root.get("/admin/").text
    listed = root.get(PAGE).text
    assert "You are a turnip." in listed
    assert "Insults me" in listed
    report = Report.objects.get()
    done = {"report": report.pk, "outcome": "hidden", "words": "Please stay polite."}
    assert "No report is waiting." in root.post(PAGE, done, follow=True).text
    assert ChatLine.objects.get(pk=rude.pk).text == "You are a turnip."
    assert "turnip" not in alices.get(match.get_absolute_url()).text
    assert "(hidden by an operator)" in alices.get(match.get_absolute_url()).text
    assert "turnip" not in alices.get(f"/api/v1/matches/{match.pk}/chat/").text
    assert "Please stay polite." in told(bob)
    assert "turnip" in told(bob)
    assert "took action" in told(alice)
    assert "settled already" in root.post(PAGE, done).text
    with pytest.raises(ReportRefused, match="can no longer be reported"):
        services.report_chat_line(ChatLine.objects.get(pk=rude.pk), "x", by=alice, now=now)


def test_a_name_is_replaced_and_its_owner_told(alice, bob, carol, client_for, root, now):
    for who in (alice, carol):
        services.report_player(bob, "name", "Looks like mine", by=who, now=now)
    page = root.get(PAGE).text
    assert page.count('name="report"') == 1
    first = Report.objects.order_by("pk")[0]
    root.post(PAGE, {"report": first.pk, "outcome": "renamed", "words": ""})
    bob.refresh_from_db()
    assert bob.name == f"Player {bob.pk}"
    assert Report.objects.filter(outcome="renamed").count() == 2
    assert f"Du heißt jetzt „Player {bob.pk}“ statt „Bob“." in told(bob)
    assert "merci pour votre signalement" in told(carol)


def test_a_neutral_name_that_somebody_has_is_not_given_twice(alice, bob, person, now):
    person(f"Player {bob.pk}")
    report = services.report_player(bob, "name", "Rude", by=alice, now=now)
    services.settle_reports(report.pk, "renamed", "", by=None, now=now)
    assert Player.objects.get(pk=bob.pk).name == f"Player {bob.pk}-1"


def test_a_profile_is_cleared_a_warning_needs_words_and_nothing_tells_the_reporter_alone(
    alice, bob, client_for, root, now
):
    profile.change_profile(bob, name=bob.name, about="Buy my pills", language="en")
    address = f"/players/{bob.pk}/report/"
    assert address in client_for(alice).get(f"/players/{bob.pk}/").text
    sent = {"what": "profile", "reason": "Advertising"}
    assert client_for(alice).post(address, sent).status_code == 302
    report = Report.objects.get()
    assert "Buy my pills" in root.get(PAGE).text
    warned = root.post(PAGE, {"report": report.pk, "outcome": "warned", "words": " "})
    assert "A warning needs a message" in warned.text
    assert "Choose what to do." in root.post(PAGE, {"report": report.pk, "outcome": "hidden"}).text
    root.post(PAGE, {"report": report.pk, "outcome": "nothing"})
    assert told(bob) == ""
    assert "took no action" in told(alice)
    again = services.report_player(bob, "profile", "Still there", by=alice, now=now)
    services.settle_reports(again.pk, "cleared", "", by=None, now=now)
    assert Player.objects.get(pk=bob.pk).about == ""


def test_what_cannot_be_reported_is_refused(alice, bob, person, client_for, operator, now):
    with pytest.raises(ReportRefused, match="report yourself"):
        services.report_player(alice, "name", "x", by=alice, now=now)
    with pytest.raises(ReportRefused, match="Choose what"):
        services.report_player(bob, "chat", "x", by=alice, now=now)
    with pytest.raises(ReportRefused, match="at most 500"):
        services.report_player(bob, "name", "x" * 501, by=alice, now=now)
    for number in range(10):
        services.report_player(person(f"P{number}"), "name", "x", by=alice, now=now)
    with pytest.raises(ReportRefused, match="10 of your reports"):
        services.report_player(bob, "name", "x", by=alice, now=now)
    mine = services.report_player(operator, "name", "x", by=bob, now=now)
    with pytest.raises(ReportRefused, match="decided by another operator"):
        services.settle_reports(mine.pk, "nothing", "", by=operator, now=now)
    assert client_for(alice).get(f"/players/{alice.pk}/report/").status_code == 404
    assert client_for(None).get(f"/players/{bob.pk}/report/").status_code == 302
    assert client_for(alice).get(PAGE).status_code in (302, 403)


def test_the_database_keeps_one_open_report_of_a_thing(alice, bob, now):
    row = {"what": "name", "about": bob, "by": alice, "reason": "x", "at": timezone.now()}
    Report.objects.create(**row)
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.create(**row)


def test_a_message_hidden_before_its_e_mail_left_is_not_told(alice, bob, start, now):
    match = start(alice, bob, now=now)
    line = matches.send_chat_message(match.pk, bob, "You are a turnip.", now=now)
    report = services.report_chat_line(line, "Insults me", by=alice, now=now)
    services.settle_reports(report.pk, "hidden", "", by=None, now=now)
    row = Message.objects.get(kind="chat_digest", player=alice)
    assert "turnip" not in render(row, now).body
    assert "(hidden by an operator)" in render(row, now).body


def test_an_operator_at_the_table_reads_no_report_of_it(alice, operator, start, now):
    match = start(alice, operator, now=now)
    line = matches.send_chat_message(match.pk, alice, "SECRETHAND", now=now)
    report = services.report_chat_line(
        line, "x", by=Player.objects.exclude(pk=alice.pk)[0], now=now
    )
    found = queries.pending_subjects(operator)
    assert [each.is_hidden for each in found] == [True]
    assert [each.is_hidden for each in queries.pending_subjects(None)] == [False]
    with pytest.raises(ReportRefused, match="decided by another operator"):
        services.settle_reports(report.pk, "nothing", "", by=operator, now=now)


def test_a_closed_account_keeps_its_neutral_name(alice, bob, now):
    report = services.report_player(bob, "name", "Rude\x00", by=alice, now=now)
    assert report.reason == "Rude"
    closing.close_account(bob, now=now)
    with pytest.raises(ReportRefused, match="Choose what to do"):
        services.settle_reports(report.pk, "renamed", "", by=None, now=now)
    services.settle_reports(report.pk, "nothing", "", by=None, now=now)
    assert Player.objects.get(pk=bob.pk).name == f"Closed account {bob.pk}"


def test_the_name_of_a_club_is_reported_and_replaced(root, client_for, operator, alice, bob, now):
    club = founding.found_club(alice, founding.ClubSettings("Rude Words"), secret="s", now=now)
    page = f"/clubs/{club.key}/report/"
    assert page in client_for(bob).get(club.get_absolute_url()).text
    assert page not in client_for(alice).get(club.get_absolute_url()).text
    assert client_for(bob).post(page, {"reason": " "}).status_code == 422
    assert client_for(alice).post(page, {"reason": "Mine."}).status_code == 422
    assert client_for(bob).post(page, {"reason": "It insults."}).status_code == 302
    with pytest.raises(ReportRefused, match="reported this already"):
        services.report_object(club, "Again.", by=bob, now=now)
    assert "Reason: It insults." in told(operator)
    report = Report.objects.get()
    assert (report.what, report.about, report.club) == ("club", alice, club)
    assert "Rude Words" in root.get(PAGE).text
    sent = {"report": report.pk, "outcome": "renamed", "words": "Not here."}
    assert root.post(PAGE, sent).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.key) == (f"Club {club.pk}", f"club-{club.pk}")
    assert f"“Rude Words” is now called “Club {club.pk}”." in told(alice)
    assert "Not here." in told(alice)
    assert Message.objects.filter(player=bob, key=f"report:{report.pk}:settled").exists()
    (line,) = club.lines.filter(act="renamed")
    assert "operators have replaced the name" in log.sentence(line)


def test_a_neutral_name_of_a_club_is_never_one_that_another_looks_like(alice, bob, now):
    club = founding.found_club(alice, founding.ClubSettings("Rude Words"), secret="s", now=now)
    alike = f"Club {club.pk}.".replace("1", "l")
    founding.found_club(bob, founding.ClubSettings(alike), secret="s", now=now)
    assert moderation.replace_name(club, None, now=now) == f"Club {club.pk} (1)"


@pytest.mark.parametrize("what", sampled(["event", "team", "series"], 2))
def test_names_and_texts_of_tournaments_series_and_teams_are_reported_and_taken_away(
    what, named, root, client_for, operator, alice, bob, now
):
    thing, address = named[what]
    page = f"{address}report/"
    assert page in client_for(bob).get(address).text
    assert page not in client_for(alice).get(address).text
    assert client_for(None).get(page).status_code == 302
    assert "You run this yourself" in client_for(alice).post(page, {"reason": "x"}).text
    assert client_for(bob).post(page, {"reason": "It insults."}).status_code == 302
    assert client_for(bob).post(page, {"reason": "Again."}).status_code == 422
    report = Report.objects.get()
    assert (report.what, report.about, report.named) == (what, alice, thing)
    listed = root.get(PAGE).text
    assert "Rude Words" in listed
    assert ("Ruder words." in listed) == (what != "team")
    root.post(PAGE, {"report": report.pk, "outcome": "renamed"})
    thing.refresh_from_db()
    kind = {"event": "Tournament", "series": "Series", "team": "Team"}[what]
    assert thing.name == f"{kind} {thing.pk}"
    assert f"“Rude Words” is now called “{kind} {thing.pk}”." in told(alice)
    assert "Rude Words" not in client_for(bob).get(address).text
    if what != "team":
        again = services.report_object(thing, "Its text, too.", by=bob, now=now)
        services.settle_reports(again.pk, "cleared", "", by=None, now=now)
        thing.refresh_from_db()
        assert thing.text == ""
        assert "a description you are responsible for has been removed" in told(alice)
        assert "Ruder words." not in client_for(bob).get(address).text
        if what == "event":  # what organisers have written stays
            assert Revision.objects.get(act="message").after["text"] == "Ruder words."
    else:
        again = services.report_object(thing, "Still.", by=bob, now=now)
        with pytest.raises(ReportRefused, match="Choose what to do"):
            services.settle_reports(again.pk, "cleared", "", by=None, now=now)


@pytest.fixture
def named(alice, plan, now):
    """Return a tournament of alice's, a series and a team, with their addresses."""
    seed, terms = "ab" * 32, {"least": 2, "starts_at": now + timedelta(days=9)}
    event = announcing.draft_tournament(alice, plan(**terms), seed=seed, now=now)
    announcing.announce_tournament(event.pk, alice, now=now)
    for name, text in (("Rude Words", "Ruder words."), ("Rude Words", "Ruder words. Really.")):
        wanted = {"name": name, "text": text}
        token = revising.propose(event.pk, alice, wanted, now=now).preview_token
        revising.revise(event.pk, alice, wanted, preview_token=token, now=now)
    event_log.record_revision(event, "message", alice, now, to="all", text="Ruder words.", told=1)
    statutes = SeriesSettings("Rude Words", [3, 2, 1], "Ruder words.")
    series = found_series(alice, statutes, now=now)
    league = announcing.draft_tournament(
        alice, plan(format="team_league", boards=2, **terms), seed=seed, now=now
    )
    announcing.announce_tournament(league.pk, alice, now=now)
    team = teams.found_team(league.pk, alice, "Rude Words", key="k" * 43, now=now)
    event.refresh_from_db()
    return {
        "event": (event, event.get_absolute_url()),
        "series": (series, series.get_absolute_url()),
        "team": (team, team.get_absolute_url()),
    }


def test_a_neutral_name_of_a_team_is_one_that_no_other_has(named, bob, carol, now):
    team, _address = named["team"]
    teams.found_team(team.tournament_id, carol, f"team {team.pk}", key="c" * 43, now=now)
    EntryRequest.objects.create(
        tournament=team.tournament, player=bob, at=now, team_name=f"TEAM {team.pk}-1"
    )
    event_log.record_revision(team.tournament, "accepted", bob, now, about=bob, team="Rude Words")
    report = services.report_object(team, "Rude", by=bob, now=now)
    services.settle_reports(report.pk, "renamed", "", by=None, now=now)
    team.refresh_from_db()
    assert team.name == f"Team {team.pk}-2"
    assert "Rude Words" not in event_log.sentence(Revision.objects.get(act="accepted"))


def test_nobody_reports_what_they_cannot_see(named, alice, bob, client_for, plan, now):
    draft = announcing.draft_tournament(alice, plan(), seed="cd" * 32, now=now)
    for page in (f"{draft.get_absolute_url()}report/", "/series/99/report/",
                 "/tournaments/99/report/", "/tournaments/teams/99/report/"):  # fmt: skip
        assert client_for(bob).get(page).status_code == 404


def test_a_warning_about_a_club_goes_to_its_owner_of_that_day(alice, bob, carol, now):
    club = founding.found_club(alice, founding.ClubSettings("Loud Club"), secret="s", now=now)
    report = services.report_object(club, "Shouts.", by=carol, now=now)
    ClubMember.objects.filter(club=club).update(player=bob)
    with pytest.raises(ReportRefused, match="concerns you"):
        services.settle_reports(report.pk, "warned", "Quietly.", by=bob, now=now)
    services.settle_reports(report.pk, "warned", "Quietly.", by=None, now=now)
    assert "Quietly." in told(bob)
    assert told(alice) == ""
    club.refresh_from_db()
    assert club.name == "Loud Club"


def test_only_whoever_knows_of_a_private_club_can_report_it(client_for, alice, bob, now):
    club = founding.found_club(
        alice, founding.ClubSettings("Quiet Club", private=True), secret="hush", now=now
    )
    assert client_for(bob).get(f"/clubs/{club.key}/report/").status_code == 404
