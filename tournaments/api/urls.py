"""API URLs of tournaments, after those of games (``games.api.urls``)."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.api import organising, tournaments

one = "tournaments/<number:pk>/"
v1: list[URLPattern] = [
    path("tournaments/", tournaments.TournamentList.as_view(), name="tournaments"),
    path(one, tournaments.TournamentDetail.as_view(), name="tournament"),
    path(one + "tables/", tournaments.Tables.as_view(), name="tournament_tables"),
    path(one + "rounds/", tournaments.Rounds.as_view(), name="tournament_rounds"),
    path(one + "enter/", tournaments.Enter.as_view(), name="tournament_enter"),
    path(one + "withdraw/", tournaments.WithdrawEntry.as_view(), name="tournament_withdraw"),
    path(one + "announce/", organising.Announce.as_view(), name="tournament_announce"),
    path(one + "start/", organising.Start.as_view(), name="tournament_start"),
    path(one + "call-off/", organising.CallOff.as_view(), name="tournament_call_off"),
    path(one + "end/", organising.End.as_view(), name="tournament_end"),
    path(one + "bots/", organising.EnterBot.as_view(), name="tournament_bots"),
    path(
        one + "bots/withdraw/",
        organising.TakeOutBot.as_view(),
        name="tournament_bots_withdraw",
    ),
    path(one + "next-season/", tournaments.NextSeason.as_view(), name="tournament_next_season"),
    path(one + "challenge/", tournaments.Climb.as_view(), name="tournament_challenge"),
    path(one + "absence/", tournaments.Absence.as_view(), name="tournament_absence"),
    path(
        one + "absence/withdraw/",
        tournaments.TakeBackAbsence.as_view(),
        name="tournament_absence_withdraw",
    ),
]
