"""Rows per second on Spark: elision next to UDFs that do the same job in Python, and to cat.

usage: python bench/scale/spark.py [ROWS] [RUNS]     with pyspark, pyarrow, pandas, orjson and the wheel in python/

Each way runs in `local[1]`, in turns. Processor seconds are those of Spark, Python and the program together; the
least of all runs counts, since others use the machine.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import orjson

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python" / "src"), str(ROOT / "python" / "tests")]
os.environ.setdefault("ELISION_BIN", str(ROOT / "bin" / "elision.js"))
os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
os.environ["PYSPARK_PYTHON"] = sys.executable

from conftest import row  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql.functions import pandas_udf  # noqa: E402

from elision import find_program  # noqa: E402
from elision.spark import compact, compact_files, pipe  # noqa: E402

WINDOW = 5


def masked(conversation):
    """The least that the job is: tool results of all but the newest turns become a note of their size."""
    turns = 0
    for message in reversed(conversation["messages"]):
        if message["role"] == "assistant" and message.get("tool_calls"):
            turns += 1
        elif message["role"] == "tool" and turns >= WINDOW and len(message["content"]) > 80:
            message["content"] = f"[observation masked — {len(message['content'])} chars]"
    return conversation


def ways(spark, path):
    def text():
        return spark.read.text(path)

    @pandas_udf("string")
    def by_json(rows):
        return rows.map(lambda each: json.dumps(masked(json.loads(each)), ensure_ascii=False))

    @pandas_udf("string")
    def by_orjson(rows):
        return rows.map(lambda each: orjson.dumps(masked(orjson.loads(each))).decode())

    def lines():
        return spark.sparkContext.textFile(path, 4)

    return {
        "elision.spark.compact_files": lambda out: compact_files(spark, path, out, window=WINDOW),
        "elision.spark.compact": lambda out: compact(text(), "value", window=WINDOW).write.text(out),
        "elision.spark.pipe": lambda out: pipe(lines(), window=WINDOW).saveAsTextFile(out),
        "UDF with json": lambda out: text().select(by_json("value")).write.text(out),
        "UDF with orjson": lambda out: text().select(by_orjson("value")).write.text(out),
        "rdd.pipe cat": lambda out: lines().pipe("cat", checkCode=True).saveAsTextFile(out),
        "mapInArrow, nothing else": lambda out: text().mapInArrow(lambda batches: batches, "value string").write.text(out),
        "Spark alone": lambda out: text().write.text(out),
    }


SIDES = ("Spark", "Python", "child")


def processor_seconds():
    """Of this process and all that it started: of the JVM, of Python, and of what Python started and saw end."""
    stats = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            command, _, rest = Path(f"/proc/{name}/stat").read_text().rpartition(")")
        except OSError:
            continue
        fields = rest.split()
        own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
        stats[int(name)] = (int(fields[1]), command.endswith("(java"), own, children)
    ticks = dict.fromkeys(SIDES, 0)
    for process, (_, is_java, own, children) in stats.items():
        above = process
        while above in stats and above != os.getpid():
            above = stats[above][0]
        if above != os.getpid():
            continue
        ticks["Spark" if is_java else "Python"] += own
        ticks["child"] += children
    return [ticks[side] / os.sysconf("SC_CLK_TCK") for side in SIDES]


def measured(run):
    """Seconds: of the processors, of the clock, and of the processors by side."""
    start, before = time.monotonic(), processor_seconds()
    run()
    sides = [after - then for after, then in zip(processor_seconds(), before)]
    return sum(sides), time.monotonic() - start, sides


def main(rows=20000, runs=3):
    folder = tempfile.mkdtemp()
    path = f"{folder}/rows.jsonl"
    with open(path, "w", encoding="utf-8") as file:
        for number in range(rows):
            file.write(row(number, turns=40, chars=700) + "\n")
    size = os.path.getsize(path)
    # 10,000 rows, as Spark has it, are too many to stay in a cache, and for all sides to work at once.
    batch = os.environ.get("ELISION_BATCH", "128")
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", batch).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    command = [*find_program(), "pipe", "-q", "--format=openai-chat", f"--window={WINDOW}"]

    def alone():
        with open(path, "rb") as file:
            subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, check=True)

    best = {}
    for turn in range(runs):
        todo = {name: partial(run, f"{folder}/{turn}-{name}") for name, run in ways(spark, path).items()}
        for name, run in {**todo, "elision pipe, no Spark": alone}.items():
            taken = measured(run)
            best[name] = min(best.get(name, taken), taken)
    print(f"{rows} rows, {size / 1e6:.0f} MB, best of {runs}; processor seconds")
    print(f"{'':28} {'all':>6} {'rows/s':>7} {'MB/s':>5} " + " ".join(f"{side:>6}" for side in SIDES))
    for name, (cpu, _, sides) in sorted(best.items(), key=lambda each: each[1]):
        print(f"{name:28} {cpu:6.2f} {rows / cpu:7.0f} {size / cpu / 1e6:5.0f} " + " ".join(f"{each:6.2f}" for each in sides))


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
