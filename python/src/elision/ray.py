"""Compacts a column of a Ray Dataset: actors that keep one program open each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Union

from ._arrow import ColumnCompactor
from ._policy import Policy

if TYPE_CHECKING:
    from ray.data import Dataset
    from typing_extensions import Unpack


def compact(
    ds: Dataset,
    column: str = "messages",
    *,
    format: str = "openai-chat",
    telemetry_column: Optional[str] = None,
    max_bad_rows: int = 0,
    concurrency: Union[int, Tuple[int, int]] = (1, 64),
    batch_size: int = 256,
    program: Optional[str] = None,
    **policy: Unpack[Policy],
) -> Dataset:
    """The same rows and columns with one column compacted: JSON texts, or lists of structs.

    Read with ``ray.data.read_parquet`` or ``read_text`` (then the column is ``text``): ``read_json`` turns rows
    into structs, in which numbers and the order of keys are not what they were. An actor fails where more
    than ``max_bad_rows`` of its rows are bad. The nodes need the program.
    """
    about: Dict[str, Any] = {
        "column": column,
        "format": format,
        "telemetry_column": telemetry_column,
        "max_bad_rows": max_bad_rows,
        "program": program,
        "policy": dict(policy),
    }
    return ds.map_batches(
        ColumnCompactor,
        fn_constructor_kwargs=about,
        batch_format="pyarrow",
        batch_size=batch_size,
        concurrency=concurrency,
    )
