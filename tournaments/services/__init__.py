"""The verbs of events: announce, enter, start, pair, settle, finish; the room's only writers."""
