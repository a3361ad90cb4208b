import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { NATIVE, nativeSources } from "./test/support/native-sources.ts";
import { ProgramsFirst } from "./test/support/programs-first.ts";

const results = process.env.TEST_RESULTS;

export default defineConfig(({ mode }) => ({
  plugins: [nativeSources()],
  test: {
    server: { deps: { external: [NATIVE] } },
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    globalSetup: ["test/real-home.ts"],
    env: mode === "deep" ? deepRun() : {},
    // One process takes one file after another: modules are loaded once. No test changes what others see.
    isolate: false,
    sequence: { sequencer: ProgramsFirst },
    // Tests call most functions too seldom for what V8 takes to optimize them: it waits three times as long.
    execArgv: accepted("--interrupt-budget=400000"),
    // Test files spend half of their time in programs that they start: every core has one to run.
    maxWorkers: availableParallelism(),
    testTimeout: mode === "deep" ? 600_000 : 120_000,
    // Folders with installed packages take their time to go.
    hookTimeout: 60_000,
    // A continuous integration run wants the counts in a file as well.
    reporters: results ? ["default", ["json", { outputFile: results }]] : ["default"],
  },
}));

/** Many more cases, of a seed that no run had before; it is printed, so that the run can be repeated. */
function deepRun(): Record<string, string> {
  const seed = process.env.ELISION_SEED ?? String(randomInt(2 ** 31));
  console.log(`deep run: repeat it with ELISION_SEED=${seed} npm run test:deep`);
  return { ELISION_DEEP: "1", ELISION_SEED: seed };
}

/** A flag of V8, if this Node has it: one that it does not know ends a process at its start. */
function accepted(flag: string): string[] {
  const { status } = spawnSync(process.execPath, [flag, "--eval", ""], { stdio: "ignore" });
  return status === 0 ? [flag] : [];
}
