import { closeSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { descriptorSink } from "../../../io/file-descriptor.ts";
import { ioError } from "../../../io/io-error.ts";
import { lookAt } from "../../../io/look-at.ts";
import { beginReplacement } from "../../../io/replacement.ts";
import type { Input } from "../../inputs/input.ts";
import { inputThatIs } from "../../inputs/same-file.ts";
import { usage } from "../../options/usage-error.ts";

/** A file that is written as a whole once there is something to write. */
export interface PageFile {
  write(text: string): Promise<void>;
}

/** Throws where the file cannot be written, or is an input: before anything is read. */
export function placePage(path: string, inputs: readonly Input[]): PageFile {
  const existing = lookAt(path);
  if (existing?.isDirectory()) throw usage(`${path} is a folder`, "name a file in it");
  if (inputThatIs(existing, inputs) !== undefined)
    throw usage(`the page would overwrite the input ${path}`);
  try {
    statSync(dirname(path));
  } catch (error) {
    throw ioError(error, path);
  }
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      try {
        if (existing === undefined || existing.isFile()) await replace(path, bytes);
        else await writeThrough(path, bytes);
      } catch (error) {
        throw ioError(error, path);
      }
    },
  };
}

async function replace(path: string, bytes: Buffer): Promise<void> {
  const replacement = beginReplacement(path);
  try {
    await replacement.write([bytes]);
  } catch (error) {
    replacement.abort();
    throw error;
  }
  await replacement.commit();
}

/** A device or a pipe is opened and written: it cannot be replaced. */
async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = openSync(path, "w");
  try {
    await descriptorSink(file).write([bytes]);
  } finally {
    closeSync(file);
  }
}
