"""URLs of the pages of referees, and of cases for those involved."""

from __future__ import annotations

from django.urls import path

from tournaments.referees.web import (
    cases,
    claims,
    event_desk,
    fair_play,
    file,
    match_desk,
    panel,
    person,
    precedents,
    queue,
    rule,
    search,
)

app_name = "referees"
urlpatterns = [
    path("matches/<int:pk>/referee/", cases.call_referee, name="call_about_match"),
    path("players/<int:pk>/referee/", cases.report_player, name="call_about_player"),
    path("precedents/", precedents.precedents_page, name="precedents"),
    path("cases/", cases.cases_page, name="cases"),
    path("cases/<int:pk>/", cases.case_page, name="case"),
    path("cases/<int:pk>/say/", cases.case_say, name="case_say"),
    path("cases/<int:pk>/appeal/", cases.case_appeal, name="case_appeal"),
    path("cases/<int:pk>/withdraw/", cases.case_withdraw, name="case_withdraw"),
    path("tournaments/<int:pk>/fixtures/<int:fixture>/claim/", claims.claim, name="claim"),
    path("tournaments/<int:pk>/referees/", panel.appoint, name="appoint"),
    path("tournaments/<int:pk>/referees/appointment/", panel.appointment, name="appointment"),
    path("referee/", queue.queue_page, name="queue"),
    path("referee/search/", search.search_page, name="search"),
    path("referee/workload/", search.workload_page, name="workload"),
    path("referee/fair-play/", fair_play.desk, name="fair_play"),
    path("referee/fair-play/<int:pk>/", fair_play.player, name="fair_play_player"),
    path("referee/cases/<int:pk>/", file.case_page, name="referee_case"),
    path("referee/cases/<int:pk>/rule/", rule.rule_case, name="rule_case"),
    path("referee/cases/<int:pk>/take/", file.take, name="take"),
    path("referee/cases/<int:pk>/give-back/", file.give_back, name="give_back"),
    path("referee/cases/<int:pk>/assign/", file.assign, name="assign"),
    path("referee/cases/<int:pk>/vote/", file.vote, name="vote"),
    path("referee/cases/<int:pk>/hand-on/", file.hand_on, name="hand_on"),
    path("referee/cases/<int:pk>/ask/", file.ask, name="ask"),
    path("referee/cases/<int:pk>/private-data/", file.open_private_data, name="open_private_data"),
    path("referee/cases/<int:pk>/note/", file.note, name="note"),
    path("referee/matches/", match_desk.search_page, name="matches"),
    path("referee/matches/<int:pk>/", match_desk.match_page, name="match_desk"),
    path("referee/matches/<int:pk>/rule/", rule.rule_match, name="rule_match"),
    path("referee/players/<int:pk>/", person.person_page, name="person"),
    path("referee/players/<int:pk>/rule/", rule.rule_player, name="rule_player"),
    path("referee/tournaments/", event_desk.desks, name="desks"),
    path("referee/tournaments/<int:pk>/", event_desk.tournament_desk, name="event_desk"),
    path("referee/tournaments/<int:pk>/names/", event_desk.names, name="event_names"),
    path("referee/tournaments/<int:pk>/rule/", event_desk.rule_tournament, name="rule_event"),
    path(
        "referee/tournaments/<int:pk>/fixtures/<int:fixture>/",
        event_desk.fixture_desk,
        name="fixture_desk",
    ),
]
