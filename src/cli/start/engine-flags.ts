import { requireModule } from "../../base/require-module.ts";
import { atLaterTurn } from "../../io/signals.ts";

/**
 * The V8 of Node 20 optimizes functions that run for a while at once, having no cheaper compiler in between. For a
 * session of some megabytes that takes longer than it saves: 8 MB that are over their budget take 0.56 s of processor
 * time, and 0.36 s if each function has to run nine times as long before.
 */
const IS_EAGER = process.versions.v8.startsWith("11.");

/** Bytes of bytecode that a function executes before that V8 considers optimizing it: V8's default. */
const INTERRUPT_BUDGET = 67_584;

/** Bytes of bytecode that V8 compiles into one function from those that it calls: its default. */
const MOST_INLINED = 920;

/**
 * Has V8 optimize functions later, and with less of those that they call, for a run that reads objects and may end
 * before it is long: functions that call many others are compiled for longer than they run.
 */
export function optimizeLater(): void {
  if (!IS_EAGER || areSet) return;
  isLater = true;
  setFlags(`--interrupt-budget=${9 * INTERRUPT_BUDGET}`, inlining(250));
}

/** Milliseconds more that a run takes before functions are optimized early again. */
const STILL_LATER_MS = 1500;

/**
 * Has V8 optimize functions early again, for a long run, and keeps its space for new objects from growing further.
 * Nearly all that the program makes is short-lived, so a larger space, three times 16 MB, only takes memory. Its size
 * cannot be set any more at this point. Where functions are optimized later, that goes on for longer: at once they
 * would all be compiled, for a run that mostly ends soon.
 */
export function settle(): void {
  if (isLater) atLaterTurn(STILL_LATER_MS, settle);
  setFlags("--semi-space-growth-factor=1", ...(isLater ? [] : USUAL));
  isLater = false;
}

/** Sets all flags to V8's own values. */
export function restoreFlags(): void {
  if (areSet) setFlags(...USUAL, "--semi-space-growth-factor=2");
}

const USUAL: readonly string[] = IS_EAGER
  ? [`--interrupt-budget=${INTERRUPT_BUDGET}`, inlining(MOST_INLINED)]
  : [];

function inlining(most: number): string {
  return `--max-inlined-bytecode-size-cumulative=${most}`;
}

let areSet = false;
let isLater = false;

function setFlags(...flags: readonly string[]): void {
  // Not imported: an import makes Node load its support for user modules, 8 ms in the middle of a run.
  const { setFlagsFromString } = requireModule("node:v8") as typeof import("node:v8");
  for (const flag of flags) setFlagsFromString(flag);
  // V8 takes compiled code only for the flags with which that was made: see code-cache.ts, which makes it at the exit.
  if (!areSet) process.prependOnceListener("exit", restoreFlags);
  areSet = true;
}
