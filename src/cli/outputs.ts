import { type BigIntStats, closeSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { ElisionError } from "../errors.ts";
import { type Compression, compressedSink } from "../io/compression.ts";
import { descriptorSink, type Sink } from "../io/file-descriptor.ts";
import { ioError } from "../io/io-error.ts";
import { lookAt } from "../io/look-at.ts";
import { makeFolder } from "../io/make-folder.ts";
import { beginReplacement } from "../io/replacement.ts";
import type { CompactFlags } from "./flags.ts";
import type { Input, Inputs } from "./inputs.ts";
import { fileKey, inputThatIs } from "./same-file.ts";
import type { Shell } from "./shell.ts";
import { usage } from "./usage.ts";

/** Where the result of one input, or of all, goes. */
export interface Output extends Sink {
  /** Makes the result stand. Without it, or after a failure, nothing of it does, where that can be. */
  commit(): Promise<void>;
  abort(): void;
}

/** How results are placed: one output for all inputs, or one for each. */
export type Placement =
  | { readonly kind: "shared"; open(first: Input): Output }
  | { readonly kind: "each"; open(input: Input, read: ReadInput): Output };

/** What an input showed to be when it was opened. */
export interface ReadInput {
  readonly stats: BigIntStats | undefined;
  readonly compression: Compression | undefined;
}

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
    return {
      kind: "each",
      open: (input, read) => opened(input.name, () => replaceInput(input, read, backup)),
    };
  if (outDir !== undefined) {
    const targets = targetsIn(outDir, inputs);
    return {
      kind: "each",
      open: (input, { stats }) => {
        const target = targets.get(input) ?? outDir;
        return opened(target, () => {
          makeFolder(dirname(target));
          return openFile(target, stats);
        });
      },
    };
  }
  if (output !== undefined && output !== "-")
    return {
      kind: "shared",
      open: (first) =>
        opened(output, () => openFile(output, first.kind === "file" ? first.stats : undefined)),
    };
  refuseInputAsOutput(inputs, shell);
  return { kind: "shared", open: () => namingFailures("stdout", streamOutput(shell.stdout)) };
}

/** An output whose failures name it. That its reader has left is no failure: it passes as it is. */
function namingFailures(name: string, output: Output): Output {
  const failing = (error: unknown): never => {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof ElisionError || code === undefined || code === "EPIPE") throw error;
    throw new ElisionError(OUTPUT_FAILED, ioError(error, name).message, {
      file: name,
      cause: error,
    });
  };
  return {
    write: (pieces) => output.write(pieces).catch(failing),
    commit: () => output.commit().catch(failing),
    abort: () => output.abort(),
  };
}

/** The code of the error for an output that cannot be written. */
export const OUTPUT_FAILED = "output-failed";

/** Opens an output; what fails names it. */
function opened(name: string, open: () => Output): Output {
  try {
    return namingFailures(name, open());
  } catch (error) {
    if (error instanceof ElisionError || (error as NodeJS.ErrnoException).code === undefined)
      throw error;
    throw new ElisionError(OUTPUT_FAILED, ioError(error, name).message, {
      file: name,
      cause: error,
    });
  }
}

const NOWHERE: Output = {
  write: async () => {},
  commit: async () => {},
  abort: () => {},
};

/** An output that is written as it comes: what is written stands. */
function streamOutput(sink: Sink, close = () => {}): Output {
  return {
    write: (pieces) => sink.write(pieces),
    commit: async () => close(),
    abort: close,
  };
}

function replaceInput(
  input: Input,
  { stats, compression }: ReadInput,
  suffix: string | undefined,
): Output {
  const replacement = beginReplacement(input.name, {
    original: stats,
    expected: stats,
    backup: suffix === undefined ? undefined : input.name + suffix,
  });
  return compression === undefined ? replacement : compressed(replacement, compression);
}

/** An output that is compressed on its way. */
function compressed(output: Output, compression: Compression): Output {
  const sink = compressedSink(output, compression);
  return {
    write: (pieces) => sink.write(pieces),
    async commit() {
      await sink.end();
      await output.commit();
    },
    abort: () => output.abort(),
  };
}

/** A file to write to: replaced at once if it is regular or new, else opened and written. */
function openFile(path: string, original: BigIntStats | undefined): Output {
  const existing = lookAt(path);
  if (existing?.isDirectory()) throw usage(`${path} is a folder`, "use --out-dir");
  if (existing === undefined || existing.isFile()) {
    const isInput = existing?.ino === original?.ino && existing?.dev === original?.dev;
    const expected = isInput ? original : undefined;
    const replacement = beginReplacement(path, { original, expected });
    return path.endsWith(".gz") ? compressed(replacement, "gzip") : replacement;
  }
  const file = openSync(path, "w");
  return streamOutput(descriptorSink(file), () => closeSync(file));
}

function targetsIn(outDir: string, inputs: readonly Input[]): Map<Input, string> {
  const targets = new Map<Input, string>();
  const taken = new Map<string, Input>();
  const named = new Map<string, Input>();
  for (const input of inputs) if (input.kind === "file") named.set(fileKey(input.stats), input);
  for (const input of inputs) {
    if (input.kind !== "file") continue;
    const target = join(outDir, input.relative);
    const other = taken.get(target);
    if (other !== undefined)
      throw usage(`${other.name} and ${input.name} would both be written to ${target}`);
    const existing = lookAt(target);
    const overwritten = existing && named.get(fileKey(existing));
    if (overwritten !== undefined)
      throw usage(`${overwritten.name} would be overwritten`, "use --in-place, or another folder");
    taken.set(target, input);
    targets.set(input, target);
  }
  return targets;
}

function refuseInputAsOutput(inputs: readonly Input[], shell: Shell): void {
  const input = inputThatIs(shell.stdout.identity, inputs);
  if (input !== undefined) throw usage(`${input.name} is both input and output`, "use --in-place");
}
