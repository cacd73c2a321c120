"""A secret of the instructor's, so that neither a sheet nor its seed gives the key away.

Whoever has the package can try seeds until the questions of a sheet come out. So a seed is mixed
with the secret before anything is drawn from it, and what a sheet shows is an identifier.
"""

from __future__ import annotations

import hmac
import os
import sys
from pathlib import Path
from secrets import token_hex

CLEAR = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none is taken for another: no 0, 1, I, O
LEAST = 16  # bytes; a shorter one could be found by trying


def _digest(secret: bytes, about: str) -> int:
    return int.from_bytes(hmac.digest(secret, about.encode(), "sha256")[:16], "big")


def mix(seed: int, secret: bytes) -> int:
    """The number from which questions are drawn; the seed itself without a secret."""
    return _digest(secret, f"seed {seed}") if secret else seed


def identify(about: str, secret: bytes) -> str:
    """An identifier, such as K7QM-2XWD: it says nothing of what it identifies."""
    number = _digest(secret, f"sheet {about}")
    letters = [CLEAR[number >> 5 * at & 31] for at in range(8)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def secret_file() -> Path:
    """Where the user's own secret is kept: outside of every repository."""
    base = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    if sys.platform == "win32":
        base = os.environ.get("APPDATA", "~")
    return Path(base).expanduser() / "futoshiki_lab" / "secret"


def read_secret(path: str | Path | None = None) -> bytes:
    """Read a secret from a file; without a name the user's own, which is made at first.

    OSError is raised if it cannot be read or made; ValueError if it is too short.
    """
    file = Path(path or secret_file())
    if path is None and not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as made:
            made.write(token_hex(32) + "\n")
    secret = file.read_bytes().strip()
    if len(secret) < LEAST:
        raise ValueError(f"a secret has {LEAST} characters or more, {file} has {len(secret)}")
    return secret
