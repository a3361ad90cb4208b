import { describe, expect, it } from "vitest";
import type { FindingRule } from "../../../src/analyses/check/finding.ts";
import { check } from "../../../src/api/check.ts";
import { ElisionError } from "../../../src/base/errors.ts";

/** A call of a tool, in OpenAI's shape. */
function call(id: string, name = "look"): object {
  return { id, type: "function", function: { name, arguments: "{}" } };
}

function asks(...ids: readonly string[]): object {
  return { role: "assistant", content: null, tool_calls: ids.map((id) => call(id)) };
}

function answers(id: string): object {
  return { role: "tool", tool_call_id: id, content: "seen" };
}

const TASK = { role: "user", content: "Look — around." };
const DONE = { role: "assistant", content: "Done." };

function lines(...messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}

type Found = [rule: FindingRule, line: number, column: number | undefined, message: string];

function found(text: string): Found[] {
  const { findings } = check(Buffer.from(text), { file: "run.jsonl" });
  return findings.map(({ file, rule, line, column, message }) => {
    expect(file).toBe("run.jsonl");
    return [rule, line, column, message];
  });
}

function rules(text: string): string[] {
  return found(text).map(([rule, line]) => `${line} ${rule}`);
}

function places(text: string): string[] {
  return found(text).map(([, line, column]) => `${line}:${column}`);
}

describe("check", () => {
  it("finds nothing in a transcript whose pairs are whole", () => {
    const text = lines(TASK, asks("a", "b"), answers("b"), answers("a"), asks("a"), answers("a"));
    expect(found(text)).toEqual([]);
    expect(check(Buffer.from(text)).transcripts).toBe(1);
  });

  it("finds a call that was not answered although later turns follow, at its place", () => {
    const text = lines(TASK, asks("a", "b"), answers("a"), DONE);
    const column = (text.split("\n")[1] ?? "").lastIndexOf('"{}"') + 1;
    expect(found(text)).toEqual([
      [
        "unanswered-call",
        2,
        column,
        'expected an observation for call "b" of "look" (got later turns)',
      ],
    ]);
  });

  it("says nothing of calls that are open where the transcript ends", () => {
    expect(found(lines(TASK, asks("a"), answers("a"), asks("b", "c"), answers("c")))).toEqual([]);
  });

  it("finds an observation that answers no call", () => {
    expect(found(lines(TASK, answers("x"), asks("a"), answers("a"), answers("a"), DONE))).toEqual([
      ["orphan-observation", 2, 45, 'expected an open call with id "x" before'],
      ["orphan-observation", 5, 45, 'expected an open call with id "a" before'],
    ]);
  });

  it("finds an id that two open calls have, and not one that is used again", () => {
    expect(rules(lines(TASK, asks("a", "a"), answers("a"), answers("a"), DONE))).toEqual([
      "2 repeated-call-id",
    ]);
    expect(rules(lines(TASK, asks("b", "a"), answers("b"), asks("c", "a"), TASK, DONE))).toEqual([
      "2 unanswered-call",
      "4 unanswered-call",
      "4 repeated-call-id",
      "4 unanswered-call",
    ]);
    const again = [asks("z"), asks("a"), answers("a"), asks("a"), answers("a")];
    expect(rules(lines(TASK, ...again))).toEqual(["2 unanswered-call"]);
  });

  it("names lines that are not JSON, with what was expected", () => {
    const text = `${lines(TASK, asks("a"))}{"role":\n${lines(answers("a"))}torn`;
    expect(found(text)).toEqual([
      ["not-json", 3, 9, "expected a value (got the end of the text)"],
      ["not-json", 5, 2, 'expected "true" (got "o")'],
    ]);
  });

  it("finds what the format says of its own records", () => {
    const odd = { ...call("a"), function: { name: "look", arguments: { path: "é" } } };
    const text = lines(
      TASK,
      { role: "assistant", content: "é", tool_calls: [odd] },
      { role: "tool", content: "seen" },
    );
    const line = text.split("\n")[1] ?? "";
    expect(found(text).filter(([rule]) => rule === "format")).toEqual([
      ["format", 2, line.indexOf('{"path"') + 1, "expected arguments as a string (got an object)"],
      ["format", 3, 1, "expected a tool_call_id with the role tool"],
    ]);
  });

  it("gives line and column in a document of many lines, and in rows", () => {
    const messages = [TASK, asks("a"), TASK, DONE];
    const document = `\n${JSON.stringify({ messages }, null, 2)}\n`;
    const at = document.split("\n").findIndex((line) => line.includes('"arguments"'));
    const column = (document.split("\n")[at] ?? "").indexOf('"{}"') + 1;
    expect(places(document)).toEqual([`${at + 1}:${column}`]);
    const row = `${JSON.stringify({ messages })}\n`;
    const inRow = row.indexOf('"{}"') + 1;
    expect(places(row + row)).toEqual([`1:${inRow}`, `2:${inRow}`]);
  });

  it("refuses what is no transcript", () => {
    expect(() => check(Buffer.from('{"a":1}\n'))).toThrow(ElisionError);
  });
});

/** A line of a session of Claude Code. */
function session(uuid: string, parentUuid: string | null, role = "user"): object {
  const message = { role, content: `${uuid} says so` };
  return { type: role, uuid, parentUuid, sessionId: "s", isSidechain: false, message };
}

describe("check, where messages name the one before them,", () => {
  it("finds parents that are not in the file", () => {
    expect(found(lines(session("a", null), session("b", "gone"), session("c", "b")))).toEqual([
      ["missing-parent", 2, 1, 'expected a message with id "gone", its parent, in the file'],
    ]);
  });

  it("takes neither a word for the root nor what stands beside no id for a parent", () => {
    const { uuid: _, ...nameless } = { ...session("c", "toolu_1"), uuid: "c" };
    expect(found(lines(session("a", "__root__"), session("b", "a"), nameless))).toEqual([]);
  });

  it("finds parents that go round, once for each round", () => {
    const text = lines(
      session("a", null),
      session("b", "d"),
      session("c", "b"),
      session("d", "c"),
      session("e", "e"),
      session("f", "d"),
    );
    expect(found(text)).toEqual([
      ["parent-cycle", 2, 1, 'message "b" is its own ancestor'],
      ["parent-cycle", 5, 1, 'message "e" is its own ancestor'],
    ]);
  });

  it("finds an id that was used before, and takes notes between messages for parents", () => {
    const note = { type: "system", subtype: "info", uuid: "n", parentUuid: "a", sessionId: "s" };
    const text = lines(session("a", null), note, session("b", "n"), session("b", "a"));
    expect(found(text)).toEqual([
      ["repeated-id", 3, 1, 'id "b" is that of a later message as well'],
    ]);
  });
});
