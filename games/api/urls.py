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
    """A number that fits a row: at most 18 digits."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")

match = "matches/<number:pk>/"
v1: list[URLPattern] = [
    path("", docs.Index.as_view(), name="index"),
    path("rulesets/", players.Rulesets.as_view(), name="rulesets"),
    path("rulesets/<str:key>/", players.Ruleset.as_view(), name="ruleset"),
    path("time-controls/", players.TimeControls.as_view(), name="time_controls"),
    path("me/", players.Me.as_view(), name="me"),
    path("me/preferences/", orders.Preferences.as_view(), name="preferences"),
    path("me/follows/", people.Follows.as_view(), name="follows"),
    path("me/blocks/", people.Blocks.as_view(), name="blocks"),
    path("me/watching/", people.Watching.as_view(), name="watching"),
    path("players/", players.PlayerList.as_view(), name="players"),
    path("players/<number:pk>/", players.PlayerDetail.as_view(), name="player"),
    path("players/<number:pk>/follow/", people.Follow.as_view(), name="follow"),
    path("players/<number:pk>/unfollow/", people.Unfollow.as_view(), name="unfollow"),
    path("players/<number:pk>/block/", people.Block.as_view(), name="block"),
    path("players/<number:pk>/unblock/", people.Unblock.as_view(), name="unblock"),
    path("leaderboards/<str:pool>/", players.Leaderboard.as_view(), name="leaderboard"),
    path("matches/", matches.MatchList.as_view(), name="matches"),
    path(match, matches.MatchDetail.as_view(), name="match"),
    path(match + "pgn/", pgn.MatchPgn.as_view(), name="match_pgn"),
    path("pgn/", pgn.PgnRead.as_view(), name="pgn"),
    path(match + "plies/", matches.Plies.as_view(), name="match_plies"),
    path(match + "at/<number:ply>/", matches.MatchReplay.as_view(), name="match_at"),
    path(match + "board.svg", matches.BoardPicture.as_view(), name="match_board"),
    path(match + "back/", moves.Back.as_view(), name="match_back"),
    path(match + "seats/<number:seat>/", moves.TakeOver.as_view(), name="match_seat"),
    path(match + "clock/", matches.ClockStatement.as_view(), name="match_clock"),
    path(match + "moves/", moves.Moves.as_view(), name="match_moves"),
    path(match + "preview/", moves.Previewed.as_view(), name="match_preview"),
    path(match + "orders/", orders.Orders.as_view(), name="match_orders"),
    path(
        match + "orders/<number:order>/withdraw/",
        orders.WithdrawOrder.as_view(),
        name="withdraw_order",
    ),
    path(match + "resign/", moves.Resign.as_view(), name="match_resign"),
    path(match + "abort/", moves.Abort.as_view(), name="match_abort"),
    path(match + "tie/", moves.Tie.as_view(), name="match_tie"),
    path(match + "tie/accept/", moves.AcceptTie.as_view(), name="match_tie_accept"),
    path(match + "tie/decline/", moves.DeclineTie.as_view(), name="match_tie_decline"),
    path(match + "take-back/", moves.TakeBack.as_view(), name="match_take_back"),
    path(match + "take-back/accept/", moves.GiveBack.as_view(), name="match_give_back"),
    path(match + "take-back/decline/", moves.KeepPlayed.as_view(), name="match_keep_played"),
    path(match + "claim/", moves.Claim.as_view(), name="match_claim"),
    path(match + "pause/", pauses.Pause.as_view(), name="match_pause"),
    path(match + "pause/decline/", pauses.DeclinePause.as_view(), name="match_pause_decline"),
    path(match + "pause/accept/", pauses.AcceptPause.as_view(), name="match_pause_accept"),
    path(match + "rematch/", moves.Rematch.as_view(), name="match_rematch"),
    path(match + "watch/", people.Watch.as_view(), name="match_watch"),
    path(match + "unwatch/", people.Unwatch.as_view(), name="match_unwatch"),
    path(match + "mute/", people.Mute.as_view(), name="match_mute"),
    path(match + "unmute/", people.Unmute.as_view(), name="match_unmute"),
    path(match + "chat/", talk.Chat.as_view(), name="match_chat"),
    path(match + "notes/", talk.OwnNotes.as_view(), name="match_notes"),
    path("challenges/", challenges.ChallengeList.as_view(), name="challenges"),
    path("challenges/<number:pk>/", challenges.ChallengeDetail.as_view(), name="challenge"),
    path("challenges/<number:pk>/leave/", challenges.Leave.as_view(), name="leave_challenge"),
    path("challenges/<number:pk>/fill/", challenges.Fill.as_view(), name="fill_challenge"),
    path("challenges/<number:pk>/accept/", challenges.Accept.as_view(), name="accept"),
    path("challenges/<number:pk>/decline/", challenges.Decline.as_view(), name="decline"),
    path("challenges/<number:pk>/withdraw/", challenges.Withdraw.as_view(), name="withdraw"),
    path("invitations/<str:token>/", challenges.Invitation.as_view(), name="invitation"),
    path(
        "invitations/<str:token>/accept/",
        challenges.AcceptInvitation.as_view(),
        name="accept_invitation",
    ),
    path("solo/", solo.Alone.as_view(), name="solo"),
    path("solo/daily/", solo.Days.as_view(), name="days"),
    path("solo/daily/<str:day>/", solo.OneDay.as_view(), name="day"),
]
documents: list[URLPattern] = [
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.Docs.as_view(), name="docs"),
]
nothing = re_path(r"^.*$", NotFoundView.as_view())
