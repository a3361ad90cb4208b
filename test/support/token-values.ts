import { FLAGS_MASK, KIND_MASK, STRIDE, STRING, type Tape } from "../../src/json/tape/tape.ts";

/** The tokens of a tape, without the numbers of words: those depend on the words that were known by then. */
export function tokenValues(tape: Tape, count = tape.length): number[] {
  return [...tape.tokens.subarray(0, count * STRIDE)].map((value, index) =>
    index % STRIDE === 0 && (value & KIND_MASK) === STRING ? value & FLAGS_MASK : value,
  );
}
