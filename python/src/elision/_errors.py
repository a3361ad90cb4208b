"""The errors that this package raises."""

from __future__ import annotations

from typing import Optional


class ElisionError(Exception):
    """The program failed; the message is what it said."""

    def __init__(self, message: str, exit_code: Optional[int] = None) -> None:
        super().__init__(message, exit_code)
        self.message = message
        self.exit_code = exit_code

    def __str__(self) -> str:
        return self.message


class ProgramNotFoundError(ElisionError):
    """There is no program ``elision`` here, or no Node that could run it."""


class BadRowsError(ElisionError):
    """More rows were bad than was allowed, or a budget was missed. Every row was handed back before."""
