"""What a referee can order, one class an act: what it needs, what it does, how it is undone."""
