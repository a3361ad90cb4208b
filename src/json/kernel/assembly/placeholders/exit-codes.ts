/**
 * Rules out that an observation names an exit code other than 0, in AssemblyScript; see transcript/exit.ts.
 */
import { BACKSLASH } from "../bytes/codes";

/**
 * Whether the first or last `room` bytes of the string `[start, end)`, which has no escaped letters, may name
 * a code other than 0 after `exit`, `returncode` or `return_code`.
 */
export function mayNameCode(start: i32, end: i32, room: i32): bool {
  if (end - start <= 2 * room) return mayHoldCodeWord(start, end);
  return mayHoldCodeWord(start, start + room) || mayHoldCodeWord(end - room, end);
}

/** Whether `xit` in either case, `rnc`, `rnC` or `rn_` begins in `[from, to)` and may be followed by such a code. */
function mayHoldCodeWord(from: i32, to: i32): bool {
  for (let at = from; at < to; at += 16) {
    const block = v128.load(at);
    const after = v128.load(at + 1);
    const small = i8x16.splat(0x20);
    const xi = v128.and(
      i8x16.eq(v128.or(block, small), i8x16.splat(0x78)),
      i8x16.eq(v128.or(after, small), i8x16.splat(0x69)),
    );
    const nc = v128.and(
      i8x16.eq(block, i8x16.splat(0x6e)),
      v128.or(
        i8x16.eq(v128.or(after, small), i8x16.splat(0x63)),
        i8x16.eq(after, i8x16.splat(0x5f)),
      ),
    );
    let mask = i8x16.bitmask(v128.or(xi, nc));
    while (mask != 0) {
      const place = at + <i32>ctz(mask);
      const isWord = (load<u8>(place + 2) | 0x20) == 0x74 || load<u8>(place - 1) == 0x72; // xit, rn…
      if (isWord && mayBeCode(place)) return true;
      mask &= mask - 1;
    }
  }
  return false;
}

/**
 * Whether a number other than 0 may follow a word and what may be between: letters, spaces, `_`, `:`, `>`,
 * quotes and white space, where the last two are escaped.
 */
function mayBeCode(word: i32): bool {
  let at = word + 2;
  const limit = at + MOST_BEFORE_CODE;
  let byte = <i32>load<u8>(at);
  while (at < limit && isBeforeCode(byte)) byte = load<u8>(++at);
  if (at == limit || byte >= 0x80 || byte == 0x2d) return true; // White space beyond ASCII, or a minus.
  if (<u32>(byte - 0x30) >= 10) return false;
  const next = <i32>load<u8>(at + 1);
  if (byte != 0x30 || next == 0x5f || <u32>(next - 0x30) < 10) return true;
  return <u32>((next | 0x20) - 0x61) < 26 || (next == BACKSLASH && load<u8>(at + 2) == 0x75);
}

const MOST_BEFORE_CODE: i32 = 64;

function isBeforeCode(byte: i32): bool {
  if (<u32>((byte | 0x20) - 0x61) < 26 || byte == 0x20 || byte == 0x5f) return true;
  return byte == 0x3a || byte == 0x3e || byte == 0x22 || byte == BACKSLASH;
}
