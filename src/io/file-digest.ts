import { closeSync, openSync, readSync } from "node:fs";
import { createDigest } from "../base/create-digest.ts";
import { ioError } from "./io-error.ts";
import { takeTurn } from "./signals.ts";

/** Bytes digested at a time. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * The SHA-256 of a regular file, in 64 digits.
 *
 * @throws {ElisionError} `io` where it cannot be read.
 */
export async function fileDigest(path: string): Promise<string> {
  try {
    return await digestOpened(openSync(path, "r"));
  } catch (error) {
    throw ioError(error, path);
  }
}

async function digestOpened(file: number): Promise<string> {
  try {
    const digest = createDigest();
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      await takeTurn();
      const count = readSync(file, chunk, 0, chunk.length, null);
      if (count === 0) return digest.digest("hex");
      digest.update(chunk.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}
