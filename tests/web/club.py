"""A club to whom everything happens that is told on a page or in an e-mail."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.utils import translation

from accounts.roles import OPERATOR
from config.moderation import services as moderation
from games import clocks
from games.services.challenges import challenges, rematches
from games.services.emails.links import holder_of
from games.services.interventions import agreement
from games.services.play import commands, flags, mail_pauses, matches, pauses, ties, watching
from games.services.time import outages
from inbound.services import handling, storage
from notifications.addresses import About, Matter, reply_address
from notifications.models import EmailSettings, Message
from notifications.services import subscriptions
from tests.emails import composed, deliver_due, render
from tests.inbound.conftest import written
from tests.web.club_events import hold_tournaments, lead_a_club
from tests.web.lobby_helpers import bot, challenge
from tournaments.referees.services import assigning, cases, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.emails import monthly

WHAT = ("profile", "name")
LEG = "a1,c4,a2,c1,a3"
TOKEN = "t" * 32
DAY = timedelta(days=1)


def founded(language, person, office, start, play, now):
    """Return Anna, Bruno and their matches, all in one language."""
    with translation.override(language):
        names = ("Anna", "Bruno", "Cleo", "Rita", "Ravi")
        anna, bruno, cleo, rita, ravi = (person(name, language=language) for name in names)
        office(rita, "head_referee"), office(ravi)
        EmailSettings.objects.create(player=anna, digest_after=500)
        bot(seeks=[{"ruleset": "traffic_lights.4x3"}], timetable="*/10 18-22 * * 1-5")
        found = {
            "language": language,
            "anna": anna,
            "bruno": bruno,
            "cleo": cleo,
            "rita": rita,
            "ravi": ravi,
            "fresh": start(anna, bruno, now=now),
            "running": start(anna, bruno, now=now, ruleset="traffic_lights.slider"),
            "over": start(bruno, anna, now=now, preset="club", by_lot=True),
            "late": start(bruno, anna, now=now - 9 * DAY, control=_claimable()),
        }
        play(found["running"], "b2,a1", now)
        play(found["late"], "b2,a1", now - 9 * DAY)
        play(found["over"], LEG, now)
        _talk(found, start, play, now)
    return found


def _claimable():
    return clocks.TimeControl(
        per_turn=DAY, stops=frozenset({"leave", "night", "weekend"}), on_flag="claim"
    )


def _talk(club, start, play, now):
    """Let everything happen that is told in an e-mail or shown on a page."""
    anna, bruno, running = club["anna"], club["bruno"], club["running"]
    for each in (club["fresh"], running):
        matches.send_chat_message(each.pk, bruno, "Moin", now=now)
    ties.offer_tie(running.pk, bruno, now=now)
    casual = start(bruno, anna, now=now, rated=False)
    play(casual, "b2", now)
    agreement.request_take_back(casual.pk, bruno, now=now)
    pauses.propose_pause(running.pk, bruno, now + 3 * DAY, now=now)
    flags.settle_flags(now=now)
    watching.watch(club["over"].pk, club["cleo"], now=now)
    matches.resign_match(club["over"].pk, bruno, now=now)
    flags.book_leave(bruno, (now + 2 * DAY).date(), (now + 5 * DAY).date(), now=now)
    club["rematch"] = rematches.offer_rematch(club["over"].pk, bruno, now=now)
    club["named"] = challenge(bruno, opponent=anna, greeting="Moin", now=now)
    club["seek"] = challenge(bruno, now=now)
    club["own"] = challenge(anna, now=now)
    club["link"] = challenge(bruno, link_token=TOKEN, rated=False, now=now)
    club["second"] = start(anna, bruno, now=now)
    play(club["second"], "b1,a1,c4,a2,b2,a3", now)
    club["ordered"] = start(bruno, anna, now=now)
    lines = "if b2 then a1 if c3 then a3\nif b1 then a1\nif c1 then a1"
    commands.save_orders(club["ordered"].pk, anna, lines, commands.Submission(0, now, "page"))
    play(club["ordered"], "b2", now)
    club["bagged"] = start(bruno, anna, ruleset="traffic_lights.4x3.bag", now=now)
    refused = challenge(anna, opponent=bruno, now=now)
    challenges.decline_challenge(refused.pk, bruno, now=now)
    club["closed"] = refused
    _multiplayer(club, start, play, now)
    _call_referees(club, now)


def _multiplayer(club, start, play, now):
    """Let three play: one goes, a seat is on offer, tables fill and do not come about."""
    anna, bruno, cleo = club["anna"], club["bruno"], club["cleo"]
    skip, offer = (replace(clocks.PRESETS["day"], on_flag=way) for way in ("skip", "substitute"))
    table = start(anna, bruno, cleo, ruleset="halma", control=skip, by_lot=False, now=now)
    play(table, "d1-e5,j10-i9", now)
    matches.resign_match(table.pk, bruno, now=now)
    club["three"] = table
    late = start(bruno, anna, cleo, ruleset="halma", control=offer, now=now - 2 * DAY)
    play(late, "d1-e5,j10-i9,m4-l4", now - 2 * DAY)
    flags.settle_flags(now=now)
    club["offered"] = late
    three = {"ruleset": "halma", "seats": 3, "now": now}
    club["asked"] = challenge(bruno, players=(anna, cleo), **three)
    club["filling"] = challenge(bruno, **three)
    challenges.join_challenge(club["filling"].pk, cleo, seed="ab" * 32, now=now)
    for ending in (challenges.withdraw_challenge, None):
        gone = challenge(bruno, **three)
        challenges.join_challenge(gone.pk, anna, seed="ab" * 32, now=now)
        if ending is not None:
            ending(gone.pk, bruno, now=now)
    club["joined"] = gone


def _call_referees(club, now):
    """Let Bruno call a referee twice: one case is open, one was decided twice."""
    anna, bruno, rita, ravi = (club[name] for name in ("anna", "bruno", "rita", "ravi"))
    named = {"match_id": club["running"].pk, "text": "Moin", "now": now}
    club["case"] = cases.open_case(bruno, kind="conduct", **named)
    club["decided"] = cases.open_case(bruno, kind="tie", **named)
    assigning.assign_case(club["decided"].pk, ravi, by=rita, now=now)
    cases.ask_party(club["decided"].pk, anna.pk, "Moin", by=ravi, now=now)
    cases.give_statement(club["decided"].pk, bruno, "Moin", now=now)
    cases.add_note(club["decided"].pk, ravi, "Moin", now=now)
    words = {"paragraph": "77", "reason": "Moin", "case_id": club["decided"].pk}
    pause = RulingRequest("pause", params={"days": 2}, interim=True, **words)
    for given in (pause, RulingRequest("dismiss", **words)):
        rulings.preview_and_sign(given, ravi, now=now)
    cases.appeal(club["decided"].pk, anna, "Moin", now=now)
    rulings.preview_and_sign(RulingRequest("uphold", **words), rita, now=now)
    late = {**named, "match_id": club["over"].pk, "text": "Moin"}
    club["annulled"] = cases.open_case(bruno, kind="other", **late)
    words["case_id"] = club["annulled"].pk
    rulings.preview_and_sign(RulingRequest("annul", **words), rita, now=now)
    withdrawn = cases.open_case(anna, kind="rules", **named)
    cases.withdraw_case(withdrawn.pk, anna, now=now)


def emails_written(club, client_for, office, now):
    """Cause the e-mails that are still missing and return one of every sort."""
    browser = client_for(headers={"accept-language": club["language"]})
    new = {"email": "new@example.org", "password1": "green yellow red", "name": "Zoe"}
    new |= {"language": club["language"], "time_zone": "Europe/Berlin"}
    browser.post("/account/signup/", new)
    for address in ("anna@example.org", "nobody@example.org"):
        browser.post("/account/password/reset/", {"email": address})
    browser.post("/account/signup/", new | {"email": "anna@example.org", "name": "Zoe Zoe"})
    inside = client_for(club["anna"])
    inside.post("/account/reauthenticate/", {"password": "correct horse"})
    words = {"oldpassword": "correct horse", "password1": "green yellow red"}
    inside.post("/account/password/change/", words | {"password2": "green yellow red"})
    inside.post("/account/email/", {"action_add": "", "email": "anna2@example.org"})
    for days in (1.6, 2.5, 2.9):
        flags.send_reminders(now=now + timedelta(days=days))
    _write_back(club, now)
    hold_tournaments(club, now)
    lead_a_club(club, now)
    _end_a_month(club, now)
    _announce_downtime(now)
    _moderate(club, office, now)
    _stay_unreached(club["bruno"], now)
    sorts = {_sort(each): each for each in Message.objects.order_by("pk")}
    whole = [(each, render(each, now)) for each in sorts.values()]
    EmailSettings.objects.filter(player=club["anna"]).update(digest_after=0)
    deliver_due(now + timedelta(days=3))  # what is left of the day makes a digest
    digest = Message.objects.filter(kind="daily_digest", player=club["anna"]).earliest("pk")
    return [*whole, (digest, render(digest, now))]


def _write_back(club, now):
    """Let Anna answer e-mails: right, wrong, about nothing, and from an address not her own."""
    anna, running = club["anna"], club["running"]
    holder = holder_of(running.seats.get(player=anna))
    about = Matter(About.MATCH, anna.pk, running.pk, running.ply_count, holder.seat)
    nothing = Matter(About.PLAYER, anna.pk)
    for matter, text, sender in (
        (about, "note Moin", "anna"),
        (about, "status", "anna"),
        (about, "moves", "anna"),
        (about, "z9", "anna"),
        (nothing, "help", "anna"),
        (nothing, "status", "anna"),
        (nothing, "z9", "anna"),
        (about, "c1", "greta"),
    ):
        address = reply_address(matter)
        raw = written(text, address, f"{sender}@example.org")
        stored = storage.store_message(raw, storage.Envelope(address, "pipe"), now=now, wake=False)
        handling.handle_message(stored.pk, now=now, make_seed=lambda: "cd" * 32)


def _stay_unreached(player, now):
    """Let the e-mails about a player's turns fail for good."""
    Message.objects.filter(player=player, kind="your_turn").update(state=Message.State.FAILED)
    EmailSettings.objects.update_or_create(player=player, defaults={"failed_at": now})
    assert mail_pauses.update_mail_pauses(now=now + timedelta(minutes=1))


