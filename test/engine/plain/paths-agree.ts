import { expect } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { ElisionError } from "../../../src/base/errors.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";

/** What comes of some bytes, as text; an error is a result as well. */
function outcome(bytes: Buffer, options: CompactOptions & { readonly objects: boolean }): string {
  try {
    const { bytes: written, transcripts, file, badLines } = compactWith(bytes, options);
    return JSON.stringify([Buffer.from(written).toString("latin1"), transcripts, file, badLines]);
  } catch (error) {
    if (error instanceof ElisionError) return `${error.code} ${error.message}`;
    throw error;
  }
}

/** Asserts that the same comes of some bytes as columns and as objects. */
export function agree(bytes: Buffer, options: CompactOptions): void {
  const told = outcome(bytes, { ...options, objects: false });
  const expected = outcome(bytes, { ...options, objects: true });
  if (told === expected) return;
  // Where they part: all of it fills screens.
  const at = [...expected].findIndex((character, k) => character !== told[k]);
  const part = (text: string) => text.slice(Math.max(0, at - 300), at + 200);
  expect(part(told)).toBe(part(expected));
}
