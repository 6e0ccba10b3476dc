"""Services of tournaments: announce, enter, start, pair, settle, finish. Nothing else writes."""
