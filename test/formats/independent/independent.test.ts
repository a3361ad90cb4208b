/**
 * Every tool result of every file is found without elision, by the readers of results.py: what is older than the newest
 * turn with a call is masked where that is shorter, as many as the report says; the archive gives the file back byte
 * for byte, and a second run changes nothing.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { FORMAT_NAMES } from "../../../src/formats/index.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { makeFolder } from "../../support/folder.ts";
import { elision } from "../../support/shell.ts";
import { answeringScript } from "./answering-script.ts";
import { expectMasking, isChanged, OPTIONS, type Result } from "./expect-masking.ts";

/** The results of each conversation of a file. */
type Talks = readonly (readonly Result[])[];

/** A file that the script is asked about. */
interface Asked {
  readonly format: string;
  readonly file: string;
}

interface Session {
  readonly name: string;
  readonly file: string;
  /** Undefined where it is asked for by name. */
  readonly format: string | undefined;
}

const FIXTURES = fileURLToPath(new URL("../../../fixtures/", import.meta.url));
const SCRIPT = fileURLToPath(new URL("results.py", import.meta.url));
const SAMPLES = process.env.ELISION_SAMPLES;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const folder = makeFolder({});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answer = answeringScript(SCRIPT);
const resultsIn = (asked: readonly Asked[]) => answer<readonly Talks[]>(asked);

const fixtures: readonly Session[] = FORMAT_NAMES.flatMap((format) =>
  fixturesOf(format).map(({ name }) => ({ name, file: join(FIXTURES, name), format })),
);

const samples: readonly Session[] = (
  SAMPLES === undefined ? [] : readdirSync(SAMPLES, { recursive: true, encoding: "utf8" })
)
  .filter((name) => !name.endsWith(".md") && statSync(join(SAMPLES ?? "", name)).isFile())
  .map((name) => ({ name, file: join(SAMPLES ?? "", name), format: undefined }));

describe.skipIf(!hasPython)("fixtures", () => {
  const sessions = new Map(FORMAT_NAMES.map((format) => [format as string, [] as Session[]]));
  for (const session of fixtures) sessions.get(session.format ?? "")?.push(session);
  it.each([...sessions])("of %s", async (_, each) => {
    await holdAgainst(each);
  });
});

describe.skipIf(!hasPython || samples.length === 0)("recorded transcripts", () => {
  it.each(samples.map((each) => [each.name, each] as const))("%s", async (_, each) => {
    await holdAgainst([each]);
  });
});

/**
 * Compacts the sessions of a format together, restores them, and compares what was masked with what the script finds.
 */
async function holdAgainst(sessions: readonly Session[]): Promise<void> {
  const copies = sessions.map((session) => ({ ...session, copy: join(folder, session.name) }));
  for (const { file, copy } of copies) {
    mkdirSync(join(copy, ".."), { recursive: true });
    copyFileSync(file, copy);
  }
  const [{ format: asked, name: first } = { format: undefined, name: "" }] = sessions;
  const named = asked === "plain" ? ["--format", asked] : [];
  const archive = join(folder, "archive", basename(first));
  const files = [...named, ...copies.map(({ copy }) => copy)];
  const argv = ["-i", "--archive", archive, "--report", "json"];
  const { exitCode, stderr } = await elision([...argv, ...OPTIONS, ...files]);
  if (exitCode === 2 && asked === undefined) return;
  const { transcripts }: Report = JSON.parse(stderr);
  for (const { copy } of copies) copyFileSync(copy, `${copy}.masked`);
  await elision([...argv, ...OPTIONS, ...files]);
  for (const { copy, name } of copies)
    expect(readFileSync(copy).equals(readFileSync(`${copy}.masked`)), `${name}, again`).toBe(true);
  await elision(["restore", "-i", "--archive", archive, "--report", "none", ...files]);
  const done = copies.map(({ copy, file, format, name }) => {
    expect(readFileSync(copy).equals(readFileSync(file)), `${name}, restored`).toBe(true);
    const own = transcripts.filter((each) => each.file === copy);
    const found = new Set(own.map((each) => each.format));
    expect(found.size, name).toBe(1);
    if (format !== undefined) expect([...found], name).toEqual([format]);
    const masked = own.reduce(
      (sum, each) => sum + each.maskedCount + (each.deadMaskedCount ?? 0),
      0,
    );
    return { before: file, after: `${copy}.masked`, format: [...found][0] ?? "", masked };
  });
  const questions = done.flatMap(({ before, after, format }) => [
    { format, file: before },
    { format, file: after },
  ]);
  const said = await resultsIn(questions);
  for (const [at, { before, masked }] of done.entries()) {
    const [old, now] = [said[2 * at] ?? [], said[2 * at + 1] ?? []];
    expect(
      now.map((talk) => talk.length),
      before,
    ).toEqual(old.map((talk) => talk.length));
    const pairs = old.flatMap((talk, i) => talk.map((was, k) => ({ was, is: now[i]?.[k] ?? was })));
    for (const { was, is } of pairs) expectMasking(was, is);
    expect(pairs.filter(({ was, is }) => isChanged(was, is)).length, before).toBe(masked);
  }
}

interface Report {
  readonly transcripts: readonly {
    readonly file: string;
    readonly format: string;
    readonly maskedCount: number;
    readonly deadMaskedCount?: number;
  }[];
}
