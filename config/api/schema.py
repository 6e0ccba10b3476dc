"""Settings of drf-spectacular."""

SCHEMA = {
    "DESCRIPTION": "Read and play matches, enter tournaments. Every error has one shape.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "PlayerKind": ["person", "guest", "bot"],
        "ChallengeKind": ["named", "seek", "link"],
        "MoveError": ["illegal", "malformed"],
    },
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "TAGS": [
        {"name": "start", "description": "The way in."},
        {"name": "me", "description": "The player whose key is shown."},
        {"name": "matches", "description": "Read and play matches, talk at the table."},
        {"name": "challenges", "description": "Challenges by name and seeks in the lobby."},
        {"name": "invitations", "description": "Challenges for whoever has the secret link."},
        {"name": "players", "description": "Players, their results and ratings."},
        {"name": "tournaments", "description": "Events: tables and rounds; enter and withdraw."},
        {"name": "leaderboards", "description": "The best of each rating pool."},
        {"name": "rulesets", "description": "Games on offer and their options."},
        {"name": "solo", "description": "Games for one, and the puzzle of the day."},
        {"name": "pgn", "description": "Games of chess as other programs write them."},
        {"name": "time-controls", "description": "Ready-made time controls."},
    ],
}