def _end_a_month(club, now):
    """Let Anna have the summary of the month in which all this was."""
    subscriptions.set_preference(club["anna"], "monthly_summary", wanted=True, now=now)
    later = (now.replace(day=1) + 32 * DAY).replace(day=2)
    assert monthly.post_summaries(later) == 1


def _announce_downtime(now):
    """Announce a downtime into which deadlines fall; call one off, end another one early."""
    for early in (-DAY, 2 * DAY, None):
        outage = outages.enter_outage(now + DAY, now + 20 * DAY, note="Moin", by=None, now=now)
        if early is not None:
            Message.objects.filter(kind="downtime").update(state=Message.State.SENT)
            outages.end_outage(outage.pk, now=now + DAY + early)


def _moderate(club, office, now):
    """Let Cleo be reported for everything, and each report end in another way."""
    cleo, bruno = club["cleo"], club["bruno"]
    office(club["rita"], OPERATOR)
    rude = matches.send_chat_message(club["fresh"].pk, club["anna"], "Moin", now=now)
    reports = [
        moderation.report_chat_line(rude, "Moin", by=bruno, now=now),
        *(moderation.report_player(cleo, what, "Moin", by=bruno, now=now) for what in WHAT),
    ]
    outcomes = zip(reports, ("hidden", "cleared", "renamed"), strict=True)
    for report, outcome in outcomes:
        moderation.settle_reports(report.pk, outcome, "Moin", by=club["rita"], now=now)
    for outcome in ("warned", "nothing"):
        again = moderation.report_player(cleo, "profile", "Moin", by=bruno, now=now)
        moderation.settle_reports(again.pk, outcome, "Moin", by=club["rita"], now=now)


def _sort(message):
    """E-mails with the same parts say the same sentences."""
    parts = sorted(name for name, value in composed(message).items() if value)
    told = (message.context.get(name) for name in ("step", "subject", "headline"))
    return (message.kind, *parts, *told)
