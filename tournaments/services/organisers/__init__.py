"""What organisers see and do while a tournament runs: the board, messages, notes."""
