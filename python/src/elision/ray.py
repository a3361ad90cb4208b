"""Compacts a column of a Ray Dataset: actors that keep one program open each."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Union

from ray import get, get_runtime_context, remote

from ._arrow import ColumnCompactor
from ._files import SPLIT_BYTES, FilesTask, plan_files, sums_of
from ._policy import Policy

if TYPE_CHECKING:
    from ray.data import Dataset
    from typing_extensions import Unpack


class _ActorsCompactor(ColumnCompactor):
    """Names itself, and its file of bad rows, for the actor that makes it."""

    def __init__(self, column: str, *, bad_rows_dir: Optional[str], **about: Any) -> None:
        name = f"actor-{get_runtime_context().get_actor_id() or 'none'}-{os.getpid()}"
        bad_rows = None
        if bad_rows_dir is not None:
            bad_rows = f"{bad_rows_dir}/{name}.ndjson"
            # Nobody says when an actor is at its end, and the program puts a file in place at its own: it writes to
            # a descriptor as it goes.
            self._side = open(bad_rows, "wb")  # noqa: SIM115
            here = f"/proc/{os.getpid()}/fd/{self._side.fileno()}"
            bad_rows = here if os.path.exists(here) else bad_rows
        super().__init__(column, label=name, bad_rows=bad_rows, **about)


def compact(
    ds: Dataset,
    column: str = "messages",
    *,
    format: str = "openai-chat",
    telemetry_column: Optional[str] = None,
    max_bad_rows: int = 0,
    bad_rows_dir: Optional[str] = None,
    concurrency: Union[int, Tuple[int, int]] = (1, 64),
    batch_size: int = 256,
    program: Optional[str] = None,
    **policy: Unpack[Policy],
) -> Dataset:
    """The same rows and columns with one column compacted: JSON texts, or lists of structs.

    Read with ``ray.data.read_parquet`` or ``read_text`` (then the column is ``text``): ``read_json`` turns rows
    into structs, in which numbers and the order of keys are not what they were. An actor fails where more
    than ``max_bad_rows`` of its rows are bad; ``bad_rows_dir`` is a folder of the nodes' for them, in a file an actor,
    which has a row twice if another actor had to do it again.
    The nodes need the program.
    """
    about: Dict[str, Any] = {
        "column": column,
        "format": format,
        "telemetry_column": telemetry_column,
        "max_bad_rows": max_bad_rows,
        "bad_rows_dir": bad_rows_dir,
        "program": program,
        "policy": dict(policy),
    }
    return ds.map_batches(
        _ActorsCompactor,
        fn_constructor_kwargs=about,
        batch_format="pyarrow",
        batch_size=batch_size,
        concurrency=concurrency,
    )


def compact_files(
    inputs: str,
    output: str,
    *,
    format: Optional[str] = None,
    column: Optional[str] = None,
    max_bad_rows: Union[int, str] = 0,
    bad_rows_dir: Optional[str] = None,
    resume: bool = False,
    filesystem: Any = None,
    split_bytes: int = SPLIT_BYTES,
    program: Optional[str] = None,
    **policy: Unpack[Policy],
) -> Dict[str, Any]:
    """Compacts files into another folder, at once, and gives their sums: no row passes Ray.

    Nodes read ``inputs`` and write ``output`` themselves: see ``elision.spark.compact_files``.
    """
    tasks = plan_files(
        inputs,
        output,
        format=format,
        column=column,
        bad_rows_dir=bad_rows_dir,
        resume=resume,
        filesystem=filesystem,
        split_bytes=split_bytes,
        program=program,
        policy=dict(policy),
    )
    return sums_of(tasks, get([_compact_files.remote(task) for task in tasks]), max_bad_rows)


@remote(num_cpus=1)
def _compact_files(task: FilesTask) -> Dict[str, Any]:
    return task.run()
