import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inspect } from "../../../src/api/inspect.ts";
import { elision } from "../../support/shell.ts";

const FILE = new URL("../../../fixtures/claude-code/session.jsonl", import.meta.url).pathname;

describe("inspect", () => {
  it("gives what the program's report has of each transcript", async () => {
    const { stdout } = await elision(["inspect", "--report", "json", FILE]);
    const { transcripts, badLines } = inspect(readFileSync(FILE), { file: FILE });
    expect(transcripts.length).toBeGreaterThan(1);
    expect(JSON.parse(JSON.stringify(transcripts))).toEqual(JSON.parse(stdout).transcripts);
    expect(badLines).toEqual([]);
  });

  it("names lines that are not JSON, and leaves them out", () => {
    const bytes = Buffer.concat([readFileSync(FILE), Buffer.from("{]\n")]);
    const { transcripts, badLines } = inspect(bytes);
    expect(transcripts.map(({ file }) => file)).toEqual(["input", "input"]);
    expect(badLines).toMatchObject([{ message: expect.stringMatching(/^expected/) }]);
  });

  it("takes the format and the placeholder that it is told", () => {
    const messages = [
      { role: "user", content: "Go on." },
      { role: "assistant", content: "ls" },
      { role: "user", content: "OBSERVATION:\n(taken out)" },
    ];
    const bytes = Buffer.from(JSON.stringify({ messages }));
    const placeholder = "OBSERVATION:\n(taken out)";
    const [plain] = inspect(bytes, { format: "plain", placeholder }).transcripts;
    expect(plain).toMatchObject({ format: "plain", observations: 1, maskedObservations: 1 });
    expect(inspect(bytes, { format: "plain" }).transcripts[0]?.maskedObservations).toBe(0);
    expect(() => inspect(bytes, { placeholder: "{short}" })).toThrow(/placeholder/);
  });
});
