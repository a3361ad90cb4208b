import json
import os
import re
import subprocess
import typing

import pytest
from conftest import row

from elision import BadRowsError, Compactor, ElisionError, Policy, ProgramNotFoundError, compact_rows, find_program


def test_rows_are_those_of_the_program_alone(rows, expected):
    compacted = compact_rows(rows, format="openai-chat", window=2)
    assert list(compacted) == expected
    assert compacted.metrics["rows"] == 40
    assert compacted.metrics["maskedCount"] == 40 * 12


def test_rows_come_back_as_the_type_that_they_are(rows, expected):
    assert list(compact_rows([row.encode() for row in rows], format="openai-chat", window=2)) == [
        row.encode() for row in expected
    ]
    dicts = [json.loads(row) for row in rows]
    assert list(compact_rows(dicts, format="openai-chat", window=2)) == [json.loads(row) for row in expected]


def test_rows_are_taken_from_a_generator_bit_by_bit(rows):
    taken = 0

    def many():
        nonlocal taken
        for _ in range(100):
            for each in rows:
                taken += 1
                yield each

    compacted = compact_rows(many(), format="openai-chat", window=2)
    next(compacted)
    assert taken <= 768
    compacted.close()


def test_a_row_comes_back_before_the_next_is_sent(rows, expected):
    with Compactor("openai-chat", window=2) as compactor:
        for row, compacted in zip(rows, expected):
            assert compactor.compact([row]) == [compacted]
    assert compactor.metrics["rows"] == 40


def test_nothing_in_is_nothing_out():
    assert list(compact_rows([], format="openai-chat")) == []


def test_bad_rows_come_back_as_they_are_and_then_it_is_said(rows, tmp_path):
    rows[3] = '{"messages":['
    rows[5] = "no\nJSON"
    bad = tmp_path / "bad.ndjson"
    compacted = compact_rows(rows, format="openai-chat", window=2, label="part-7", bad_rows=str(bad))
    out = []
    with pytest.raises(BadRowsError, match="part-7: bad rows: 2 of 40"):
        out.extend(iter(compacted.__next__, None))
    compacted = compact_rows(rows, format="openai-chat", window=2, max_bad_rows="10%", bad_rows=str(bad))
    out = list(compacted)
    assert [out[3], out[5]] == [rows[3], rows[5]]
    assert compacted.metrics["badRows"] == 2
    assert [json.loads(line)["number"] for line in bad.read_text().splitlines()] == [4, 6]


def test_a_line_break_in_a_row_is_no_end_of_it(rows, expected):
    pretty = json.dumps(json.loads(rows[0]), indent=1, ensure_ascii=False)
    kept = json.dumps({"messages": []}, indent=1)
    first, second = compact_rows([pretty, kept], format="openai-chat", window=2, max_bad_rows=1)
    assert json.loads(first) == json.loads(expected[0])
    assert second == kept


def test_a_line_break_at_the_end_of_a_row_stays(rows, expected):
    kept = '{"messages":[]}'
    file = [f"{each}\n" for each in [*rows[:2], kept, ""]] + [rows[2]]
    out = [f"{each}\n" for each in [*expected[:2], kept, ""]] + [expected[2]]
    assert list(compact_rows(file, format="openai-chat", window=2, max_bad_rows=1)) == out
    in_bytes = [each.encode() for each in file]
    assert list(compact_rows(in_bytes, format="openai-chat", window=2, max_bad_rows=1)) == [each.encode() for each in out]
    pretty = json.dumps({"messages": []}, indent=1) + "\n"
    with Compactor("openai-chat", window=2, max_bad_rows=3) as compactor:
        assert compactor.compact(file) == out
        assert compactor.compact(in_bytes) == [each.encode() for each in out]
        assert compactor.compact([pretty])[0] is pretty


def test_one_text_is_no_rows(rows):
    for row in (rows[0], rows[0].encode(), json.loads(rows[0])):
        with pytest.raises(TypeError, match="expected rows"):
            compact_rows(row, format="openai-chat")


