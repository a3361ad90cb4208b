import { createSlots } from "../../../base/slots.ts";
import { isOutputFailure } from "../../../io/replacement/direct-output.ts";
import type { OpenedInput } from "../../inputs/command-output.ts";
import { eachInput } from "../../inputs/each-input.ts";
import type { Input } from "../../inputs/input.ts";
import type { Placement } from "../../inputs/outputs.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { namesOf } from "../../options/flag.ts";
import { isClosedPipe } from "../../terminal/known-error.ts";
import { compactInput, inputReports } from "./compact-input.ts";
import { poolFor } from "./jobs.ts";
import type { Run } from "./run-state.ts";
import { joined, requireRows } from "./shared-output.ts";

/** Compacts the inputs one after another. False if the reader of the output has left. */
export async function compactAll(
  run: Run,
  due: readonly Input[],
  { placement, onLongRow }: { readonly placement: Placement; onLongRow(): void },
): Promise<boolean> {
  if (run.flags.model === undefined) noteModelless(run);
  if (run.flags.model !== undefined) await (await import("./ask-model.ts")).askModel(run, due);
  if (placement.kind === "shared") return compactShared(run, placement, due);
  const pool = poolFor(run, due);
  // Of small files most of the time is spent on recognising their format, which reads objects.
  if (due.length > 1 && due.some(isSmall)) run.shell.expectObjects?.();
  const atOnce = pool === undefined ? 1 : OPEN_PER_THREAD * pool.size;
  const compacted = createSlots(atOnce);
  const take = async (input: Input, turn: Promise<unknown>) => {
    const leave = await compacted.enter();
    const open = (read: OpenedInput) => placement.open(input, read);
    const isAhead = pool === undefined && due.length > 1 && isSmall(input);
    try {
      if (pool === undefined && !isAhead) await turn;
      await compactInput(run, input, { open, pool, isAhead, turn, onCompacted: leave, onLongRow });
    } finally {
      leave();
    }
  };
  try {
    const work = { take, ...inputReports(run) };
    await eachInput(due, work, { atOnce: atOnce + MOST_FLUSHED });
  } finally {
    await pool?.close();
  }
  return true;
}

/** Inputs that are flushed to disk while the next is compacted. */
const MOST_FLUSHED = 8;

/** Bytes of an input that is compacted while those before it are flushed: short work, which delays no signal. */
const SMALL_BYTES = 1024 * 1024;

function isSmall(input: Input): boolean {
  return input.kind === "file" && input.stats.isFile() && input.stats.size < SMALL_BYTES;
}

/** Inputs open for each thread, so that it need not wait for its next one. */
const OPEN_PER_THREAD = 2;

/** Compacts inputs into one output: one input of any layout, or rows. */
async function compactShared(
  run: Run,
  placement: Extract<Placement, { kind: "shared" }>,
  inputs: readonly Input[],
): Promise<boolean> {
  const [first] = inputs;
  if (first === undefined) return true;
  const areRows = inputs.length > 1 && (await requireRows(run, inputs));
  const output = joined(placement.open(first), inputs);
  const reports = inputReports(run);
  let done = 0;
  try {
    await eachInput(inputs, {
      ...reports,
      async take(input, turn) {
        const next = output.next();
        const about = { open: () => next, begun: next, requiresRows: areRows, turn };
        await compactInput(run, input, about);
        done++;
      },
      empty(input) {
        reports.empty?.(input);
        done++;
      },
      // More inputs follow in this output.
      isLast: isOutputFailure,
    });
    if (done > 0) await output.end();
    else output.abort();
    return true;
  } catch (error) {
    output.abort();
    if (isClosedPipe(error)) return false;
    throw error;
  }
}

/** Names flags that do nothing without a model. */
function noteModelless({ flags, notices }: Run): void {
  for (const name of OF_A_MODEL) {
    if (flags[name] === undefined || flags[name] === false) continue;
    notices.note(`--${namesOf(COMPACT_FLAGS[name]).long} does nothing without --model`);
  }
}

const OF_A_MODEL = [
  "reflect",
  "modelUrl",
  "modelCache",
  "maxModelCalls",
  "maxModelTokens",
  "modelTimeout",
] as const;
