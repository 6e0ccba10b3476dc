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


class IdConverter(IntConverter):
    """A positive integer that fits a database id: at most 18 digits."""

    regex = "[0-9]{1,18}"


register_converter(IdConverter, "number")

match_prefix = "matches/<number:pk>/"
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
    path(match_prefix, matches.MatchDetailView.as_view(), name="match"),
    path(match_prefix + "pgn/", pgn.MatchPgnView.as_view(), name="match_pgn"),
    path("pgn/", pgn.PgnImportView.as_view(), name="pgn"),
    path(match_prefix + "plies/", matches.PliesView.as_view(), name="match_plies"),
    path(match_prefix + "at/<number:ply>/", matches.MatchReplayView.as_view(), name="match_at"),
    path(match_prefix + "board.svg", matches.BoardPictureView.as_view(), name="match_board"),
    path(match_prefix + "back/", moves.ReclaimSeatView.as_view(), name="match_back"),
    path(match_prefix + "seats/<number:seat>/", moves.TakeOverView.as_view(), name="match_seat"),
    path(match_prefix + "clock/", matches.ClockStatementView.as_view(), name="match_clock"),
    path(match_prefix + "moves/", moves.MovesView.as_view(), name="match_moves"),
    path(match_prefix + "preview/", moves.MovePreviewView.as_view(), name="match_preview"),
    path(match_prefix + "orders/", orders.OrdersView.as_view(), name="match_orders"),
    path(
        match_prefix + "orders/<number:order>/withdraw/",
        orders.WithdrawOrderView.as_view(),
        name="withdraw_order",
    ),
    path(match_prefix + "resign/", moves.ResignView.as_view(), name="match_resign"),
    path(match_prefix + "abort/", moves.AbortView.as_view(), name="match_abort"),
    path(match_prefix + "tie/", moves.TieView.as_view(), name="match_tie"),
    path(match_prefix + "tie/accept/", moves.AcceptTieView.as_view(), name="match_tie_accept"),
    path(match_prefix + "tie/decline/", moves.DeclineTieView.as_view(), name="match_tie_decline"),
    path(match_prefix + "take-back/", moves.TakeBackView.as_view(), name="match_take_back"),
    path(
        match_prefix + "take-back/accept/",
        moves.AcceptTakeBackView.as_view(),
        name="match_give_back",
    ),
    path(
        match_prefix + "take-back/decline/",
        moves.DeclineTakeBackView.as_view(),
        name="match_keep_played",
    ),
    path(match_prefix + "claim/", moves.ClaimView.as_view(), name="match_claim"),
    path(match_prefix + "pause/", pauses.PauseView.as_view(), name="match_pause"),
    path(
        match_prefix + "pause/decline/",
        pauses.DeclinePauseView.as_view(),
        name="match_pause_decline",
    ),
    path(
        match_prefix + "pause/accept/", pauses.AcceptPauseView.as_view(), name="match_pause_accept"
    ),
    path(match_prefix + "rematch/", moves.RematchView.as_view(), name="match_rematch"),
    path(match_prefix + "watch/", people.WatchView.as_view(), name="match_watch"),
    path(match_prefix + "unwatch/", people.UnwatchView.as_view(), name="match_unwatch"),
    path(match_prefix + "mute/", people.MuteView.as_view(), name="match_mute"),
    path(match_prefix + "unmute/", people.UnmuteView.as_view(), name="match_unmute"),
    path(match_prefix + "chat/", talk.ChatView.as_view(), name="match_chat"),
    path(match_prefix + "notes/", talk.OwnNotesView.as_view(), name="match_notes"),
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
    path("docs/", docs.DocsView.as_view(), name="docs"),
]
not_found = re_path(r"^.*$", NotFoundView.as_view())
