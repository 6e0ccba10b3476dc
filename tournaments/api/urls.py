"""API URLs of tournaments, after those of games (``games.api.urls``)."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.api import (
    board,
    clubs,
    deciding,
    entering,
    log,
    organising,
    pairings,
    people,
    revising,
    series,
    tournaments,
)

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
    path(one + "revise/", revising.Revise.as_view(), name="tournament_revise"),
    path(
        one + "revise/<number:number>/undo/",
        revising.UndoRevision.as_view(),
        name="tournament_undo_revision",
    ),
    path(
        one + "rounds/<number:number>/cancel/",
        revising.CancelRound.as_view(),
        name="tournament_round_cancel",
    ),
    path(
        one + "rounds/undo/<number:number>/",
        revising.UndoRound.as_view(),
        name="tournament_round_undo",
    ),
    path(one + "further-round/", deciding.FurtherRound.as_view(), name="tournament_further_round"),
    path(one + "by-hand/<number:number>/", deciding.ByHand.as_view(), name="tournament_by_hand"),
    path(one + "pairings/", pairings.Pairings.as_view(), name="tournament_pairings"),
    path(
        one + "pairings/undo/<number:number>/",
        pairings.UndoSwap.as_view(),
        name="tournament_pairings_undo",
    ),
    path(one + "log/", log.Log.as_view(), name="tournament_log"),
    path(one + "board/", board.Board.as_view(), name="tournament_board"),
    path(one + "message/", board.Write.as_view(), name="tournament_message"),
    path(one + "notes/", board.Notes.as_view(), name="tournament_notes"),
    path(one + "invite/", people.Invite.as_view(), name="tournament_invite"),
    path(
        one + "invite/withdraw/",
        people.WithdrawInvitation.as_view(),
        name="tournament_invite_withdraw",
    ),
    path(one + "answer/", people.AnswerInvitation.as_view(), name="tournament_answer"),
    path(
        one + "co-organisers/remove/",
        people.RemoveHelper.as_view(),
        name="tournament_co_organisers_remove",
    ),
    path(
        one + "co-organisers/undo/<number:number>/",
        people.RestoreHelper.as_view(),
        name="tournament_co_organisers_undo",
    ),
    path(one + "remove/", people.RemoveEntrant.as_view(), name="tournament_remove"),
    path(one + "order/", people.SetOrder.as_view(), name="tournament_order"),
    path(one + "enter-again/", people.EnterAgain.as_view(), name="tournament_enter_again"),
    path(one + "invite/list/", entering.InviteList.as_view(), name="tournament_invite_list"),
    path(one + "place/", tournaments.AnswerPlace.as_view(), name="tournament_place"),
    path(one + "enter-by-link/", tournaments.EnterByLink.as_view(), name="tournament_link"),
    path(
        one + "requests/answer/", entering.AnswerRequest.as_view(), name="tournament_request_answer"
    ),
    path(
        one + "requests/undo/<number:number>/",
        entering.UndoAcceptance.as_view(),
        name="tournament_request_undo",
    ),
    path(one + "links/", entering.EntryLinks.as_view(), name="tournament_links"),
    path(one + "links/revoke/", entering.RevokeLink.as_view(), name="tournament_links_revoke"),
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
    path("series/", series.AllSeries.as_view(), name="all_series"),
    path("series/<number:pk>/", series.OneSeries.as_view(), name="series"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:key>/", clubs.OneClub.as_view(), name="club"),
    path("clubs/<slug:key>/table/", clubs.Table.as_view(), name="club_table"),
    path("clubs/<slug:key>/news/", clubs.News.as_view(), name="club_news"),
    path("clubs/<slug:key>/join/", clubs.Join.as_view(), name="club_join"),
    path("clubs/<slug:key>/leave/", clubs.Leave.as_view(), name="club_leave"),
    path("clubs/<slug:key>/invite/", clubs.Invite.as_view(), name="club_invite"),
    path(
        "clubs/<slug:key>/invite/withdraw/",
        clubs.WithdrawInvitation.as_view(),
        name="club_invite_withdraw",
    ),
    path("clubs/<slug:key>/answer/", clubs.Answer.as_view(), name="club_answer"),
    path("clubs/<slug:key>/members/role/", clubs.SetRole.as_view(), name="club_role"),
    path("clubs/<slug:key>/members/remove/", clubs.Remove.as_view(), name="club_remove"),
    path("clubs/<slug:key>/hand-over/", clubs.HandOver.as_view(), name="club_hand_over"),
    path("clubs/<slug:key>/close/", clubs.Close.as_view(), name="club_close"),
]
