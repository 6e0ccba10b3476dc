"""A storm over a running site: people play while its processes are killed; then all is counted.

    python -m tests.storm [--moves 300] [--database sqlite] [--seed 1]

``people`` sets up who plays, ``clients`` play over HTTP and by the links of e-mails, ``breaker``
kills and starts again, ``verification`` compares what was answered with what is stored, and
``planted`` spoils what is stored to prove that the verification finds it.
"""
