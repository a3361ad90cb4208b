/**
 * Properties are tried on the same generated cases in every run, so that a commit either passes or does
 * not. `ELISION_SEED=7 npx vitest run` tries others. No test sees the environment of the developer's
 * shell, and the user's archive is a folder of each test file's own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import fc from "fast-check";
import { afterAll, chai, expect } from "vitest";
import { DATA_HOMES } from "./support/data-home.ts";
import { cleanEnvironment } from "./support/environment.ts";
import { SEED } from "./support/random.ts";

cleanEnvironment(process.env);
const dataHome = mkdtempSync(DATA_HOMES);
process.env.XDG_DATA_HOME = dataHome;
afterAll(() => rmSync(dataHome, { recursive: true, force: true }));
fc.configureGlobal({ seed: SEED });

// A misspelt assertion does not compile: nothing has to look out for one while tests run.
chai.config.useProxy = false;

// The runner compares numbers one by one, and many tests have megabytes of them: alike at once, or as it does.
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (!isOfIntegers(one) || !isOfIntegers(other) || one.constructor !== other.constructor)
      return undefined;
    return bytesOf(one).equals(bytesOf(other)) ? true : undefined;
  },
]);

function isOfIntegers(value: unknown): value is Uint8Array | Int32Array {
  return value instanceof Uint8Array || value instanceof Int32Array;
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
