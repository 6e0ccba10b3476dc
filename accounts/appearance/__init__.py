"""What players and boards look like: portraits, and the looks that readers choose."""
