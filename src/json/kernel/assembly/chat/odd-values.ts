/** Results whose text is no string, in AssemblyScript. */
import { isContainer } from "../tape/tape-tokens";

/** From this bit of a result's flags on, how its text is stored: a number of `VALUE_SHAPES`, see chat-table.ts, or 0. */
export const VALUE: i32 = 6;
/** Shapes up to this one are counted in the kernel. */
export const COUNTED: i32 = 4;
/** The first shape in which a string holds more than the text. */
const IN_JSON: i32 = 6;

/** Whether the text of a result, whose value this is, is no string: JavaScript is asked about it. */
@inline
export function isOddValue(value: i32, flags: i32): bool {
  return isContainer(value) || flags >> VALUE >= IN_JSON;
}
