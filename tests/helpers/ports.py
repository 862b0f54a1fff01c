"""A free port, for a program that cannot say itself which one it took."""

from __future__ import annotations

import errno
import random
import socket

_FIRST, _LAST = 15_000, 32_000
"""Below the ports from which Linux (32768), macOS and Windows (49152) take one for a connection that goes out.

One of those may be lent to somebody's connection before the program has begun to listen there.
"""


def free_port() -> int:
    """Find a port of loopback that nobody listens on."""
    numbers = random.SystemRandom()  # nobody's seed may make two runs side by side choose the same
    while True:
        port = numbers.randrange(_FIRST, _LAST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
            else:
                return port
