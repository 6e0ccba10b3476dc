"""A loaded match: rules, state, clocks, ledgers, and what is stored with them."""
