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
    path("tournaments/", tournaments.TournamentListView.as_view(), name="tournaments"),
    path(one, tournaments.TournamentDetailView.as_view(), name="tournament"),
    path(one + "tables/", tournaments.TablesView.as_view(), name="tournament_tables"),
    path(one + "rounds/", tournaments.RoundsView.as_view(), name="tournament_rounds"),
    path(one + "enter/", tournaments.EnterView.as_view(), name="tournament_enter"),
    path(one + "withdraw/", tournaments.WithdrawEntryView.as_view(), name="tournament_withdraw"),
    path(one + "announce/", organising.AnnounceView.as_view(), name="tournament_announce"),
    path(one + "start/", organising.StartView.as_view(), name="tournament_start"),
    path(one + "call-off/", organising.CallOffView.as_view(), name="tournament_call_off"),
    path(one + "revise/", revising.ReviseView.as_view(), name="tournament_revise"),
    path(
        one + "revise/<number:number>/undo/",
        revising.UndoRevisionView.as_view(),
        name="tournament_undo_revision",
    ),
    path(
        one + "rounds/<number:number>/cancel/",
        revising.CancelRoundView.as_view(),
        name="tournament_round_cancel",
    ),
    path(
        one + "rounds/undo/<number:number>/",
        revising.UndoRoundCancellationView.as_view(),
        name="tournament_round_undo",
    ),
    path(
        one + "further-round/", deciding.FurtherRoundView.as_view(), name="tournament_further_round"
    ),
    path(
        one + "by-hand/<number:number>/",
        deciding.ManualPairingView.as_view(),
        name="tournament_by_hand",
    ),
    path(one + "pairings/", pairings.PairingsView.as_view(), name="tournament_pairings"),
    path(
        one + "pairings/undo/<number:number>/",
        pairings.UndoSwapView.as_view(),
        name="tournament_pairings_undo",
    ),
    path(one + "log/", log.LogView.as_view(), name="tournament_log"),
    path(one + "board/", board.BoardView.as_view(), name="tournament_board"),
    path(one + "message/", board.MessagePlayersView.as_view(), name="tournament_message"),
    path(one + "notes/", board.OrganiserNotesView.as_view(), name="tournament_notes"),
    path(one + "invite/", people.InviteView.as_view(), name="tournament_invite"),
    path(
        one + "invite/withdraw/",
        people.WithdrawInvitationView.as_view(),
        name="tournament_invite_withdraw",
    ),
    path(one + "answer/", people.AnswerInvitationView.as_view(), name="tournament_answer"),
    path(
        one + "co-organisers/remove/",
        people.RemoveHelperView.as_view(),
        name="tournament_co_organisers_remove",
    ),
    path(
        one + "co-organisers/undo/<number:number>/",
        people.RestoreHelperView.as_view(),
        name="tournament_co_organisers_undo",
    ),
    path(one + "remove/", people.RemoveEntrantView.as_view(), name="tournament_remove"),
    path(one + "order/", people.SetOrderView.as_view(), name="tournament_order"),
    path(one + "enter-again/", people.EnterAgainView.as_view(), name="tournament_enter_again"),
    path(one + "invite/list/", entering.InviteListView.as_view(), name="tournament_invite_list"),
    path(one + "place/", tournaments.AnswerPlaceView.as_view(), name="tournament_place"),
    path(one + "enter-by-link/", tournaments.EnterByLinkView.as_view(), name="tournament_link"),
    path(
        one + "requests/answer/",
        entering.AnswerRequestView.as_view(),
        name="tournament_request_answer",
    ),
    path(
        one + "requests/undo/<number:number>/",
        entering.RetractAcceptanceView.as_view(),
        name="tournament_request_undo",
    ),
    path(one + "links/", entering.EntryLinksView.as_view(), name="tournament_links"),
    path(one + "links/revoke/", entering.RevokeLinkView.as_view(), name="tournament_links_revoke"),
    path(one + "end/", organising.EndView.as_view(), name="tournament_end"),
    path(one + "bots/", organising.EnterBotView.as_view(), name="tournament_bots"),
    path(
        one + "bots/withdraw/",
        organising.WithdrawBotView.as_view(),
        name="tournament_bots_withdraw",
    ),
    path(one + "next-season/", tournaments.NextSeasonView.as_view(), name="tournament_next_season"),
    path(
        one + "challenge/", tournaments.LadderChallengeView.as_view(), name="tournament_challenge"
    ),
    path(one + "absence/", tournaments.AbsenceView.as_view(), name="tournament_absence"),
    path(
        one + "absence/withdraw/",
        tournaments.WithdrawAbsenceView.as_view(),
        name="tournament_absence_withdraw",
    ),
    path("series/", series.SeriesListView.as_view(), name="all_series"),
    path("series/<number:pk>/", series.SeriesDetailView.as_view(), name="series"),
    path("clubs/", clubs.ClubsView.as_view(), name="clubs"),
    path("clubs/<slug:key>/", clubs.ClubDetailView.as_view(), name="club"),
    path("clubs/<slug:key>/table/", clubs.ClubTableView.as_view(), name="club_table"),
    path("clubs/<slug:key>/news/", clubs.ClubNewsView.as_view(), name="club_news"),
    path("clubs/<slug:key>/join/", clubs.JoinClubView.as_view(), name="club_join"),
    path("clubs/<slug:key>/leave/", clubs.LeaveClubView.as_view(), name="club_leave"),
    path("clubs/<slug:key>/invite/", clubs.InviteToClubView.as_view(), name="club_invite"),
    path(
        "clubs/<slug:key>/invite/withdraw/",
        clubs.WithdrawClubInvitationView.as_view(),
        name="club_invite_withdraw",
    ),
    path(
        "clubs/<slug:key>/answer/",
        clubs.AnswerClubInvitationView.as_view(),
        name="club_answer",
    ),
    path("clubs/<slug:key>/members/role/", clubs.SetRoleView.as_view(), name="club_role"),
    path("clubs/<slug:key>/members/remove/", clubs.RemoveMemberView.as_view(), name="club_remove"),
    path("clubs/<slug:key>/hand-over/", clubs.HandOverClubView.as_view(), name="club_hand_over"),
    path("clubs/<slug:key>/close/", clubs.CloseClubView.as_view(), name="club_close"),
]
