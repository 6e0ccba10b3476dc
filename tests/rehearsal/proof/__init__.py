"""An independent computation, written from the rules alone without the code it checks.

Nothing here imports pairings, standings or the services that make tables, reports and results; a
test sees to it. ``records`` reads what happened at the boards, ``withdrawals`` applies
the half rule, ``tables`` and ``trees`` rank, ``reports`` and ``rounds`` read what was written down.
"""
