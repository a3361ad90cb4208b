"""Compacts transcripts of AI agents by the program ``elision``, which this package starts and keeps open.

``compact_rows`` takes any rows. ``elision.spark``, ``elision.ray`` and ``elision.datasets`` take a column of
those engines' tables; each imports its engine when it is imported itself.
"""

from ._child import Compactor, Row
from ._errors import BadRowsError, ElisionError, ProgramNotFoundError
from ._policy import Policy
from ._program import find_program
from ._rows import CompactedRows, compact_rows

__all__ = [
    "BadRowsError",
    "CompactedRows",
    "Compactor",
    "ElisionError",
    "Policy",
    "ProgramNotFoundError",
    "Row",
    "compact_rows",
    "find_program",
]
