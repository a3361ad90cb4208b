import { type BigIntStats, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ElisionError } from "../errors.ts";
import { descriptorSink, type Sink } from "../io/file-descriptor.ts";
import { beginReplacement, type FileIdentity } from "../io/replacement.ts";
import type { CompactFlags } from "./flags.ts";
import type { Input, Inputs } from "./inputs.ts";
import type { Shell } from "./shell.ts";

/** Where the result of one input, or of all, goes. */
export interface Output extends Sink {
  /** Makes the result stand. Without it, or after a failure, nothing of it does, where that can be. */
  commit(): Promise<void>;
  abort(): void;
}

/** How results are placed: one output for all inputs, or one for each. */
export type Placement =
  | { readonly kind: "shared"; open(first: Input): Output }
  | { readonly kind: "each"; open(input: Input, opened: BigIntStats | undefined): Output };

type Placing = Pick<CompactFlags, "output" | "outDir" | "inPlace" | "backup" | "dryRun">;

/** Decides where results go; throws a usage error before anything is read or written. */
export function placeOutputs({ inputs }: Inputs, flags: Placing, shell: Shell): Placement {
  const { output, outDir, inPlace, backup, dryRun } = flags;
  const named = [output && "--output", outDir && "--out-dir", inPlace && "--in-place"];
  const given = named.filter((name) => typeof name === "string");
  if (given.length > 1) throw usage(`${given.join(" and ")} exclude each other`);
  if (backup !== undefined && !inPlace)
    throw usage("--backup goes with --in-place", "name both, or neither");
  if ((inPlace || outDir !== undefined) && inputs.some(({ kind }) => kind === "stdin"))
    throw usage(`${given[0]} needs files (got: stdin)`, "name the files, or leave the option off");
  const odd = inputs.find((input) => input.kind === "file" && !input.stats.isFile());
  if (inPlace && odd !== undefined)
    throw usage(`--in-place needs regular files (got: ${odd.name})`);

  if (dryRun) return { kind: "each", open: () => NOWHERE };
  if (inPlace)
    return { kind: "each", open: (input, opened) => replaceInput(input, opened, backup) };
  if (outDir !== undefined) {
    const targets = targetsIn(outDir, inputs);
    return {
      kind: "each",
      open: (input, opened) => {
        const target = targets.get(input) ?? outDir;
        mkdirSync(dirname(target), { recursive: true });
        return openFile(target, opened);
      },
    };
  }
  if (output !== undefined && output !== "-")
    return {
      kind: "shared",
      open: (first) => openFile(output, first.kind === "file" ? first.stats : undefined),
    };
  refuseInputAsOutput(inputs, shell);
  return { kind: "shared", open: () => ({ ...keepNothing(), ...sinkOf(shell.stdout) }) };
}

/** A usage error. */
export function usage(message: string, hint?: string): ElisionError {
  return new ElisionError("usage", message, hint === undefined ? {} : { hint });
}

const NOWHERE: Output = {
  write: () => undefined,
  flush: async () => {},
  commit: async () => {},
  abort: () => {},
};

function sinkOf(sink: Sink): Sink {
  return { write: (piece) => sink.write(piece), flush: () => sink.flush() };
}

function keepNothing(): Pick<Output, "commit" | "abort"> {
  return { commit: async () => {}, abort: () => {} };
}

function replaceInput(
  input: Input,
  opened: BigIntStats | undefined,
  suffix: string | undefined,
): Output {
  return beginReplacement(input.name, {
    original: opened,
    expected: opened as FileIdentity,
    backup: suffix === undefined ? undefined : input.name + suffix,
  });
}

/** A file to write to: replaced at once if it is regular or new, else opened and written. */
function openFile(path: string, original: BigIntStats | undefined): Output {
  const existing = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (existing?.isDirectory()) throw usage(`${path} is a folder`, "use --out-dir");
  if (existing === undefined || existing.isFile()) {
    const isInput = existing?.ino === original?.ino && existing?.dev === original?.dev;
    return beginReplacement(path, { original, expected: isInput ? original : undefined });
  }
  const file = openSync(path, "w");
  return {
    ...sinkOf(descriptorSink(file)),
    commit: async () => closeSync(file),
    abort: () => closeSync(file),
  };
}

function targetsIn(outDir: string, inputs: readonly Input[]): Map<Input, string> {
  const targets = new Map<Input, string>();
  const taken = new Map<string, Input>();
  for (const input of inputs) {
    if (input.kind !== "file") continue;
    const target = join(outDir, input.relative);
    const other = taken.get(target);
    if (other !== undefined)
      throw usage(`${other.name} and ${input.name} would both be written to ${target}`);
    const existing = statSync(target, { bigint: true, throwIfNoEntry: false });
    const overwritten = inputs.find(
      (each) =>
        each.kind === "file" &&
        existing?.ino === each.stats.ino &&
        existing?.dev === each.stats.dev,
    );
    if (overwritten !== undefined)
      throw usage(`${overwritten.name} would be overwritten`, "use --in-place, or another folder");
    taken.set(target, input);
    targets.set(input, target);
  }
  return targets;
}

function refuseInputAsOutput(inputs: readonly Input[], shell: Shell): void {
  const { identity } = shell.stdout;
  if (identity === undefined) return;
  for (const input of inputs) {
    if (input.kind !== "file" || !input.stats.isFile()) continue;
    if (input.stats.ino === identity.ino && input.stats.dev === identity.dev)
      throw usage(`${input.name} is both input and output`, "use --in-place");
  }
}
