"""URLs of the pages of tournaments."""

from __future__ import annotations

from django.urls import path

from tournaments.web import acts, calendars, contest, exports, organise, pages, report_file, teams

app_name = "tournaments"
urlpatterns = [
    path("tournaments/", pages.index, name="index"),
    path("tournaments/report-file/", report_file.page, name="report_file"),
    path("tournaments/report-file/<str:key>/", report_file.waiting, name="report_job"),
    path("tournaments/fame/", pages.hall_of_fame, name="fame"),
    path("tournaments/new/", organise.new, name="new"),
    path("tournaments/new/contest/", organise.new_contest, name="new_contest"),
    path("tournaments/<int:pk>/", pages.tournament, name="tournament"),
    path("tournaments/<int:pk>/change/", organise.change, name="change"),
    path("tournaments/<int:pk>/enter/", acts.enter, name="enter"),
    path("tournaments/<int:pk>/withdraw/", acts.withdraw, name="withdraw"),
    path("tournaments/<int:pk>/bots/", acts.enter_bot, name="enter_bot"),
    path("tournaments/<int:pk>/bots/withdraw/", acts.take_out_bot, name="take_out_bot"),
    path("tournaments/<int:pk>/absence/<int:number>/", acts.absence, name="absence"),
    path("tournaments/<int:pk>/next-season/", acts.next_season, name="next_season"),
    path("tournaments/<int:pk>/announce/", acts.announce, name="announce"),
    path("tournaments/<int:pk>/call-off/", acts.call_off, name="call_off"),
    path("tournaments/<int:pk>/challenge/<int:entrant>/", acts.challenge, name="challenge"),
    path("tournaments/<int:pk>/puzzles/<int:number>/", contest.play, name="puzzle"),
    path("tournaments/<int:pk>/end/", acts.end, name="end"),
    path("tournaments/<int:pk>/start/", acts.start, name="start"),
    path("tournaments/<int:pk>/teams/", teams.found, name="found"),
    path("tournaments/join/<str:key>/", teams.join, name="join"),
    path("tournaments/teams/<int:pk>/", teams.team, name="team"),
    path("tournaments/teams/<int:pk>/invite/", teams.invite, name="invite"),
    path("tournaments/teams/<int:pk>/answer/", teams.answer, name="answer"),
    path("tournaments/teams/<int:pk>/remove/", teams.remove, name="remove"),
    path("tournaments/teams/<int:pk>/up/", teams.up, name="up"),
    path("tournaments/teams/<int:pk>/captain/", teams.captain, name="captain"),
    path("tournaments/teams/<int:pk>/link/", teams.link, name="link"),
    path("tournaments/teams/<int:pk>/substitute/", teams.substitute, name="substitute"),
    path("tournaments/teams/<int:pk>/next-season/", teams.next_season, name="team_next_season"),
    path("tournaments/teams/<int:pk>/withdraw/", teams.withdraw, name="withdraw_team"),
    path("calendar/", calendars.own, name="calendar"),
    path("calendar/<str:token>.ics", calendars.feed, name="feed"),
    path("tournaments/<int:pk>/lots/", pages.lots_page, name="lots"),
    path("tournaments/<int:pk>/lots.txt", pages.lots_record, name="lots_record"),
    path("tournaments/<int:pk>/calendar.ics", calendars.tournament, name="dates"),
    path("tournaments/<int:pk>/table.csv", exports.table_csv, name="table_csv"),
    path("tournaments/<int:pk>/boards.csv", exports.boards_csv, name="boards_csv"),
    path("tournaments/<int:pk>/tournament.json", exports.as_json, name="json"),
    path("tournaments/<int:pk>/tournament.trf", exports.as_trf, name="trf"),
]
