import { accessSync, type BigIntStats, closeSync, constants, lstatSync, openSync } from "node:fs";
import { dirname, extname, join, relative, sep } from "node:path";
import { ElisionError } from "../../base/errors.ts";
import { type Compression, compressedSink } from "../../io/compression.ts";
import { descriptorSink, type Sink } from "../../io/file-descriptor.ts";
import { followLink } from "../../io/follow-link.ts";
import { ioError } from "../../io/io-error.ts";
import { lookAt } from "../../io/look-at.ts";
import { makeFolder } from "../../io/make-folder.ts";
import { openFile } from "../../io/open-file.ts";
import { beginReplacement } from "../../io/replacement.ts";
import type { CompactFlags } from "../options/compact-flags.ts";
import { usage } from "../options/usage-error.ts";
import type { Shell } from "../terminal/shell.ts";
import type { Inputs } from "./find-inputs.ts";
import type { Input } from "./input.ts";
import { fileKey, inputThatIs } from "./same-file.ts";

/** Where the result of one input, or of all, goes. */
export interface CommandOutput extends Sink {
  /** Makes the result stand. Without it, or after a failure, nothing of it does, where that can be. */
  commit(): Promise<void>;
  abort(): void;
  /** Prepares for long work that hears no signals: the default action then leaves nothing behind. */
  unname?(): void;
}

/** How results are placed: one output for all inputs, or one for each. */
export type Placement =
  | { readonly kind: "shared"; open(first: Input): CommandOutput }
  | { readonly kind: "each"; open(input: Input, read: OpenedInput): CommandOutput };

/** The properties of an input, known once it is open. */
export interface OpenedInput {
  readonly stats: BigIntStats | undefined;
  readonly compression: Compression | undefined;
}

type Placing = Pick<CompactFlags, "output" | "outDir" | "inPlace" | "backup" | "dryRun"> & {
  readonly continue?: boolean | undefined;
};

/** Decides where results go; throws a usage error before anything is read or written. */
export function placeOutputs({ inputs }: Inputs, flags: Placing, shell: Shell): Placement {
  const { output, outDir, inPlace, backup, dryRun } = flags;
  const named = [output && "--output", outDir && "--out-dir", inPlace && "--in-place"];
  const given = named.filter((name) => typeof name === "string");
  if (given.length > 1) throw usage(`${given.join(" and ")} exclude each other`);
  if ((inPlace || outDir !== undefined) && inputs.some(({ kind }) => kind === "stdin"))
    throw usage(`${given[0]} needs files (got: stdin)`, "name the files, or leave the option off");
  const odd = inputs.find((input) => input.kind === "file" && !input.stats.isFile());
  if (inPlace && odd !== undefined)
    throw usage(`--in-place needs regular files (got: ${odd.name})`);

  if (flags.continue && outDir === undefined)
    throw usage("--continue goes with --out-dir", "elision FOLDER --out-dir DIR --continue");
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
          refuseLinks(outDir, target);
          makeFolder(dirname(target));
          return fileOutput(target, stats);
        });
      },
    };
  }
  if (output !== undefined && output !== "-") {
    const overwritten = inputThatIs(lookAt(output), inputs);
    if (overwritten !== undefined)
      throw usage(`${output} is both input and output`, "write to another file, or use --in-place");
    return {
      kind: "shared",
      open: (first) =>
        opened(output, () => fileOutput(output, first.kind === "file" ? first.stats : undefined)),
    };
  }
  return { kind: "shared", open: () => namingFailures("stdout", streamOutput(shell.stdout)) };
}

/** An output whose failures name it. That its reader has left is no failure: it passes as it is. */
function namingFailures(name: string, output: CommandOutput): CommandOutput {
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
    unname: () => output.unname?.(),
  };
}

/** The code of the error for an output that cannot be written. */
export const OUTPUT_FAILED = "output-failed";

/** Opens an output; what fails names it. */
function opened(name: string, open: () => CommandOutput): CommandOutput {
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

const NOWHERE: CommandOutput = {
  write: async () => {},
  commit: async () => {},
  abort: () => {},
};

/** An output that is written as it comes: what is written stands. */
function streamOutput(sink: Sink): CommandOutput {
  return {
    write: (pieces) => sink.write(pieces),
    commit: async () => {},
    abort() {},
  };
}

function replaceInput(
  input: Input,
  { stats, compression }: OpenedInput,
  suffix: string | undefined,
): CommandOutput {
  const replacement = beginReplacement(input.name, {
    original: stats,
    expected: stats,
    backup: suffix === undefined ? undefined : input.name + suffix,
  });
  return compression === undefined ? replacement : compressed(replacement, compression);
}

/** An output that is compressed on its way. */
function compressed(output: CommandOutput, compression: Compression): CommandOutput {
  const sink = compressedSink(output, compression);
  return {
    write: (pieces) => sink.write(pieces),
    async commit() {
      await sink.end();
      await output.commit();
    },
    abort: () => output.abort(),
    unname: () => output.unname?.(),
  };
}

/** Names that ask for compression. */
const COMPRESSIONS: Readonly<Record<string, Compression>> = { ".gz": "gzip", ".zst": "zstd" };

/** A file to write to: replaced at once if it is regular or new, else opened and written. */
function fileOutput(path: string, original: BigIntStats | undefined): CommandOutput {
  const existing = lookAt(path);
  if (existing?.isDirectory()) throw usage(`${path} is a folder`, "use --out-dir");
  if (existing !== undefined && !existing.isFile()) return openedLater(path);
  accessSync(dirname(followLink(path)), constants.W_OK);
  return begunLater(() => {
    const replacement = beginReplacement(path, { original });
    const compression = COMPRESSIONS[extname(path)];
    return compression === undefined ? replacement : compressed(replacement, compression);
  });
}

/**
 * An output that is begun when there is something to write, or nothing more to come. Until then there is
 * nothing to clean up, so that a signal ends the program at once, however long its work on a row takes.
 */
function begunLater(begin: () => CommandOutput): CommandOutput {
  let output: CommandOutput | undefined;
  const begun = () => {
    output ??= begin();
    return output;
  };
  return {
    write: async (pieces) => begun().write(pieces),
    commit: async () => begun().commit(),
    abort: () => output?.abort(),
    unname: () => output?.unname?.(),
  };
}

/** A device or a pipe: opened when there is something to write, or nothing more to come. */
function openedLater(path: string): CommandOutput {
  let opening: Promise<{ readonly file: number; readonly sink: Sink }> | undefined;
  const open = () => {
    opening ??= openFile(path, "w", { isFile: false }).then((file) => ({
      file,
      sink: descriptorSink(file),
    }));
    return opening;
  };
  const close = async () => closeSync((await open()).file);
  return {
    write: async (pieces) => (await open()).sink.write(pieces),
    commit: close,
    abort: () => (opening === undefined ? endPipe(path) : void close().catch(() => {})),
  };
}

/** Tells whoever waits for something to come out of a pipe that nothing does. */
function endPipe(path: string): void {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    // Nobody waits.
  }
}

/** Refuses to write through a link below the output folder: elision makes none there. */
function refuseLinks(outDir: string, target: string): void {
  const below = relative(outDir, target).split(sep);
  for (let length = 1; length <= below.length; length++) {
    const path = join(outDir, ...below.slice(0, length));
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.isSymbolicLink())
      throw new ElisionError(OUTPUT_FAILED, "is a link: not written through", {
        file: path,
        hint: "remove the link, or name another folder for --out-dir",
      });
  }
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
