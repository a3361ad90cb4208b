"""Compacts a column of a Hugging Face Dataset."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any, Dict, Optional

from ._arrow import ColumnCompactor
from ._policy import Policy
from ._program import find_program

if TYPE_CHECKING:
    from datasets import Dataset
    from typing_extensions import Unpack


def compact(
    ds: Dataset,
    column: str = "messages",
    *,
    format: str = "openai-chat",
    max_bad_rows: int = 0,
    batch_size: int = 256,
    num_proc: Optional[int] = None,
    program: Optional[str] = None,
    **policy: Unpack[Policy],
) -> Dataset:
    """The same rows, columns and features with one column compacted: JSON texts, or lists of structs."""
    command = find_program(program)
    version = subprocess.run([*command, "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    about: Dict[str, Any] = {
        "column": column,
        "format": format,
        "max_bad_rows": max_bad_rows,
        "program": program,
        "policy": dict(policy),
        # Part of the state, which decides whether a cached result is used.
        "version": version.stdout.decode(),
    }
    mapped = ds.with_format("arrow").map(
        ColumnCompactor(**about),
        batched=True,
        batch_size=batch_size,
        num_proc=num_proc,
        features=ds.features,
    )
    return mapped.with_format(**ds.format) if ds.format["type"] is not None else mapped.with_format(None)
