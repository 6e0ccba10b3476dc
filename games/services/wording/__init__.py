"""Games, clocks, orders and results in words, in the reader's language."""
