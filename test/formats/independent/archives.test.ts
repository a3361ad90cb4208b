/**
 * Inspect logs in ZIP archives, read by archives.py with Python's zipfile: the same members in the same order, all but
 * samples untouched, and of each sample the results masked that the script finds outside the window.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { elision } from "../../support/shell.ts";
import { type Member, zipOf } from "../../support/zip.ts";
import { answeringScript } from "./answering-script.ts";
import { expectMasking, isChanged, OPTIONS, type Result } from "./expect-masking.ts";

const FIXTURES = fileURLToPath(new URL("../../../fixtures/", import.meta.url));
const SCRIPT = fileURLToPath(new URL("archives.py", import.meta.url));
const SAMPLES = process.env.ELISION_SAMPLES;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

interface Log {
  readonly members: readonly { readonly name: string; readonly isSample: boolean }[];
  readonly talks: readonly (readonly Result[])[];
}

const answer = answeringScript(SCRIPT);
const said = (...files: readonly string[]) => answer<readonly Log[]>(files);

/** Samples of Inspect's that were unpacked: with message pools and without. */
const RECORDED = SAMPLES === undefined ? [] : readdirSync(join(SAMPLES, "inspect"));
const TEXTS = [
  readFileSync(join(FIXTURES, "inspect-ai/sample.json"), "utf8"),
  ...RECORDED.map((name) => readFileSync(join(SAMPLES ?? "", "inspect", name), "utf8")),
];

function packed(about: Omit<Member, "name" | "text">): Buffer {
  return zipOf([
    { name: "_journal/start.json", text: '{"version":2}', ...about },
    ...TEXTS.map((text, k) => ({ name: `samples/${k}_epoch_1.json`, text, ...about })),
    { name: "samples/notes.txt", text: "no sample", ...about },
    { name: "header.json", text: '{"version":2,"status":"success"}', ...about },
  ]);
}

const hasZstd = spawnSync("zstd", ["--version"]).status === 0;

const LOGS: readonly (readonly [string, Buffer])[] = [
  ...(hasZstd
    ? [["that Inspect wrote", readFileSync(join(FIXTURES, "eval/parts.eval"))] as const]
    : []),
  ["of samples, deflated", packed({})],
  ["of samples, stored", packed({ method: 0 })],
  ["of samples, streamed with ZIP64 fields", packed({ isLarge: true, isStreamed: true })],
];

describe.skipIf(!hasPython)("an Inspect log", () => {
  it.each(LOGS)("%s is masked as the script finds", async (_, bytes) => {
    const folder = folderWith();
    const [log, out, again] = ["a.eval", "b.eval", "c.eval"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(log, bytes);
    const archive = ["--archive", join(folder, "kept")];
    const { stderr } = await elision([...archive, "--report", "json", ...OPTIONS, log, "-o", out]);
    const [old, made] = (await said(log, out)) as [Log, Log];

    expect(made.members.map(({ name }) => name)).toEqual(old.members.map(({ name }) => name));
    const others = ({ members }: Log) => members.filter(({ isSample }) => !isSample);
    expect(others(made)).toEqual(others(old));
    const pairs = old.talks.flatMap((talk, i) =>
      talk.map((was, k) => ({ was, is: made.talks[i]?.[k] ?? was })),
    );
    for (const { was, is } of pairs) expectMasking(was, is);
    const changed = pairs.filter(({ was, is }) => isChanged(was, is)).length;
    expect(changed).toBeGreaterThan(0);
    expect(JSON.parse(stderr).totals.maskedCount).toBe(changed);

    await elision([...archive, "-q", ...OPTIONS, out, "-o", again]);
    expect(readFileSync(again)).toEqual(readFileSync(out));
    copyFileSync(out, again);
    await elision(["restore", "-i", "--report", "none", ...archive, again]);
    const content = ({ members }: Log) => members.map((each) => ({ ...each, stored: undefined }));
    const [restored] = (await said(again)) as [Log];
    expect(content(restored)).toEqual(content(old));
  });
});
