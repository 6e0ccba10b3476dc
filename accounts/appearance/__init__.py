"""The look of players and boards: portraits, and the looks that readers choose."""
