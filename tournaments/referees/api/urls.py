"""API URLs of referees."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.referees.api import cases, claims

v1: list[URLPattern] = [
    path("cases/", cases.CaseList.as_view(), name="cases"),
    path("cases/<number:pk>/", cases.CaseDetail.as_view(), name="case"),
    path("cases/<number:pk>/statement/", cases.Statement.as_view(), name="case_statement"),
    path("cases/<number:pk>/appeal/", cases.Appeal.as_view(), name="case_appeal"),
    path("cases/<number:pk>/withdraw/", cases.WithdrawCase.as_view(), name="case_withdraw"),
    path(
        "tournaments/<number:pk>/fixtures/<number:fixture>/claim/",
        claims.Claim.as_view(),
        name="tournament_claim",
    ),
]
