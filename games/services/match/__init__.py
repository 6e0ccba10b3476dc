"""One match: its rules, state, clocks, ledger and what is stored beside them."""
