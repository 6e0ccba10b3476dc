"""Four in a row: a small complete family, made by docs/add-a-game.md alone."""
