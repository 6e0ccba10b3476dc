from __future__ import annotations

from django.urls import path, register_converter

from games.web import lessons, rules
from games.web.challenges import answering, challenges, start
from games.web.lobby import dashboard, home, lobby, people, players, ratings, trial
from games.web.match import match_urls
from games.web.settings import board_look, play_settings, settings
from games.web.solo import daily, solo
from games.web.study import study

register_converter(daily.DayConverter, "day")

app_name = "games"
urlpatterns = [
    path("", home.home, name="home"),
    path("being-played/", home.live_board, name="live_board"),
    path("turns/", home.turns, name="turns"),
    path("try/", trial.trial_page, name="trial"),
    path("try/keep/", trial.keep_trial, name="keep_trial"),
    path("play-a-bot/", home.play_bot, name="play_bot"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/seats/", lobby.seats, name="seats"),
    path("play/", start.start, name="start"),
    path("play/names/", start.names, name="start_names"),
    path("challenges/<int:pk>/", challenges.challenge, name="challenge"),
    path("challenges/answer/<str:token>/", answering.answer, name="challenge_answer"),
    path("invitations/<str:token>/", challenges.invitation, name="invitation"),
    path("matches/", dashboard.dashboard, name="dashboard"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/circle/", people.relate, name="relate"),
    path("players/<int:pk>/picture.svg", people.picture, name="picture"),
    path("people/", people.people, name="people"),
    path("matches/<int:pk>/watch/", people.watch, name="match_watch"),
    path("matches/<int:pk>/mute/", people.mute, name="match_mute"),
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
    path("rules/<str:key>/lesson/", lessons.lesson_page, name="lesson"),
    path("rules/<str:key>/lesson/<int:number>/", lessons.lesson_page, name="lesson"),
    path("rules/<str:key>/goal/", lessons.dismiss_goal, name="dismiss_goal"),
    path("settings/time/", settings.time_settings, name="time_settings"),
    path("settings/boards/", board_look.board_look, name="board_look"),
    path("settings/play/", play_settings.play_settings, name="play_settings"),
    path("settings/close/", settings.close_account, name="close_account"),
    *match_urls.urlpatterns,
]
