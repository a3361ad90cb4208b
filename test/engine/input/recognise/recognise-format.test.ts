/** How many records of an input have to be looked at before its format is known. */
import { describe, expect, it } from "vitest";
import { recognise } from "../../../../src/engine/input/recognise/recognise-format.ts";
import { FORMAT_NAMES, FORMATS } from "../../../../src/formats/index.ts";
import { FOUND_BY_CONTENT } from "../../../../src/formats/registry/format-choice.ts";
import { fixturesOf } from "../../../support/fixtures.ts";
import { treeOf } from "../../../support/parse-json.ts";
import { WRITERS } from "../../../support/writers/index.ts";

const choice = FOUND_BY_CONTENT;
const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");
const isJson = (line: string) => /^\s*[[{].*[\]}]\s*$/.test(line);

describe.each(FORMAT_NAMES.filter((name) => WRITERS[name].layout === "lines"))("%s", (format) => {
  it.each(fixturesOf(format))("is known by few records as it is by all: $name", ({ bytes }) => {
    const head = linesOf(bytes.toString()).filter(isJson).map(treeOf);
    const all = recognise(head.slice(0, 64), { choice, isAll: true });
    for (let count = 1; count < Math.min(head.length, 64); count++) {
      const few = recognise(head.slice(0, count), { choice, isAll: false });
      if (few !== undefined) expect(few).toEqual(all);
    }
  });
});

it("is known by four lines in an envelope, and not by as many messages", () => {
  const known = (format: "claude-code" | "codex" | "openai-chat") => {
    const call = { id: "call_1", name: "run", args: "{}", answer: "done" };
    const turns = Array.from({ length: 12 }, () => ({ said: "next", calls: [call] }));
    const records = WRITERS[format].write({ task: "Mend it.", turns });
    const head = records.map((record) => treeOf(JSON.stringify(record)));
    return recognise(head.slice(0, 4), { choice, isAll: false });
  };
  expect(known("claude-code")).toEqual({ layout: "lines", format: FORMATS["claude-code"] });
  expect(known("codex")).toEqual({ layout: "lines", format: FORMATS.codex });
  expect(known("openai-chat")).toBeUndefined();
});
