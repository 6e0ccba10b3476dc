"""What players write, as plain values: whole turns, and orders for what may come (C-5 … C-8)."""
