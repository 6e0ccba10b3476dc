"""Where people look around: home, lobby, their own matches, players, ratings."""
