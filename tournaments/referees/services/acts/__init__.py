"""What a referee can order: what each act needs, what it does, how it is undone."""
