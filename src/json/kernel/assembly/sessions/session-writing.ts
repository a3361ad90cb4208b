/**
 * Writes the placeholders of the results of a session's line, in AssemblyScript, if they say more than the
 * length: which of them are used is known when all lines are read.
 */
import { INSIDE, RESULT } from "../chat/chat-results";
import { JOINED_BYTES } from "./joined-texts";
import { addedUnits, encodedRef, encodeInside, openedUnits } from "./opened-texts";
import { NOT_SHORTER, TOO_LITTLE } from "../policy/row-keepers";
import {
  leaveAnswer,
  placeholderChars,
  placeholderRef,
  TOO_SMALL,
  turnToAnswer,
  worthOf,
  writeOne,
  writeWorth,
} from "../placeholders/row-placeholders";
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
import { NON_ASCII } from "../tape/tape-tokens";

/** Where the placeholders are, after what `joined` writes; and when no further line is read. */
const SESSION_WRITTEN: i32 = OUT + JOINED_BYTES;
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
    turnToAnswer(kind >>> NAME_BITS);
    writeResult(result, note, k);
    leaveAnswer();
    result += RESULT;
    note += NOTE;
    k++;
  }
}

/** Writes the placeholder of a result, or notes why it stays, unless that is known. */
export function writeResult(result: i32, note: i32, k: i32): void {
  if (load<i32>(note) == 0 || (load<i32>(note, 12) & REASON) != 0) return;
  const into = policy + SESSION_WRITTEN + sessionWritten;
  const ascii = (lineFlags & NON_ASCII) == 0;
  const bytes = load<i32>(note, 8);
  let saved: i32 = 0;
  let written: i32 = 0;
  let ref: i32 = 0;
  if ((load<i32>(result, 8) & INSIDE) != 0) {
    written = encodeInside(policy + WRITTEN, writeOne(result, k, ascii), placeholderRef, into);
    saved = openedUnits - placeholderChars - addedUnits;
    ref = encodedRef;
    written = worthOf(written, bytes, saved);
  } else {
    written = writeWorth(result, k, ascii, bytes);
    saved = load<i32>(note) - placeholderChars;
    ref = placeholderRef;
    if (written > 0) memory.copy(into, policy + WRITTEN, written);
  }
  const isWritten = written > 0;
  const reason = isWritten ? 0 : written == TOO_SMALL ? TOO_LITTLE : NOT_SHORTER;
  store<i32>(note, saved, 8);
  store<i32>(note, load<i32>(note, 12) | BY_FORMAT | reason, 12);
  store<i32>(note, bytes, 28);
  if (!isWritten) return;
  store<i32>(note, written | (ref << REF_BITS), 32);
  sessionWritten += written;
}
