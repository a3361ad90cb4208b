import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { drawingLines } from "../support/comparison.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const PAGE = /^<!doctype html>\n[\s\S]*<\/html>\n$/;

describe("compare --html", () => {
  it("writes a page beside any report, and leaves nothing else behind", async () => {
    for (const report of ["table", "json", "ndjson", "csv"]) {
      const folder = folderWith({ "run.jsonl": sessionLines(12) });
      const argv = ["compare", "--report", report, `${folder}/run.jsonl`];
      const { stdout } = await elision(argv);
      const outcome = await elision([...argv, "--html", `${folder}/page.html`]);
      expect(outcome).toEqual({ stdout, stderr: "", exitCode: 0 });
      expect(readFileSync(`${folder}/page.html`, "utf8")).toMatch(PAGE);
      expect(readdirSync(folder).sort()).toEqual(["page.html", "run.jsonl"]);
    }
  });

  it("lists misses unless told not to, in a report only where they are asked for", async () => {
    const folder = folderWith({ "run.jsonl": drawingLines(40, { later: 6 }) });
    const argv = ["compare", "--report", "json", "--windows", "1", "--html", `${folder}/page.html`];
    const html = async (...more: readonly string[]) => {
      const { stdout } = await elision([...argv, ...more, `${folder}/run.jsonl`]);
      const [transcript] = JSON.parse(stdout).transcripts;
      return [readFileSync(`${folder}/page.html`, "utf8"), "misses" in transcript] as const;
    };
    const LISTED = "What later turns would have missed";
    const [unasked, isReported] = await html();
    expect(unasked).toContain(LISTED);
    expect(unasked).toMatch(/<tr data-within="1[^"]*">/);
    expect(isReported).toBe(false);
    expect((await html("--misses"))[1]).toBe(true);
    for (const flag of ["--no-misses", "--no-recall"])
      expect((await html(flag))[0]).not.toContain(LISTED);
  });

  it("replaces what is there as a whole, with its mode, behind a link too", async () => {
    const folder = folderWith({ "old.html": "old" });
    chmodSync(`${folder}/old.html`, 0o640);
    symlinkSync("old.html", `${folder}/link.html`);
    const { ino } = statSync(`${folder}/old.html`);
    await elision(["compare", "--html", `${folder}/link.html`], { stdin: sessionLines(12) });
    const now = statSync(`${folder}/old.html`);
    expect(readFileSync(`${folder}/link.html`, "utf8")).toMatch(PAGE);
    expect([now.mode & 0o777, now.ino === ino]).toEqual([0o640, false]);
  });

  it("is refused before anything is read where it cannot be written", async () => {
    const folder = folderWith({ "run.jsonl": sessionLines(12) });
    const refused = async (html: string) => {
      const outcome = await elision(["compare", "--html", html, `${folder}/run.jsonl`]);
      expect(outcome).toMatchObject({ stdout: "", exitCode: 2 });
      return outcome.stderr;
    };
    expect(await refused(`${folder}/run.jsonl`)).toContain("the page would overwrite the input");
    expect(await refused(folder)).toContain("is a folder");
    expect(await refused(`${folder}/none/page.html`)).toContain("none/page.html: no such file");
    expect(readFileSync(`${folder}/run.jsonl`, "utf8")).toBe(sessionLines(12));
  });

  it("writes to a device as it is", async () => {
    const outcome = await elision(["compare", "--html", "/dev/null"], { stdin: sessionLines(3) });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it("is named for an input that could be read", async () => {
    const folder = folderWith({ "a.jsonl": `${sessionLines(2)}torn`, "b.jsonl": sessionLines(12) });
    const files = [`${folder}/a.jsonl`, `${folder}/b.jsonl`];
    await elision(["compare", "--strict", "--html", `${folder}/page.html`, ...files]);
    const html = readFileSync(`${folder}/page.html`, "utf8");
    expect(html).toContain("b.jsonl</title>");
    expect(html).not.toContain("a.jsonl");
    expect(html).toContain("Left out, not read to the end: 1 input");
  });
});
