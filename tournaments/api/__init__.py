"""The API of tournaments: lists, tables, rounds; enter, withdraw, be absent."""
