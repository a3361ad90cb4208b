import { closeSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { descriptorSink } from "../../io/file-descriptor.ts";
import { fileStatus } from "../../io/file-status.ts";
import { ioError } from "../../io/io-error.ts";
import { beginReplacement } from "../../io/replacement/replacement.ts";
import type { Input } from "../inputs/input.ts";
import { inputThatIs } from "../inputs/same-file.ts";
import { usage } from "../options/usage-error.ts";

/** The file of a page, written as a whole. */
export interface PageFile {
  write(pieces: Iterable<string>): Promise<void>;
}

/** Throws where the file cannot be written, or is an input: before anything is read. */
export function placePage(path: string, inputs: readonly Input[]): PageFile {
  const existing = fileStatus(path);
  if (existing?.isDirectory()) throw usage(`${path} is a folder`, "name a file in it");
  if (inputThatIs(existing, inputs) !== undefined)
    throw usage(`the page would overwrite the input ${path}`);
  try {
    statSync(dirname(path));
  } catch (error) {
    throw ioError(error, path);
  }
  return {
    async write(pieces) {
      try {
        if (existing === undefined || existing.isFile()) await replace(path, pieces);
        else await writeThrough(path, pieces);
      } catch (error) {
        throw ioError(error, path);
      }
    },
  };
}

async function replace(path: string, pieces: Iterable<string>): Promise<void> {
  const replacement = beginReplacement(path);
  try {
    for (const piece of pieces) await replacement.write([Buffer.from(piece)]);
  } catch (error) {
    replacement.abort();
    throw error;
  }
  await replacement.commit();
}

/** A device or a pipe is opened and written: it cannot be replaced. */
async function writeThrough(path: string, pieces: Iterable<string>): Promise<void> {
  const file = openSync(path, "w");
  try {
    const sink = descriptorSink(file);
    for (const piece of pieces) await sink.write([Buffer.from(piece)]);
  } finally {
    closeSync(file);
  }
}
