/** A flag is spelled in one place: a command that says something else of it spreads that one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Flags that mean one thing in one command and another elsewhere, as they are spelled elsewhere. */
const OF_TWO_MEANINGS = ["--all", "--every <list>", "--preset <list>", "--settings <list>"];

const DECLARED = /\bflags: "(?:-\w, )?(--[\w-]+(?: <[^>]+>)?)"/g;

it("declares every flag once", () => {
  const paths = readdirSync("src/cli", { recursive: true, encoding: "utf8" });
  const flags = paths
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join("src/cli", path), "utf8"))
    .flatMap((text) => [...text.matchAll(DECLARED)].map(([, flag = ""]) => flag));
  expect(flags).toEqual(
    expect.arrayContaining(["--dry-run", "--report <kind>", ...OF_TWO_MEANINGS]),
  );
  const names = flags
    .filter((flag) => !OF_TWO_MEANINGS.includes(flag))
    .map((flag) => flag.split(" ")[0]);
  expect(names.filter((name, k) => names.indexOf(name) !== k)).toEqual([]);
});
