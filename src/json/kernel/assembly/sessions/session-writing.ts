/**
 * Writes the placeholders of the results of a session's line, in AssemblyScript, if they say more than the
 * length: which of them are used is known when all lines are read.
 */
import { RESULT } from "../chat/chat-results";
import { JOINED_BYTES } from "./joined-texts";
import { NOT_SHORTER, TOO_LITTLE } from "../policy/row-keepers";
import { leaveAnswer, placeholderChars, placeholderRef, TOO_SMALL, turnToAnswer, writeWorth } from "../placeholders/row-placeholders";
import { OUT, policy, WRITTEN } from "../policy/row-policy";
import { readCall, takeCall } from "../calls/answered-calls";
import {
  argumentsOf,
  idOfPart,
  kindOfPart,
  NAME_BITS,
  NOTE,
  noteOfLine,
  numberOfPart,
  PART_CALL,
  PART_KIND,
  PART_RESULT,
  partsBefore,
  sessionParts,
  tellOfPart,
} from "./session-found";
import { lineFlags } from "../tape/scan";
import { bytesOf, NON_ASCII, tokenOf } from "../tape/tape-tokens";

/** Where the placeholders are, after what `joined` writes; and when no further line is read. */
export const SESSION_WRITTEN: i32 = OUT + JOINED_BYTES;
const WRITTEN_ENOUGH: i32 = 128 * 1024;

/** In what is said of a result: why it stays, and that its placeholder is not made of the length. */
const REASON: i32 = 0xff;
const BY_FORMAT: i32 = 0x800;
/** The bits of a placeholder's length below the bytes before its ref. */
const REF_BITS: i32 = 16;

/** Bytes of placeholders. */
export let sessionWritten: i32 = 0;

export function beginWriting(): void {
  sessionWritten = 0;
}

export function hasWrittenRoom(): bool {
  return sessionWritten <= WRITTEN_ENOUGH;
}

/** Reads the calls and writes the placeholders of the current line; its results are at an address. */
export function writeLine(results: i32): void {
  let result = results;
  let note = noteOfLine();
  let k: i32 = 0;
  for (let part = partsBefore; part < sessionParts; part++) {
    const kind = kindOfPart(part);
    if ((kind & PART_KIND) == PART_CALL)
      readCall(idOfPart(part), numberOfPart(part), kind >>> NAME_BITS, argumentsOf(part));
    if ((kind & PART_KIND) != PART_RESULT) continue;
    store<i32>(note, takeCall(idOfPart(part)), 24);
    tellOfPart(part);
    if (load<i32>(note) != 0 && (load<i32>(note, 12) & REASON) == 0) {
      turnToAnswer(kind >>> NAME_BITS);
      write(result, note, k);
      leaveAnswer();
    }
    result += RESULT;
    note += NOTE;
    k++;
  }
}

/** Writes the placeholder of a result, or notes why it stays. */
function write(result: i32, note: i32, k: i32): void {
  const written = writeWorth(result, k, (lineFlags & NON_ASCII) == 0, bytesOf(tokenOf(load<i32>(result))));
  const about = load<i32>(note, 12) | BY_FORMAT;
  store<i32>(note, load<i32>(note, 8), 28);
  store<i32>(note, load<i32>(note) - placeholderChars, 8);
  if (written <= 0) {
    store<i32>(note, about | (written == TOO_SMALL ? TOO_LITTLE : NOT_SHORTER), 12);
    return;
  }
  store<i32>(note, about, 12);
  store<i32>(note, written | (placeholderRef << REF_BITS), 32);
  memory.copy(policy + SESSION_WRITTEN + sessionWritten, policy + WRITTEN, written);
  sessionWritten += written;
}
