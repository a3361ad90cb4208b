/**
 * Compaction and restore killed at random moments: what was there before is there still, in the file or
 * through the archive. ELISION_KILLS says how many times (default: 4, 40 in a deep run, 200 for a release),
 * ELISION_SEED at which moments.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LOG_NAME } from "../../src/archive/archive.ts";
import { folderWith } from "../support/folder.ts";
import { start } from "../support/process.ts";
import { randomNumbers, SEED } from "../support/random.ts";
import { IS_DEEP } from "../support/runs.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elisionIn } from "../support/shell.ts";

const ROUNDS = Number(process.env.ELISION_KILLS ?? (IS_DEEP ? 40 : 4));

/** A transcript that no other round has, of some megabytes that do not compress well. */
function transcript(round: number): string {
  const plain =
    round % 2 === 0
      ? sessionLines(400, { chars: 3000 })
      : Array.from({ length: 40 }, () => sessionRow(12, { chars: 3000 })).join("");
  let k = 0;
  return plain.replace(/o{50,}/g, ({ length }) => noise(`${round}.${k++}`, length));
}

function noise(seed: string, length: number): string {
  let text = "";
  for (let k = 0; text.length < length; k++)
    text += createHash("sha256").update(`${seed}.${k}`).digest("base64");
  return text.slice(0, length);
}

it(
  `loses nothing when it is killed (${ROUNDS} times, seed ${SEED})`,
  async () => {
    const random = randomNumbers();
    const folder = folderWith();
    const file = join(folder, "run.jsonl");
    const content = () => readFileSync(file, "utf8");
    const inPlace = ["-q", "-i", "--archive", "kept", "run.jsonl"];
    const begin = (argv: readonly string[]) => start([...argv, ...inPlace], { cwd: folder });
    const compact = ["--window", "2"];
    /** What nobody kills needs no process of its own. */
    const finish = async (argv: readonly string[]) =>
      expect((await elisionIn(folder, [...argv, ...inPlace])).exitCode).toBe(0);
    /** Runs it for a part of the time that it takes, and says whether it was killed. */
    const kill = async (argv: readonly string[], takes: number) => {
      const { child, ended } = begin(argv);
      const timer = setTimeout(() => child.kill("SIGKILL"), random() * takes);
      const { signal } = await ended;
      clearTimeout(timer);
      return signal === "SIGKILL";
    };
    const timed = async (argv: readonly string[]) => {
      const from = performance.now();
      expect((await begin(argv).ended).code).toBe(0);
      return performance.now() - from;
    };
    writeFileSync(file, transcript(-1));
    const takes = { compact: await timed(compact), restore: await timed(["restore"]) };
    let kills = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const original = transcript(round);
      writeFileSync(file, original);
      if (await kill(compact, takes.compact)) kills++;
      const isOriginal = content() === original;
      await finish(["restore"]);
      expect(content() === original, `after a killed compaction (${isOriginal})`).toBe(true);
      await finish(compact);
      const compacted = content();
      expect(compacted).not.toBe(original);
      if (await kill(["restore"], takes.restore)) kills++;
      expect([original, compacted].includes(content())).toBe(true);
      await finish(["restore"]);
      expect(content() === original, "after a killed restore").toBe(true);
    }
    expect(existsSync(join(folder, "kept", LOG_NAME))).toBe(true);
    expect(kills).toBeGreaterThan(0);
  },
  60_000 + ROUNDS * 30_000,
);
