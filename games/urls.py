"""URLs of the pages of games."""

from __future__ import annotations

from django.urls import path, register_converter

from games.web import rules
from games.web.challenges import challenges
from games.web.lobby import dashboard, home, lobby, players, ratings
from games.web.match import match_urls
from games.web.settings import play_settings, settings
from games.web.solo import daily, solo
from games.web.study import study

register_converter(daily.Day, "day")

app_name = "games"
urlpatterns = [
    path("", home.home, name="home"),
    path("live/", home.live_board, name="live_board"),
    path("play-a-bot/", home.play_bot, name="play_bot"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/seats/", lobby.seats, name="seats"),
    path("challenges/new/", challenges.challenge_new, name="challenge_new"),
    path("challenges/<int:pk>/", challenges.challenge, name="challenge"),
    path("invitations/<str:token>/", challenges.invitation, name="invitation"),
    path("matches/", dashboard.dashboard, name="dashboard"),
    path("players/<int:pk>/", players.player, name="player"),
    path("ratings/", ratings.leaderboards, name="leaderboards"),
    path("solo/", solo.start, name="solo"),
    path("solo/daily/", daily.today, name="daily"),
    path("solo/daily/start/", daily.start, name="daily_start"),
    path("solo/daily/days/", daily.archive, name="daily_archive"),
    path("solo/daily/<day:day>/", daily.day_page, name="daily_day"),
    path("solo/verify_puzzle.py", daily.verify_script, name="verify_puzzle"),
    path("study/", study.study, name="study"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/orders/", rules.orders_page, name="rules_orders"),
    path("rules/<str:key>/", rules.rules_page, name="rules"),
    path("settings/time/", settings.time_settings, name="time_settings"),
    path("settings/play/", play_settings.play_settings, name="play_settings"),
    path("settings/close/", settings.close_account, name="close_account"),
    *match_urls.urlpatterns,
]
