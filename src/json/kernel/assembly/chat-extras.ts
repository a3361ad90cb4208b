/** The parts of a conversation besides its messages, in AssemblyScript: a result could be there that is not read. */
import { jsonIn } from "./long-texts";
import { numberOf } from "./tape-tokens";

/** Not 0 if there is more than messages in the conversation. */
export let chatHasExtra: i32 = 0;
/** The first long string next to the messages that may be JSON, and hold results; -1 if there is none. */
export let chatJson: i32 = -1;

/** Starts a conversation. */
export function beginExtras(): void {
  chatHasExtra = 0;
  chatJson = -1;
}

export function noteExtra(): void {
  chatHasExtra = 1;
}

/** Notes the first long string next to the messages that may be JSON. */
export function noteJson(value: i32): void {
  if (chatJson >= 0) return;
  const json = jsonIn(value);
  if (json != 0) chatJson = numberOf(json);
}
