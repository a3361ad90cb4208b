import { accessSync, type BigIntStats, closeSync, constants, openSync } from "node:fs";
import { dirname, extname } from "node:path";
import { type Compression, compressedSink } from "../../io/compression/compression.ts";
import { descriptorSink, type Sink } from "../../io/file-descriptor.ts";
import { fileStatus } from "../../io/file-status.ts";
import { openFile } from "../../io/open-file.ts";
import { followLink } from "../../io/replacement/follow-link.ts";
import { beginReplacement } from "../../io/replacement/replacement.ts";
import type { ZipSamples } from "../../io/zip/zip-samples.ts";
import { zipSink } from "../../io/zip/zip-sink.ts";
import { usage } from "../options/usage-error.ts";
import type { CommandOutput, OpenedInput } from "./command-output.ts";
import type { Input } from "./input.ts";

/** The output that takes the place of an input, compressed or archived as that was. */
export function replaceInput(
  input: Input,
  { stats, compression, samples }: OpenedInput,
  { backup, onReplaced }: { readonly backup?: string | undefined; onReplaced?(): void },
): CommandOutput {
  const replacement = beginReplacement(input.name, {
    original: stats,
    expected: stats,
    backup: backup === undefined ? undefined : input.name + backup,
    onReplaced,
  });
  if (samples !== undefined) return archived(replacement, samples);
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

/** An output that writes the samples of a ZIP archive, and copies its other members. */
function archived(output: CommandOutput, samples: ZipSamples): CommandOutput {
  const sink = zipSink(samples, output);
  return {
    write: (pieces) => sink.write(pieces),
    complete: () => sink.end(),
    sync: async () => output.sync?.(),
    commit: () => output.commit(),
    abort: () => output.abort(),
    unname: () => output.unname?.(),
  };
}

/** Names that ask for compression. */
const COMPRESSIONS: Readonly<Record<string, Compression>> = { ".gz": "gzip", ".zst": "zstd" };

/**
 * A file as output: replaced atomically if it is regular or new, else opened and written. Samples of a log that is
 * a ZIP archive are written into one.
 */
export function fileOutput(
  path: string,
  original: BigIntStats | undefined,
  samples?: ZipSamples,
): CommandOutput {
  const existing = fileStatus(path);
  if (existing?.isDirectory()) throw usage(`${path} is a folder`, "use --out-dir");
  if (existing !== undefined && !existing.isFile())
    return samples === undefined ? openedLater(path) : archived(openedLater(path), samples);
  accessSync(dirname(followLink(path)), constants.W_OK);
  return begunLater(() => {
    const replacement = beginReplacement(path, { original });
    if (samples !== undefined) return archived(replacement, samples);
    const compression = COMPRESSIONS[extname(path)];
    return compression === undefined ? replacement : compressed(replacement, compression);
  });
}

/**
 * An output that is opened at the first write or at the commit. Until then there is nothing to clean up, so that a
 * signal ends the program at once, however long a row takes.
 */
function begunLater(begin: () => CommandOutput): CommandOutput {
  let output: CommandOutput | undefined;
  const begun = () => {
    output ??= begin();
    return output;
  };
  return {
    direct: () => begun().direct?.(),
    write: async (pieces) => begun().write(pieces),
    complete: async () => begun().complete?.(),
    sync: async () => begun().sync?.(),
    commit: async () => begun().commit(),
    abort: () => output?.abort(),
    unname: () => output?.unname?.(),
  };
}

/** A device or a pipe, opened at the first write or at the commit. */
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

/** Opens and closes a pipe, so that its reader does not wait for ever. */
function endPipe(path: string): void {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    // Nobody waits.
  }
}
