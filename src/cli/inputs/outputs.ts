import { dirname, extname } from "node:path";
import { ElisionError } from "../../base/errors.ts";
import { fileStatus } from "../../io/file-status.ts";
import { ioError } from "../../io/io-error.ts";
import { OUTPUT_FAILED, outputError } from "../../io/replacement/direct-output.ts";
import type { CompactFlags } from "../options/compact-flags.ts";
import { usage } from "../options/usage-error.ts";
import type { Shell } from "../terminal/shell.ts";
import type { CommandOutput, OpenedInput } from "./command-output.ts";
import { fileOutput, replaceInput } from "./file-output.ts";
import type { Inputs } from "./find-inputs.ts";
import type { Input } from "./input.ts";
import { madeFolders } from "./made-folders.ts";
import { refuseLinks, targetsIn } from "./out-dir.ts";
import { inputThatIs } from "./same-file.ts";

/** One output for all inputs, or one for each. */
export type Placement =
  | { readonly kind: "shared"; open(first: Input): CommandOutput }
  | { readonly kind: "each"; open(input: Input, read: OpenedInput): CommandOutput };

type Placing = Pick<CompactFlags, "output" | "outDir" | "inPlace" | "backup" | "dryRun"> & {
  readonly continue?: boolean | undefined;
  readonly badRowsDir?: string | undefined;
  /** Called when a file was replaced in place. */
  onReplaced?(): void;
};

/** Decides where results go; throws a usage error before anything is read or written. */
export function placeOutputs({ inputs }: Inputs, flags: Placing, shell: Shell): Placement {
  const { output, outDir, inPlace, dryRun } = flags;
  const named = [output && "--output", outDir && "--out-dir", inPlace && "--in-place"];
  const given = named.filter((name) => typeof name === "string");
  if (given.length > 1) throw usage(`${given.join(" and ")} exclude each other`);
  if ((inPlace || outDir !== undefined) && inputs.some(({ kind }) => kind === "stdin"))
    throw usage(`${given[0]} needs files (got stdin)`, "name the files, or leave the option off");
  if (inPlace) refuseOdd(inputs);
  if (outDir === undefined) refuseWithoutOutDir(flags);
  if (dryRun) return { kind: "each", open: () => NOWHERE };
  if (inPlace)
    return {
      kind: "each",
      open: (input, read) =>
        opened(
          input.name,
          () => replaceInput(input, read, flags),
          "no file can be made next to it",
        ),
    };
  if (outDir !== undefined) {
    const targets = targetsIn(outDir, inputs);
    const folders = madeFolders();
    return {
      kind: "each",
      open: (input, { stats, samples }) => {
        const target = targets.get(input) ?? outDir;
        return opened(target, () => {
          refuseLinks(outDir, target);
          return folders.open(dirname(target), () => fileOutput(target, stats, samples));
        });
      },
    };
  }
  if (output !== undefined && output !== "-") {
    const overwritten = inputThatIs(fileStatus(output), inputs);
    if (overwritten !== undefined)
      throw usage(`${output} is both input and output`, "write to another file, or use --in-place");
    if (isArchiveName(output)) return archivePlacement(output, inputs);
    return {
      kind: "shared",
      open: (first) =>
        opened(output, () => fileOutput(output, first.kind === "file" ? first.stats : undefined)),
    };
  }
  return { kind: "shared", open: () => namingFailures("stdout", streamOutput(shell.stdout)) };
}

/** Refuses options that do nothing without an output folder. */
function refuseWithoutOutDir(flags: Pick<Placing, "continue" | "badRowsDir">): void {
  if (flags.continue)
    throw usage("--continue goes with --out-dir", "elision FOLDER --out-dir DIR --continue");
  if (flags.badRowsDir !== undefined)
    throw usage(
      "--bad-rows-dir goes with --out-dir",
      "for rows in a pipe: elision pipe --bad-rows FILE",
    );
}

/** Refuses inputs that were named and are no regular files: devices, pipes, and folders with parts of sessions. */
function refuseOdd(inputs: readonly Input[]): void {
  for (const input of inputs) {
    if (input.kind === "stdin" || input.isFound || input.stats.isFile()) continue;
    throw usage(
      `--in-place needs regular files (got ${input.name})`,
      input.stats.isDirectory()
        ? `sessions in such a folder are only read: elision export ${input.name} > sessions.jsonl`
        : undefined,
    );
  }
}

/** Names of Inspect logs that are ZIP archives. */
function isArchiveName(path: string): boolean {
  return extname(path) === ".eval";
}

/** An output that is a ZIP log: it can only be made from such a log. */
function archivePlacement(output: string, inputs: readonly Input[]): Placement {
  const refused = (what: string) =>
    usage(
      `cannot write ${what} to ${output}: only an Inspect log becomes one`,
      "name the output .jsonl, or use --out-dir DIR for several logs",
    );
  if (inputs.length > 1) throw refused(`${inputs.length} inputs`);
  return {
    kind: "each",
    open(input, { stats, samples }) {
      if (samples === undefined) throw refused(input.name);
      return opened(output, () => fileOutput(output, stats, samples));
    },
  };
}

/** An output whose errors name it. If its reader has left, that error is passed on unchanged. */
function namingFailures(name: string, output: CommandOutput): CommandOutput {
  const failing = (error: unknown): never => {
    throw outputError(error, name);
  };
  return {
    direct: () => output.direct?.(),
    write: (pieces) => output.write(pieces).catch(failing),
    complete: async () => output.complete?.().catch(failing),
    sync: async () => output.sync?.().catch(failing),
    commit: () => output.commit().catch(failing),
    abort: () => output.abort(),
    unname: () => output.unname?.(),
  };
}

/** Opens an output; errors name it, and `what` could not be done. */
function opened(name: string, open: () => CommandOutput, what?: string): CommandOutput {
  try {
    return namingFailures(name, open());
  } catch (error) {
    if (error instanceof ElisionError || (error as NodeJS.ErrnoException).code === undefined)
      throw error;
    const { message } = ioError(error, name);
    throw new ElisionError(OUTPUT_FAILED, what === undefined ? message : `${what}: ${message}`, {
      file: name,
      cause: error,
    });
  }
}

const NOWHERE: CommandOutput = {
  direct: () => ({ file: undefined, name: "" }),
  write: async () => {},
  commit: async () => {},
  abort: () => {},
};

/** An output that is written directly: what is written cannot be discarded. */
function streamOutput(stdout: Shell["stdout"]): CommandOutput {
  return {
    direct: () => stdout.direct,
    write: (pieces) => stdout.write(pieces),
    commit: async () => {},
    abort() {},
  };
}
