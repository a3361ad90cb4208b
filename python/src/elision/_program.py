"""Finds the program. Nothing is ever downloaded."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from functools import lru_cache
from typing import Optional, Tuple

from ._errors import ElisionError, ProgramNotFoundError

HOW_TO = (
    "install it where this runs (npm install -g elision; it needs Node 20 or later), "
    "or set ELISION_BIN to its path; nothing is downloaded"
)

# How a shell, or env, says that there is no such program.
_SHELL_NOT_FOUND = (126, 127)


def not_started(program: str, error: OSError) -> ProgramNotFoundError:
    """What to raise where a command could not be started."""
    return ProgramNotFoundError(f"{program}: {error.strerror}: {HOW_TO}")


def failure(code: int, said: str) -> ElisionError:
    """What to raise where the program ended with an exit code, having said this."""
    if code in _SHELL_NOT_FOUND:
        return ProgramNotFoundError(f"elision cannot be started (exit code {code}): {said}: {HOW_TO}", code)
    return ElisionError(said or f"the program elision {_end_of(code)}", code)


def _end_of(code: int) -> str:
    if code >= 0:
        return f"ended with {code}"
    names = {int(each): each.name for each in signal.Signals}
    return f"was ended by {names.get(-code, f'signal {-code}')}" + (": for want of memory?" if code == -9 else "")


def find_program(program: Optional[str] = None) -> Tuple[str, ...]:
    """The command that starts the program.

    That is ``program`` if it is given, else ``ELISION_BIN``, else ``elision`` on PATH, else what
    ``npx --no-install elision`` finds. A path that ends with ``.js`` is run by ``node``.

    Raises ProgramNotFoundError where there is none.
    """
    named = program or os.environ.get("ELISION_BIN")
    if named:
        source = "program" if program else "ELISION_BIN"
        return _command(named, source)
    found = shutil.which("elision")
    if found is not None:
        return (found,)
    if _is_in_npx(os.getcwd(), os.environ.get("PATH", "")):
        return ("npx", "--no-install", "elision")
    raise ProgramNotFoundError(f"the program elision was not found: {HOW_TO}")


def _command(path: str, source: str) -> Tuple[str, ...]:
    found = shutil.which(path) or (path if os.path.isfile(path) else None)
    if found is None:
        raise ProgramNotFoundError(f"{source}: no program {path!r}: {HOW_TO}")
    if not found.endswith(".js"):
        return (found,)
    node = shutil.which("node")
    if node is None:
        raise ProgramNotFoundError(f"{source}: {path!r} needs Node, and there is no node on PATH: {HOW_TO}")
    return (node, found)


@lru_cache(maxsize=None)
def _is_in_npx(_folder: str, _path: str) -> bool:
    npx = shutil.which("npx")
    if npx is None:
        return False
    asked = subprocess.run(
        [npx, "--no-install", "elision", "--version"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return asked.returncode == 0
