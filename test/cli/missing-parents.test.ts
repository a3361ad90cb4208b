/** A message whose parent is not in its file is named by every command that reads it: exit code 1. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { linesOf } from "../support/lines.ts";
import { start } from "../support/process.ts";
import { elision } from "../support/shell.ts";

const user = (uuid: string, parentUuid: string | null) => ({
  ...{ type: "user", uuid, parentUuid, sessionId: "s" },
  message: { role: "user", content: `says ${uuid}` },
});

const LOST = linesOf([user("a", null), user("b", "a"), user("d", "c")]);
const WORDS = `expected a message with id "c", its parent, in the file`;

it.each([["-n"], ["inspect"], ["compare"], ["replay"]])("elision %s", async (...argv) => {
  const file = join(folderWith({ "a.jsonl": LOST }), "a.jsonl");
  const { stderr, exitCode } = await elision([...argv, file]);
  expect(stderr).toContain(`${file}:3:1: ${WORDS}; what is before it counts as live\n`);
  expect(exitCode).toBe(1);
});

it("elision check finds it once", async () => {
  const file = join(folderWith({ "a.jsonl": LOST }), "a.jsonl");
  const { stdout, stderr, exitCode } = await elision(["check", "--report", "json", file]);
  const { findings, totals } = JSON.parse(stdout);
  expect(findings.map(({ rule, line }: Record<string, unknown>) => [rule, line])).toEqual([
    ["missing-parent", 3],
  ]);
  expect([totals.missingParents ?? 1, stderr, exitCode]).toEqual([1, "", 1]);
});

it("is in the report of the main command, read on other threads too", async () => {
  const folder = folderWith({ "a.jsonl": LOST, "b.jsonl": LOST });
  for (const jobs of ["1", "2"]) {
    const { stderr } = await start(["-n", "--report", "json", "-j", jobs, folder]).ended;
    const { files, totals } = JSON.parse(stderr);
    expect(totals.missingParents).toBe(2);
    expect(files.map((each: { missingParents: number }) => each.missingParents)).toEqual([1, 1]);
  }
});
