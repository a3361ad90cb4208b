/**
 * Opens tool calls that are JSON in a string, in AssemblyScript, as rows of verifiers have them. The JSON is decoded to
 * the end of the tape, and scanned behind the tokens of its record, where it is like any other value until the record is
 * read again.
 */
import { spellOut } from "../bytes/spell-out";
import { isWhole, scanInside, TAPE_FULL } from "../tape/scan";
import { after, OBJECT, tape, tapeEnd } from "../tape/tape-tokens";

/** Bytes that the scanner may read, and the decoder overwrite, after what they are told to. */
const MARGIN: i32 = 64;

/** Where the next tokens are written, and the start of what was decoded. */
let next: i32 = 0;
let decoded: i32 = 0;

/** Starts a conversation, in which nothing is open; on lines nothing is opened. */
export function beginOpenedCalls(isLine: bool): void {
  next = isLine ? 0 : after(tape);
  decoded = tapeEnd;
}

/** The token of a call that is an object in a string; 0 if the format's own reader is needed. */
export function openCall(text: i32): i32 {
  const start = load<i32>(text, 4) + 1;
  const end = load<i32>(text, 8) - 1;
  const into = (decoded - (end - start) - MARGIN) & ~15;
  if (next == 0 || into <= next) return 0;
  const length = spellOut(start, end, into, end - start);
  store<u8>(into + length, 0x0a);
  const root = next;
  if (scanInside(into, into + length, tape, root, into) == TAPE_FULL || !isWhole) return 0;
  if (load<u8>(root) != OBJECT) return 0;
  next = after(root);
  decoded = into;
  return root;
}
