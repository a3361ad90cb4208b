import { describe, expect, it } from "vitest";
import { fateOf, LONG } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";

const fateWith = (args: string, keepPaths: readonly string[]) =>
  fateOf(used("read", LONG, { args }), { keepPaths })[0];

describe("observations whose call names a path", () => {
  it.each([
    '{"path":"docs/plan.md"}',
    '{"file_path":"docs/plan.md","offset":3}',
    '{"filePath":"docs/plan.md"}',
    '{"target_file":"./docs/plan.md"}',
    '{"filename":"docs/plan.md"}',
    '{"paths":["a.ts","docs/plan.md"]}',
    '{"edits":[{"path":"docs/plan.md","text":"x"}]}',
    '{"targetDirectory":"docs/plan.md"}',
  ])("stay raw: %s", (args) => {
    expect(fateWith(args, ["x/**", "docs/**"])).toBe("path");
    expect(fateWith(args, ["*.md"])).toBe("path");
  });

  it("stay raw where a shell command prints it, and nothing else", () => {
    const fate = (command: string, keepPaths: readonly string[]) =>
      fateOf(used("bash", LONG, { args: JSON.stringify({ command }) }), { keepPaths })[0];
    expect(fate("sed -n '1,20p' docs/plan.md", ["docs/**"])).toBe("path");
    expect(fate("cd docs && cat plan.md", ["docs/**"])).toBe("path");
    expect(fate("cd docs && cat plan.md", ["plan.md"])).toBe("path");
    expect(fate("cat docs/plan.md | grep x", ["docs/**"])).toBe("masked");
  });

  it.each([
    '{"path":"src/plan.md"}',
    '{"text":"docs/plan.md"}',
    '{"profile":"docs/plan.md"}',
    '"docs/plan.md"',
    '{"path":7}',
    "docs/plan.md",
    "",
  ])("are masked where it is another, or no path, or no JSON: %s", (args) => {
    expect(fateWith(args, ["docs/**"])).toBe("masked");
  });

  it("are masked where nothing is known of the call", () => {
    const orphan: PlainEvent = { kind: "observation", id: "nobody", text: LONG };
    expect(fateOf([orphan], { keepPaths: ["**"] })).toEqual(["masked"]);
  });
});
