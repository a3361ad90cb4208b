import { createHash } from "node:crypto";
import type { TextEntry } from "../../src/archive/archive.ts";

export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A text as an entry, as it stood in JSON. */
export function textEntry(text: string, raw = JSON.stringify(text)): TextEntry {
  return { kind: "text", digest: digestOf(text), raw: Buffer.from(raw) };
}

/** So many entries, told apart by their number; each has a few hundred bytes. */
export function textEntries(count: number, from = 0): readonly TextEntry[] {
  return Array.from({ length: count }, (_, index) =>
    textEntry(`observation ${from + index}: ${digestOf(`${from + index}`).repeat(4)}`),
  );
}
