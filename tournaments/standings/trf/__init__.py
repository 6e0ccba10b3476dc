"""FIDE's tournament report files (TRF-16 and TRF-26): reading and writing them."""
