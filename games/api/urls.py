"""API URLs of games; ``config.api.urls`` combines those of all packages."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path, register_converter
from django.urls.converters import IntConverter

from games.api import (
    challenges,
    docs,
    matches,
    moves,
    orders,
    pauses,
    people,
    pgn,
    players,
    solo,
    talk,
)
from games.api.common.base import NotFoundView


class Number(IntConverter):
    """A positive integer that fits a database id: at most 18 digits."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")

match = "matches/<number:pk>/"
v1: list[URLPattern] = [
    path("", docs.IndexView.as_view(), name="index"),
    path("rulesets/", players.RulesetsView.as_view(), name="rulesets"),
    path("rulesets/<str:key>/", players.RulesetView.as_view(), name="ruleset"),
    path("time-controls/", players.TimeControlsView.as_view(), name="time_controls"),
    path("me/", players.MeView.as_view(), name="me"),
    path("me/preferences/", orders.PreferencesView.as_view(), name="preferences"),
    path("me/follows/", people.FollowsView.as_view(), name="follows"),
    path("me/blocks/", people.BlocksView.as_view(), name="blocks"),
    path("me/watching/", people.WatchingView.as_view(), name="watching"),
    path("players/", players.PlayerListView.as_view(), name="players"),
    path("players/<number:pk>/", players.PlayerDetailView.as_view(), name="player"),
    path("players/<number:pk>/follow/", people.FollowView.as_view(), name="follow"),
    path("players/<number:pk>/unfollow/", people.UnfollowView.as_view(), name="unfollow"),
    path("players/<number:pk>/block/", people.BlockView.as_view(), name="block"),
    path("players/<number:pk>/unblock/", people.UnblockView.as_view(), name="unblock"),
    path("leaderboards/<str:pool>/", players.LeaderboardView.as_view(), name="leaderboard"),
    path("matches/", matches.MatchListView.as_view(), name="matches"),
    path(match, matches.MatchDetailView.as_view(), name="match"),
    path(match + "pgn/", pgn.MatchPgnView.as_view(), name="match_pgn"),
    path("pgn/", pgn.PgnImportView.as_view(), name="pgn"),
    path(match + "plies/", matches.PliesView.as_view(), name="match_plies"),
    path(match + "at/<number:ply>/", matches.MatchReplayView.as_view(), name="match_at"),
    path(match + "board.svg", matches.BoardPictureView.as_view(), name="match_board"),
    path(match + "back/", moves.ReclaimSeatView.as_view(), name="match_back"),
    path(match + "seats/<number:seat>/", moves.TakeOverView.as_view(), name="match_seat"),
    path(match + "clock/", matches.ClockStatementView.as_view(), name="match_clock"),
    path(match + "moves/", moves.MovesView.as_view(), name="match_moves"),
    path(match + "preview/", moves.MovePreviewView.as_view(), name="match_preview"),
    path(match + "orders/", orders.OrdersView.as_view(), name="match_orders"),
    path(
        match + "orders/<number:order>/withdraw/",
        orders.WithdrawOrderView.as_view(),
        name="withdraw_order",
    ),
    path(match + "resign/", moves.ResignView.as_view(), name="match_resign"),
    path(match + "abort/", moves.AbortView.as_view(), name="match_abort"),
    path(match + "tie/", moves.TieView.as_view(), name="match_tie"),
    path(match + "tie/accept/", moves.AcceptTieView.as_view(), name="match_tie_accept"),
    path(match + "tie/decline/", moves.DeclineTieView.as_view(), name="match_tie_decline"),
    path(match + "take-back/", moves.TakeBackView.as_view(), name="match_take_back"),
    path(match + "take-back/accept/", moves.AcceptTakeBackView.as_view(), name="match_give_back"),
    path(
        match + "take-back/decline/", moves.DeclineTakeBackView.as_view(), name="match_keep_played"
    ),
    path(match + "claim/", moves.ClaimView.as_view(), name="match_claim"),
    path(match + "pause/", pauses.PauseView.as_view(), name="match_pause"),
    path(match + "pause/decline/", pauses.DeclinePauseView.as_view(), name="match_pause_decline"),
    path(match + "pause/accept/", pauses.AcceptPauseView.as_view(), name="match_pause_accept"),
    path(match + "rematch/", moves.RematchView.as_view(), name="match_rematch"),
    path(match + "watch/", people.WatchView.as_view(), name="match_watch"),
    path(match + "unwatch/", people.UnwatchView.as_view(), name="match_unwatch"),
    path(match + "mute/", people.MuteView.as_view(), name="match_mute"),
    path(match + "unmute/", people.UnmuteView.as_view(), name="match_unmute"),
    path(match + "chat/", talk.ChatView.as_view(), name="match_chat"),
    path(match + "notes/", talk.OwnNotesView.as_view(), name="match_notes"),
    path("challenges/", challenges.ChallengeListView.as_view(), name="challenges"),
    path("challenges/<number:pk>/", challenges.ChallengeDetailView.as_view(), name="challenge"),
    path("challenges/<number:pk>/leave/", challenges.LeaveView.as_view(), name="leave_challenge"),
    path("challenges/<number:pk>/fill/", challenges.FillView.as_view(), name="fill_challenge"),
    path("challenges/<number:pk>/accept/", challenges.AcceptView.as_view(), name="accept"),
    path("challenges/<number:pk>/decline/", challenges.DeclineView.as_view(), name="decline"),
    path("challenges/<number:pk>/withdraw/", challenges.WithdrawView.as_view(), name="withdraw"),
    path("invitations/<str:token>/", challenges.InvitationView.as_view(), name="invitation"),
    path(
        "invitations/<str:token>/accept/",
        challenges.AcceptInvitationView.as_view(),
        name="accept_invitation",
    ),
    path("solo/", solo.SoloMatchView.as_view(), name="solo"),
    path("solo/daily/", solo.DailyPuzzlesView.as_view(), name="days"),
    path("solo/daily/<str:day>/", solo.DailyPuzzleView.as_view(), name="day"),
]
documents: list[URLPattern] = [
    path("schema/", docs.SchemaView.as_view(), name="schema"),
    path("docs/", docs.Docs.as_view(), name="docs"),
]
nothing = re_path(r"^.*$", NotFoundView.as_view())
