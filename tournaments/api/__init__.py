"""Events for programs: lists, tables, rounds; enter, withdraw, be absent."""
