/** Who signed the reasoning of rows that are read by their messages, in AssemblyScript. */
import { isSame } from "../chat/long-texts";
import { ask, IS_BOUND } from "../tape/questions";
import { charsOf, numberOf, tape } from "../tape/tape-tokens";

/** Whether reasoning is signed, and by which model: a string, 0 for none. */
let isSigned: bool = false;
let model: i32 = 0;

/** Starts a conversation. */
export function beginSigners(): void {
  isSigned = false;
  model = 0;
}

/** Notes that reasoning is signed. */
export function noteSigned(): void {
  isSigned = true;
}

/** Notes the model that signs; false if another did. */
export function addSigner(named: i32): bool {
  if (charsOf(named) == 0) return true;
  if (model != 0 && !isSame(named, model)) return false;
  model = named;
  return true;
}

/** The model that signed reasoning: a string, the tape's first token for one without a name, and 0 if none did. */
export function signedBy(): i32 {
  return !isSigned ? 0 : model == 0 ? tape : model;
}

/** Whether a provider may accept reasoning back only as it is. */
export function mayBeBound(): bool {
  return isSigned && ask(IS_BOUND, numberOf(signedBy())) != 0;
}