def test_a_program_ends_with_the_rows_that_are_let_go(rows):
    for ways in ("not begun", "begun"):
        compacted = compact_rows(rows * 100, format="openai-chat", window=2)
        child = compacted._compactor._child
        if ways == "begun":
            next(compacted)
        del compacted
        assert child.wait(timeout=60) == -9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_that_was_forked_leaves_the_program_to_the_other(rows, expected):
    with Compactor("openai-chat", window=2) as compactor:
        assert compactor.compact(rows[:1]) == expected[:1]
        forked = os.fork()
        if forked == 0:
            said = []
            for use in (lambda: compactor.compact(rows[:1]), lambda: compactor.receive_lines(1)):
                try:
                    use()
                except ElisionError as error:
                    said.append("another process" in str(error))
            compactor.kill()
            compactor.close()
            os._exit(0 if said == [True, True] else 1)
        assert os.waitpid(forked, 0)[1] == 0
        assert compactor.compact(rows[1:2]) == expected[1:2]


def test_rows_that_do_not_change_are_the_same_objects(rows):
    pretty = json.dumps({"messages": [], "title": "naïve \U0001f642"}, indent=1, ensure_ascii=False)
    kept = [pretty, pretty.encode(), {"messages": [{"role": "user", "content": "a"}]}, '{"messages":["\\ud800"]}']
    for each in kept:
        about = {"window": 2, "max_bad_rows": 2}
        (same,) = compact_rows([each], format="openai-chat", **about)
        assert same is each
    with Compactor("openai-chat", **about) as compactor:
        assert [a is b for a, b in zip(compactor.compact(kept[:2]), kept)] == [True, True]
        changed = rows[0].replace(", ", ",\n")
        assert compactor.compact([changed])[0] != changed.replace("\n", " ")


def test_a_wrong_option_is_said_by_the_program(rows):
    with pytest.raises(ElisionError, match="unknown option '--windw=2'.*--window") as raised:
        list(compact_rows(rows, format="openai-chat", windw=2))
    assert raised.value.exit_code == 2


def test_a_program_that_is_killed_is_an_error_not_the_end_of_the_rows(rows):
    compactor = Compactor("openai-chat")
    compactor.compact(rows[:1])
    compactor._child.kill()
    with pytest.raises(ElisionError, match="was ended by SIGKILL"):
        compactor.compact(rows[:1])


def test_options_are_given_as_the_program_takes_them(rows):
    with_lists = compact_rows(rows, format="openai-chat", window=0, keep_tool=["r*", "x"], keep_errors="none")
    assert list(with_lists) == rows
    assert list(compact_rows(rows, format="openai-chat", window=0, masking=False)) == rows


def test_every_policy_of_the_program_has_its_name_here():
    command = [*find_program(), "pipe", "--help"]
    text = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "COLUMNS": "80"}).stdout.decode()
    names = {name.replace("-", "_") for name in re.findall(r"^  (?:-\w, )?--(?:no-)?([\w-]+)", text, re.M)}
    own = {"format", "bad_rows", "max_bad_rows", "label", "metrics", "telemetry", "quiet", "help", "version"}
    assert set(typing.get_type_hints(Policy)) == names - own


def test_the_program_is_looked_for_in_this_order(tmp_path, monkeypatch):
    monkeypatch.setenv("ELISION_BIN", str(tmp_path / "none"))
    with pytest.raises(ProgramNotFoundError, match="ELISION_BIN: no program .*npm install -g elision"):
        find_program()
    monkeypatch.delenv("ELISION_BIN")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ProgramNotFoundError, match="nothing is downloaded"):
        find_program()
    program = tmp_path / "elision"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert find_program() == (str(program),)
    with pytest.raises(ProgramNotFoundError, match="no node on PATH"):
        script = tmp_path / "elision.js"
        script.write_text("")
        find_program(str(script))


def test_a_program_without_node_is_not_found(tmp_path):
    program = tmp_path / "elision"
    program.write_text("#!/usr/bin/env no-such-node\n")
    program.chmod(0o755)
    with pytest.raises(ProgramNotFoundError, match="npm install -g elision"):
        list(compact_rows([row(1)], format="openai-chat", program=str(program)))
