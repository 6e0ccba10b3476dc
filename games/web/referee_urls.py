"""Addresses of the referees' room."""

from __future__ import annotations

from django.urls import path

from games.web import fair_play, referee, referee_desk, referee_rule

urlpatterns = [
    path("referee/", referee.queue_page, name="referee_queue"),
    path("referee/fair-play/", fair_play.desk, name="fair_play"),
    path("referee/fair-play/<int:pk>/", fair_play.player, name="fair_play_player"),
    path("referee/cases/<int:pk>/", referee.case_page, name="referee_case"),
    path("referee/cases/<int:pk>/rule/", referee_rule.rule_case, name="rule_case"),
    path("referee/matches/<int:pk>/", referee_desk.match_page, name="referee_match"),
    path("referee/matches/<int:pk>/rule/", referee_rule.rule_match, name="rule_match"),
    path("referee/players/<int:pk>/rule/", referee_rule.rule_player, name="rule_player"),
    path("referee/cases/<int:pk>/assign/", referee.assign, name="referee_assign"),
    path("referee/cases/<int:pk>/ask/", referee.ask, name="referee_ask"),
    path("referee/cases/<int:pk>/note/", referee.note, name="referee_note"),
]
