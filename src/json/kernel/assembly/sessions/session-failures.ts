/**
 * Rules out that an output reports a failure at its start, in AssemblyScript. If it may, the regular expressions
 * of the format decide: see formats/shared/response-outputs.ts.
 */
import { BACKSLASH, CLOSE_BRACE } from "../bytes/codes";
import { find } from "../bytes/find";
import { ask } from "../tape/questions";
import { NEEDLE, out } from "./session-found";
import { TEXT_FAILED } from "./session-keys";
import { textIn } from "./joined-texts";
import { after, isString, numberOf, TOKEN } from "../tape/tape-tokens";

/** A backslash and a u. */
const SPELLED: i32 = 0x755c;
/** The most bytes that 240 characters take. */
const HEAD: i32 = 1440;

/** Whether an output reports that a command or a program failed: a string, or one of its blocks. */
export function hasFailed(output: i32): bool {
  if (isString(output)) return mayHaveFailed(output) && ask(TEXT_FAILED, numberOf(output)) != 0;
  const stop = after(output);
  for (let block = output + TOKEN; block < stop; block = after(block))
    if (mayHaveFailed(textIn(block)) && ask(TEXT_FAILED, numberOf(block)) != 0) return true;
  return false;
}

/** Whether the first lines of a text may report a failure: of a script, or an exit code after this word. */
function mayHaveFailed(text: i32): bool {
  const needle = out + NEEDLE;
  if (mayBeFailedScript(load<i32>(text, 4) + 1)) return true;
  store<u32>(needle, 0x65646f63); // code
  let from = load<i32>(text, 4) + 1;
  const to = min(load<i32>(text, 8) - 1, from + HEAD);
  for (;;) {
    const at = find(from, to, needle, 4);
    if (at < 0) return false;
    from = at + 4;
    let digit = from;
    if (load<u16>(digit) == SPELLED) return true;
    if (load<u16>(digit) == 0x225c && load<u8>(digit, 2) == 0x3a) {
      digit += 3; // The key of a code in JSON.
    } else {
      if (load<u8>(digit) == 0x3a) digit++;
      if (load<u8>(digit++) != 0x20) continue;
    }
    const byte = <i32>load<u8>(digit);
    if (byte == 0x2d || (byte > 0x30 && byte <= 0x39) || load<u16>(digit) == SPELLED) return true;
    if (byte == 0x30 && isWordAt(digit + 1)) return true;
  }
  return false;
}

/** Whether a text may begin with what Codex says of a program that failed. */
function mayBeFailedScript(from: i32): bool {
  if (load<u32>(from) != 0x69726353 || load<u16>(from, 4) != 0x7470) return false; // Script
  return load<u16>(from, 6) == 0x6620 || load<u8>(from, 6) == BACKSLASH; // f
}

/** Whether a byte may continue a number: only these and an escaped line break certainly do not. */
function isWordAt(at: i32): bool {
  const byte = <i32>load<u8>(at);
  if (byte == 0x22 || byte == 0x20 || byte == 0x2c || byte == CLOSE_BRACE) return false;
  return byte != BACKSLASH || load<u8>(at, 1) != 0x6e;
}
