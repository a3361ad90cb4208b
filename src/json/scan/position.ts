/** A position in a text as people count it: both from 1, the column in characters. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The line and column of byte `offset`, in characters as decoded. */
export function positionAt(bytes: Uint8Array, offset: number, firstLine = 1): Position {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let line = firstLine;
  let lineStart = 0;
  for (let at = text.indexOf(10); at >= 0 && at < offset; at = text.indexOf(10, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  let units = 0;
  for (const _ of text.toString("utf8", lineStart, offset)) units++;
  return { line, column: units + 1 };
}

/** The character at byte `offset` for a message, or `the end` after the last one. */
export function foundAt(bytes: Uint8Array, offset: number, end = bytes.length): string {
  if (offset >= end) return "the end of the text";
  const head = Buffer.from(bytes.buffer, bytes.byteOffset + offset, Math.min(8, end - offset));
  const [character = ""] = head.toString("utf8");
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x0a || code === 0x0d) return "a line break";
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return `byte 0x${hex(head[0] ?? 0)}`;
  return code === 0xfffd && head[0] !== 0xef ? `byte 0x${hex(head[0] ?? 0)}` : `"${character}"`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
