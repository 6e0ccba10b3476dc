"""What is told about games, clocks, orders and results, in the reader's language."""
