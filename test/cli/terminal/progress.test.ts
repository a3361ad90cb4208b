import { describe, expect, it } from "vitest";
import { closingLine, type EndedRun } from "../../../src/cli/terminal/closing-line.ts";
import { progressText } from "../../../src/cli/terminal/progress.ts";
import { timeTaken } from "../../../src/cli/terminal/time-taken.ts";
import { elision } from "../../support/shell.ts";

describe("progress", () => {
  it("has the share, the rate and the time left", () => {
    expect(progressText({ doneBytes: 50e6, totalBytes: 200e6, elapsedMs: 2000 })).toBe(
      "25%, 50.0 of 200.0 MB, 25.0 MB/s, 6.0 s left",
    );
  });

  it("has no share where the size is not known, and nothing made up at the start", () => {
    expect(progressText({ doneBytes: 50e6, totalBytes: undefined, elapsedMs: 2000 })).toBe(
      "50.0 MB, 25.0 MB/s",
    );
    expect(progressText({ doneBytes: 0, totalBytes: 0, elapsedMs: 0 })).toBe("100%, 0.0 of 0.0 MB");
    expect(progressText({ doneBytes: 1, totalBytes: 2, elapsedMs: 0 })).toBe("50%, 0.0 of 0.0 MB");
  });

  it("is never over a whole, also where a file grows", () => {
    expect(progressText({ doneBytes: 300, totalBytes: 200, elapsedMs: 10 })).toMatch(/^100%/);
  });

  it("says times as people do", () => {
    const times = [0, 9949, 9950, 59_499, 59_500, 3_599_499, 3_600_000, 9_000_000];
    expect(times.map(timeTaken)).toEqual([
      "0.0 s",
      "9.9 s",
      "10 s",
      "59 s",
      "1 min 0 s",
      "59 min 59 s",
      "1 h 0 min",
      "2 h 30 min",
    ]);
  });

  it("fits a narrow terminal", async () => {
    let ms = 0;
    const { stderr } = await elision(["inspect", "fixtures/openai-chat/session.jsonl"], {
      terminal: true,
      columns: 30,
      now: () => (ms += 600),
    });
    const lines = stderr.split("\r\u001b[K").filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.length).toBeLessThan(30);
  });
});

describe("the closing line", () => {
  const ended: EndedRun = {
    ms: 2345,
    words: ["run.jsonl"],
    isSmaller: true,
    exitCode: 0,
    dryRun: false,
    isOnTerminal: false,
  };
  it.each<[string, Partial<EndedRun>, string]>([
    [
      "of a preview",
      { dryRun: true },
      "; nothing was written: elision diff run.jsonl shows what would go, elision -i run.jsonl takes it out",
    ],
    ["of stdin", { dryRun: true, words: [] }, "; nothing was written"],
    [
      "of many files",
      { dryRun: true, words: ["a b"] },
      "; nothing was written: elision diff FILE shows what would go, elision -i FILE takes it out",
    ],
    [
      "in place",
      { originals: "archive" },
      "; elision restore -i run.jsonl brings the originals back",
    ],
    [
      "with an archive",
      { originals: "archive", keptIn: "kept" },
      "; elision restore -i --archive kept run.jsonl brings the originals back",
    ],
    ["with backups", { originals: "backup", keptIn: ".orig" }, "; the originals end with .orig"],
    ["without", { originals: "none" }, "; the originals are not kept"],
    ["with an output", { output: "small" }, "; written to small"],
    ["to a terminal", { isOnTerminal: true }, "; to keep the result: > FILE, -o FILE or -i"],
    ["to a pipe", {}, ""],
    ["that failed", { exitCode: 2, dryRun: true }, ""],
    [
      "that saved nothing",
      { isSmaller: false },
      "; nothing to take out: a smaller --window or --preset aggressive takes more",
    ],
  ])("%s says what to do next", (_, about, next) => {
    expect(closingLine({ ...ended, ...about })).toBe(`done in 2.3 s${next}`);
  });

  it("stands on a terminal alone, after the table", async () => {
    const argv = ["-n", "--window", "3", "fixtures/openai-chat/session.jsonl"];
    const seen = await elision(argv, { terminal: true, columns: 200 });
    expect(seen.stderr).toMatch(/\nelision: done in 0\.0 s; nothing was written: .*\n$/);
  });

  it("knows that a run took out images alone", async () => {
    const url = `data:image/png;base64,${"A".repeat(4000)}`;
    const image = { role: "user", content: [{ type: "image_url", image_url: { url } }] };
    const stdin = JSON.stringify([image, { role: "assistant", content: "A kiln." }]);
    const seen = await elision(["-n", "--keep-images", "0"], { terminal: true, stdin });
    expect(seen.stderr).toMatch(/; nothing was written\n$/);
  });

  it("is left out where nobody reads it", async () => {
    const argv = ["-n", "--window", "3", "fixtures/openai-chat/session.jsonl"];
    for (const [more, world] of [
      [[], {}],
      [["-q"], { terminal: true }],
      [["--report", "json"], { terminal: true }],
      [[], { terminal: true, env: { CI: "true" } }],
    ] as const)
      expect((await elision([...argv, ...more], world)).stderr).not.toContain("done in");
  });
});
