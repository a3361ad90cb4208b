"""Processor time of elision on Parquet, next to pyarrow that reads and writes the same file without change.

usage: python bench/scale/parquet.py [RUNS] [FOLDER]     with pyarrow; files are kept in FOLDER and used again

Files hold 2,000 conversations of 40 turns, as JSON texts or as lists of structs, in each codec. The programs take
turns; the least of all runs counts, since others use the machine.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[2]
ROWS, TURNS, WORDS = 2000, 40, 330
CODECS = ("none", "snappy", "lz4", "gzip", "zstd")

COPY = """
import sys, pyarrow.parquet as pq
source = pq.ParquetFile(sys.argv[1])
with pq.ParquetWriter(sys.argv[2], source.schema_arrow, compression=sys.argv[3]) as out:
    for group in range(source.num_row_groups):
        out.write_table(source.read_row_group(group))
"""


def conversations(rows=ROWS, seed=1):
    """Tool results of words, numbers and line breaks, half of which come often."""
    draw = random.Random(seed)
    letters = "etaoinshrdlcumwfgypbvk"
    vocabulary = ["".join(draw.choices(letters, k=draw.randint(2, 9))) for _ in range(20_000)]
    often = vocabulary[:200]
    for _ in range(rows):
        messages = [{"role": "user", "content": " ".join(draw.choices(vocabulary, k=60))}]
        for turn in range(TURNS):
            command = json.dumps({"command": " ".join(draw.choices(vocabulary, k=6))})
            call = {"id": f"call_{turn}", "type": "function", "function": {"name": "bash", "arguments": command}}
            messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
            words = draw.choices(often, k=WORDS // 2) + draw.choices(vocabulary, k=WORDS // 2)
            draw.shuffle(words)
            lines = [f"{draw.randrange(10**6)}: " + " ".join(words[k : k + 12]) for k in range(0, len(words), 12)]
            messages.append({"role": "tool", "tool_call_id": f"call_{turn}", "content": "\n".join(lines)})
        yield messages


def write_inputs(folder):
    rows = list(conversations())
    columns = {"texts": pa.array([json.dumps(row) for row in rows]), "structs": pa.array(rows)}
    for shape, column in columns.items():
        table = pa.table({"id": range(len(rows)), "messages": column})
        for codec in CODECS:
            pq.write_table(table, folder / f"{shape}-{codec}.parquet", compression=codec, row_group_size=500)


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(runs=3, folder=None):
    folder = Path(folder or tempfile.mkdtemp())
    names = [f"{shape}-{codec}" for shape in ("texts", "structs") for codec in CODECS]
    if not all((folder / f"{name}.parquet").exists() for name in names):
        write_inputs(folder)
    program = ["node", str(ROOT / "bin" / "elision.js"), "-q"]
    out = str(folder / "out.parquet")
    only = os.environ.get("ELISION_BENCH", "")
    print(f"{'':16} {'file':>7} {'pyarrow':>8} {'elision':>8} {'times':>6} {'nothing to mask':>16}")
    for name in filter(lambda each: only in each, names):
        file = str(folder / f"{name}.parquet")
        ways = {
            "pyarrow": [sys.executable, "-c", COPY, file, out, name.partition("-")[2]],
            "elision": [*program, "--window=5", file, "-o", out],
            "nothing": [*program, "--window=1000", file, "-o", out],
        }
        best = {}
        for _ in range(int(runs)):
            for way, command in ways.items():
                best[way] = min(best.get(way, 1e9), processor_seconds(command))
        times = best["elision"] / best["pyarrow"]
        size = os.path.getsize(file) / 1e6
        print(f"{name:16} {size:4.0f} MB {best['pyarrow']:8.2f} {best['elision']:8.2f} {times:6.1f} {best['nothing']:16.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
