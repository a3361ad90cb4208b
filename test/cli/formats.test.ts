import { describe, expect, it } from "vitest";
import { type Format, LEARNED_FROM } from "../../src/formats/format.ts";
import { FORMAT_NAMES, FORMATS } from "../../src/formats/index.ts";
import { elision } from "../support/shell.ts";

const SORTED = FORMAT_NAMES.toSorted();

function nameOf(dropping: Format["dropping"]): string {
  return typeof dropping === "string" ? dropping : "native";
}

async function formats(argv: readonly string[] = [], world = {}): Promise<string> {
  const { stdout, stderr, exitCode } = await elision(["formats", ...argv], world);
  expect([stderr, exitCode]).toEqual(["", 0]);
  expect(stdout).not.toContain("\u001b");
  return stdout;
}

describe("elision formats", () => {
  it("lists every format by its name, a line each in a pipe", async () => {
    const [head, ...lines] = (await formats()).trimEnd().split("\n");
    expect(head).toMatch(/^format +layouts +dropping +written by \(known from\)$/);
    expect(lines.map((line) => line.split(" ")[0])).toEqual(SORTED);
    for (const name of FORMAT_NAMES) {
      const { writtenBy, knownFrom, dropping }: Format = FORMATS[name];
      expect(LEARNED_FROM).toContain(knownFrom);
      expect(lines.find((line) => line.startsWith(`${name} `))).toContain(
        `  ${nameOf(dropping).padEnd("dropping".length)}  ${writtenBy} (${knownFrom})`,
      );
    }
  });

  it.each([20, 40, 60, 80, 100])("says the same in a terminal of %i columns", async (columns) => {
    const text = await formats([], { columns });
    const longestWord = Math.max(...text.split(/\s+/).map((word) => word.length));
    for (const line of text.split("\n"))
      expect(line.length).toBeLessThanOrEqual(Math.max(columns, longestWord + 2));
    const words = text.replace(/\s+/g, " ");
    for (const name of FORMAT_NAMES) {
      const format: Format = FORMATS[name];
      expect(words).toContain(name);
      expect(words).toContain(format.layouts.join(", "));
      for (const word of format.writtenBy.split(" ")) expect(words).toContain(word);
    }
  });

  it("takes the width that COLUMNS says where there is no terminal", async () => {
    expect(await formats([], { env: { COLUMNS: "40" } })).toBe(await formats([], { columns: 40 }));
  });

  it("is JSON, NDJSON or CSV for programs", async () => {
    const { formats: all } = JSON.parse(await formats(["--report", "json"]));
    expect(all.map(({ format }: { format: string }) => format)).toEqual(SORTED);
    expect(all.find(({ format }: { format: string }) => format === "anthropic")).toEqual({
      format: "anthropic",
      layouts: ["lines", "rows", "document"],
      dropping: "remove",
      knownFrom: "documentation",
      writtenBy: FORMATS.anthropic.writtenBy,
    });
    const lines = (await formats(["--report", "ndjson"])).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(all);
    const csv = (await formats(["--report", "csv"])).split("\n");
    expect(csv[0]).toBe("format,layouts,dropping,knownFrom,writtenBy");
    expect(csv.find((line) => line.startsWith("anthropic,"))).toMatch(
      /^anthropic,lines rows document,remove,documentation,/,
    );
    expect(csv).toHaveLength(SORTED.length + 2);
  });

  it("takes no files, and no other kind of report", async () => {
    expect(await elision(["formats", "x.jsonl"])).toMatchObject({ exitCode: 2, stdout: "" });
    const { stderr } = await elision(["formats", "--report", "none"]);
    expect(stderr).toContain('expected one of table, json, ndjson, csv (got "none")');
    expect((await elision(["formats"], { env: { ELISION_REPORT: "none" } })).exitCode).toBe(0);
  });
});
