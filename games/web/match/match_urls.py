"""URLs of a single match, and of the links in e-mails."""

from __future__ import annotations

from django.urls import path

from games.web.match import acts, embed, lines, lots, match, moves, orders, questions, sharing

urlpatterns = [
    path("matches/<int:pk>/", match.match_page, name="match"),
    path("matches/<int:pk>/version/", match.match_version, name="match_version"),
    path("matches/<int:pk>/clock/", match.clock_page, name="match_clock"),
    path("matches/<int:pk>/ledger.txt", match.ledger_page, name="match_ledger"),
    path("matches/<int:pk>/game.pgn", match.pgn_page, name="match_pgn"),
    path("matches/<int:pk>/turned/", match.match_page, name="match_turned"),
    path("matches/<int:pk>/picture.png", sharing.match_picture, name="match_picture"),
    path("matches/<int:pk>/embed/", embed.match_embed, name="match_embed"),
    path("matches/<int:pk>/lots/", lots.lots_page, name="match_lots"),
    path("lots/verify_lots.py", lots.verify_script, name="verify_script"),
    path("matches/<int:pk>/move/", moves.send_move, name="match_move"),
    path("matches/<int:pk>/orders/", orders.orders_page, name="match_orders"),
    path("matches/<int:pk>/plan/", lines.plan_page, name="match_plan"),
    path("matches/<int:pk>/analysis/", lines.analysis_page, name="match_analysis"),
    path("matches/<int:pk>/say/", acts.send_chat, name="match_say"),
    path("matches/<int:pk>/notes/", acts.notes, name="match_notes"),
    path("matches/<int:pk>/resign/", acts.resign, name="match_resign"),
    path("matches/<int:pk>/abort/", acts.abort, name="match_abort"),
    path("matches/<int:pk>/tie/", acts.tie, name="match_tie"),
    path("matches/<int:pk>/take-back/", acts.take_back, name="match_take_back"),
    path("matches/<int:pk>/pause/", acts.pause, name="match_pause"),
    path("matches/<int:pk>/claim/", acts.claim, name="match_claim"),
    path("matches/<int:pk>/back/", acts.reclaim_seat, name="match_back"),
    path("matches/<int:pk>/seats/<int:seat>/", acts.take_over, name="match_seat"),
    path("matches/<int:pk>/rematch/", acts.rematch, name="match_rematch"),
    path("m/answer/<str:token>/", questions.answer, name="question"),
    path("m/<str:token>/", moves.move_link, name="move_link"),
]
