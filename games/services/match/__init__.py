"""One match as it stands: its rules, state, clocks, ledger and what is kept beside them."""
