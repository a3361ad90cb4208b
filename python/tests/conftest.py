"""Where the program is: this checkout's, unless ELISION_BIN names another."""

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("ELISION_BIN", str(ROOT / "bin" / "elision.js"))


def conversation(number, turns=14, chars=400):
    messages = [{"role": "user", "content": f"Task {number}: naïve “quotes”"}]
    for turn in range(turns):
        call = {"id": f"c{turn}", "type": "function", "function": {"name": "run", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{turn}", "content": f"{number}.{turn} " + "x" * chars})
    return messages


def row(number, **about):
    return json.dumps({"n": 1.0, "messages": conversation(number, **about)}, ensure_ascii=False)


@pytest.fixture
def rows():
    return [row(number) for number in range(40)]


@pytest.fixture
def expected(rows):
    """What the program alone makes of the rows."""
    return alone(rows, "--window=2")


def alone(rows, *options):
    import subprocess

    from elision import find_program

    command = [*find_program(), "pipe", "-q", "--format=openai-chat", *options]
    out = subprocess.run(command, input="\n".join(rows).encode() + b"\n", capture_output=True, check=True)
    return out.stdout.decode().split("\n")[:-1]
