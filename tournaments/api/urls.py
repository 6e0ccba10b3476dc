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

detail_prefix = "tournaments/<number:pk>/"
v1: list[URLPattern] = [
    path("tournaments/", tournaments.TournamentListView.as_view(), name="tournaments"),
    path(detail_prefix, tournaments.TournamentDetailView.as_view(), name="tournament"),
    path(detail_prefix + "tables/", tournaments.TablesView.as_view(), name="tournament_tables"),
    path(detail_prefix + "rounds/", tournaments.RoundsView.as_view(), name="tournament_rounds"),
    path(detail_prefix + "enter/", tournaments.EnterView.as_view(), name="tournament_enter"),
    path(
        detail_prefix + "withdraw/",
        tournaments.WithdrawEntryView.as_view(),
        name="tournament_withdraw",
    ),
    path(
        detail_prefix + "announce/", organising.AnnounceView.as_view(), name="tournament_announce"
    ),
    path(detail_prefix + "start/", organising.StartView.as_view(), name="tournament_start"),
    path(detail_prefix + "call-off/", organising.CallOffView.as_view(), name="tournament_call_off"),
    path(detail_prefix + "revise/", revising.ReviseView.as_view(), name="tournament_revise"),
    path(
        detail_prefix + "revise/<number:number>/undo/",
        revising.UndoRevisionView.as_view(),
        name="tournament_undo_revision",
    ),
    path(
        detail_prefix + "rounds/<number:number>/cancel/",
        revising.CancelRoundView.as_view(),
        name="tournament_round_cancel",
    ),
    path(
        detail_prefix + "rounds/undo/<number:number>/",
        revising.UndoRoundCancellationView.as_view(),
        name="tournament_round_undo",
    ),
    path(
        detail_prefix + "further-round/",
        deciding.FurtherRoundView.as_view(),
        name="tournament_further_round",
    ),
    path(
        detail_prefix + "by-hand/<number:number>/",
        deciding.ManualPairingView.as_view(),
        name="tournament_by_hand",
    ),
    path(detail_prefix + "pairings/", pairings.PairingsView.as_view(), name="tournament_pairings"),
    path(
        detail_prefix + "pairings/undo/<number:number>/",
        pairings.UndoSwapView.as_view(),
        name="tournament_pairings_undo",
    ),
    path(detail_prefix + "log/", log.LogView.as_view(), name="tournament_log"),
    path(detail_prefix + "board/", board.BoardView.as_view(), name="tournament_board"),
    path(detail_prefix + "message/", board.MessagePlayersView.as_view(), name="tournament_message"),
    path(detail_prefix + "notes/", board.OrganiserNotesView.as_view(), name="tournament_notes"),
    path(detail_prefix + "invite/", people.InviteView.as_view(), name="tournament_invite"),
    path(
        detail_prefix + "invite/withdraw/",
        people.WithdrawInvitationView.as_view(),
        name="tournament_invite_withdraw",
    ),
    path(
        detail_prefix + "answer/", people.AnswerInvitationView.as_view(), name="tournament_answer"
    ),
    path(
        detail_prefix + "co-organisers/remove/",
        people.RemoveHelperView.as_view(),
        name="tournament_co_organisers_remove",
    ),
    path(
        detail_prefix + "co-organisers/undo/<number:number>/",
        people.RestoreHelperView.as_view(),
        name="tournament_co_organisers_undo",
    ),
    path(detail_prefix + "remove/", people.RemoveEntrantView.as_view(), name="tournament_remove"),
    path(detail_prefix + "order/", people.SetOrderView.as_view(), name="tournament_order"),
    path(
        detail_prefix + "enter-again/",
        people.EnterAgainView.as_view(),
        name="tournament_enter_again",
    ),
    path(
        detail_prefix + "invite/list/",
        entering.InviteListView.as_view(),
        name="tournament_invite_list",
    ),
    path(detail_prefix + "place/", tournaments.AnswerPlaceView.as_view(), name="tournament_place"),
    path(
        detail_prefix + "enter-by-link/",
        tournaments.EnterByLinkView.as_view(),
        name="tournament_link",
    ),
    path(
        detail_prefix + "requests/answer/",
        entering.AnswerRequestView.as_view(),
        name="tournament_request_answer",
    ),
    path(
        detail_prefix + "requests/undo/<number:number>/",
        entering.RetractAcceptanceView.as_view(),
        name="tournament_request_undo",
    ),
    path(detail_prefix + "links/", entering.EntryLinksView.as_view(), name="tournament_links"),
    path(
        detail_prefix + "links/revoke/",
        entering.RevokeLinkView.as_view(),
        name="tournament_links_revoke",
    ),
    path(detail_prefix + "end/", organising.EndView.as_view(), name="tournament_end"),
    path(detail_prefix + "bots/", organising.EnterBotView.as_view(), name="tournament_bots"),
    path(
        detail_prefix + "bots/withdraw/",
        organising.WithdrawBotView.as_view(),
        name="tournament_bots_withdraw",
    ),
    path(
        detail_prefix + "next-season/",
        tournaments.NextSeasonView.as_view(),
        name="tournament_next_season",
    ),
    path(
        detail_prefix + "challenge/",
        tournaments.LadderChallengeView.as_view(),
        name="tournament_challenge",
    ),
    path(detail_prefix + "absence/", tournaments.AbsenceView.as_view(), name="tournament_absence"),
    path(
        detail_prefix + "absence/withdraw/",
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
