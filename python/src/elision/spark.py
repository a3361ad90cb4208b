"""Compacts a column of a Spark DataFrame, or the rows of an RDD: one program a task, kept open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, Optional, Union

from pyspark import TaskContext
from pyspark.accumulators import AccumulatorParam
from pyspark.sql.types import BooleanType, LongType, StringType, StructField, StructType

from ._arrow import TELEMETRY_FIELDS, ColumnCompactor
from ._files import SPLIT_BYTES, plan_files, sums_of
from ._policy import Policy
from ._rows import compact_rows

if TYPE_CHECKING:
    from pyspark import RDD, Accumulator
    from pyspark.sql import DataFrame, SparkSession
    from typing_extensions import Unpack

_SPARK_TYPES = {"string": StringType(), "int64": LongType(), "bool": BooleanType()}
_TELEMETRY = StructType([StructField(name, _SPARK_TYPES[str(kind)]) for name, kind in TELEMETRY_FIELDS])


class _Sums(AccumulatorParam[Dict[str, Any]]):
    def zero(self, value: Dict[str, Any]) -> Dict[str, Any]:
        return {}

    def addInPlace(self, value1: Dict[str, Any], value2: Dict[str, Any]) -> Dict[str, Any]:
        for name, value in value2.items():
            value1[name] = value1.get(name, 0) + value
        return value1


def totals(spark: SparkSession) -> Accumulator[Dict[str, Any]]:
    """An accumulator for ``compact(…, totals=…)``: ``rows``, ``badRows``, ``beforeChars`` and others.

    As with every accumulator in a transformation, tasks that Spark runs again are added again.
    """
    return spark.sparkContext.accumulator({}, _Sums())


def compact(
    df: DataFrame,
    column: str = "messages",
    *,
    format: str = "openai-chat",
    telemetry_column: Optional[str] = None,
    max_bad_rows: Union[int, str] = 0,
    bad_rows_dir: Optional[str] = None,
    totals: Optional[Accumulator[Dict[str, Any]]] = None,
    program: Optional[str] = None,
    **policy: Unpack[Policy],
) -> DataFrame:
    """The same rows and columns with one column compacted: JSON texts, or lists of structs.

    Executors need the program: it is looked for there, in ``program``, ``ELISION_BIN``, PATH and npx. A task
    fails where more than ``max_bad_rows`` of its rows are bad; ``bad_rows_dir`` is a folder of the
    executor's for them. ``telemetry_column`` is added with the account of each row.
    """
    if column not in df.columns:
        raise ValueError(f"there is no column {column!r} (there are: {', '.join(df.columns)})")
    if telemetry_column in df.columns:
        raise ValueError(f"there is a column {telemetry_column!r} already: name another for the telemetry")
    about: Dict[str, Any] = {
        "format": format,
        "telemetry_column": telemetry_column,
        "max_bad_rows": max_bad_rows,
        "program": program,
        "policy": dict(policy),
    }

    def compact_task(batches: Iterator[Any]) -> Iterator[Any]:
        part = _part_name()
        bad_rows = None if bad_rows_dir is None else f"{bad_rows_dir}/{part}.ndjson"
        compactor = ColumnCompactor(column, label=part, bad_rows=bad_rows, is_closed=True, **about)
        try:
            yield from compactor.batches(batches)
            compactor.close()
        except BaseException:
            compactor.kill()
            raise
        if totals is not None:
            totals.add(compactor.totals)

    schema = StructType(list(df.schema.fields))
    if telemetry_column is not None:
        schema = schema.add(telemetry_column, _TELEMETRY)
    return df.mapInArrow(compact_task, schema)


def pipe(
    rdd: RDD[str],
    *,
    format: str = "openai-chat",
    max_bad_rows: Union[int, str] = 0,
    bad_rows_dir: Optional[str] = None,
    program: Optional[str] = None,
    **policy: Unpack[Policy],
) -> RDD[str]:
    """What ``rdd.pipe("elision pipe …", checkCode=True)`` is to do: a text out for every text in.

    ``rdd.pipe`` itself starts the program without the executor's environment, PATH included, and without
    ``checkCode`` takes a program that failed for one without results. Here a task fails with what the program said.
    """

    def pipe_task(rows: Iterable[str]) -> Iterable[str]:
        part = _part_name()
        bad_rows = None if bad_rows_dir is None else f"{bad_rows_dir}/{part}.ndjson"
        about: Dict[str, Any] = {"label": part, "bad_rows": bad_rows, "program": program, **policy}
        return compact_rows(rows, format=format, max_bad_rows=max_bad_rows, **about)

    return rdd.mapPartitions(pipe_task)


def compact_files(
    spark: SparkSession,
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
    """Compacts files into another folder, at once, and gives their sums: the fastest way, since no row passes Spark.

    Executors read ``inputs`` and write ``output`` themselves, each file under its own name, in its own format (JSON
    lines, Parquet) and compression: paths that all of them see, or URIs of pyarrow (``s3://``, ``hdfs://``), or paths
    of ``filesystem``, one of pyarrow or fsspec. A task has files of about ``split_bytes`` together; a file is never divided.
    Bad rows are copied; where more than ``max_bad_rows`` of all are bad a BadRowsError is raised at the end.
    ``bad_rows_dir`` is a folder for them, as ``output`` is one: a file for each input that has any, under its name and
    ``.ndjson``. With ``resume`` a list is kept in ``output`` of what is done, and what an earlier job with ``resume``
    did from the same files with the same options and version is skipped, if it is still there.
    ``elision.toml`` is not read, unless ``config`` names it.
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
    each = spark.sparkContext.parallelize(tasks, len(tasks)).map(lambda task: task.run()).collect()
    return sums_of(tasks, each, max_bad_rows)


def _part_name() -> str:
    context = TaskContext.get()
    return "part" if context is None else f"part-{context.partitionId():05d}"
