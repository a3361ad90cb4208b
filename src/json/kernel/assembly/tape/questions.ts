/** The questions that the kernel asks JavaScript while it reads, in AssemblyScript. */

/** Asks JavaScript about result `k` of the current row, see kernel-rows.ts. */
// @ts-ignore: decorator
@external("env", "ask")
export declare function ask(question: i32, k: i32): i32;

export const IS_SURE: i32 = 0;
export const IS_PLACEHOLDER: i32 = 1;
export const IS_SHOWN_ERROR: i32 = 2;
export const KEEPER: i32 = 3;
/** The fields of a placeholder, and of the shorter one: the first of each; the others follow. */
export const FIELD: i32 = 4;
export const SHORTER_FIELD: i32 = 16;
/** Whether JavaScript takes a row as columns; the number is the address of its integers. */
export const TAKE_ROW: i32 = 11;
/** Whether signed reasoning of the row may be bound to a model. */
export const IS_BOUND: i32 = 12;
/** Whether the JSON in a string next to the messages holds a result. */
export const HOLDS_RESULT: i32 = 13;
/** No question: the current item of a list is the token with this number. */
export const TURN_TO: i32 = 10;
/** The content of an odd result with its placeholder: see `OddAnswer` in masked-rows.ts. */
export const ODD: i32 = 14;
/** The number, from 1, of the token of a row's conversation, if the row is of the format of those with its keys. */
export const ROOT_OF_FORMAT: i32 = 15;
/** Whether a format could read a message of a row, by the number of its token: see `OwnReader` in learned-steps.ts. */
export const READ_ITEM: i32 = 65;
