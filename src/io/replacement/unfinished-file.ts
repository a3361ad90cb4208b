import { closeSync, fstatSync, openSync } from "node:fs";
import { descriptorSink, rangeSource, type Sink } from "../file-descriptor.ts";
import { onSignal } from "../signals.ts";
import { temporaryPathFor, unlinkQuietly } from "./temporary-files.ts";

/** A file in the folder of another, removed if a signal ends the program. */
export interface UnfinishedFile extends Sink {
  readonly file: number;
  readonly path: string;
  /** Unlinks it: nothing is left to clean up. Not on Windows, which has no such signals. */
  unname(): void;
  /** This file, or one that `create` makes, with the same bytes, if it has no name. */
  withName(create: () => UnfinishedFile): Promise<UnfinishedFile>;
  close(): void;
  /** Stops tracking it: it has been renamed. */
  forget(): void;
  /** Closes and removes it. */
  abort(): void;
}

/** Bytes copied at a time. */
const COPIED_BYTES = 1024 * 1024;

/** Creates a file that is to take the place of `target`. */
export function createUnfinished(target: string, mode: number): UnfinishedFile {
  const path = temporaryPathFor(target);
  const forget = onSignal(() => unlinkQuietly(path));
  const file = openOr(forget, () => openSync(path, "wx+", mode));
  const sink = descriptorSink(file);
  let isOpen = true;
  let hasName = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  const removeName = () => {
    if (hasName) unlinkQuietly(path);
    hasName = false;
    forget();
  };
  return {
    file,
    path,
    close,
    forget,
    write: sink.write,
    unname: () => {
      if (process.platform !== "win32") removeName();
    },
    async withName(create) {
      if (hasName) return this;
      const copy = create();
      try {
        await copyBytes(file, copy);
      } catch (error) {
        copy.abort();
        throw error;
      } finally {
        close();
      }
      return copy;
    },
    abort: () => {
      close();
      removeName();
    },
  };
}

function openOr(onFailure: () => void, open: () => number): number {
  try {
    return open();
  } catch (error) {
    onFailure();
    throw error;
  }
}

async function copyBytes(file: number, to: Sink): Promise<void> {
  const { size } = fstatSync(file);
  const source = rangeSource(file, { start: 0, end: size });
  const bytes = Buffer.allocUnsafe(Math.min(size, COPIED_BYTES));
  for (;;) {
    const count = await source.read(bytes);
    if (count === 0) return;
    await to.write([bytes.subarray(0, count)]);
  }
}
