/** The parts of a conversation besides its messages, in AssemblyScript: a result could be there that is not read. */
import { holdsLongJson } from "./long-texts";

/** Not 0 if there is more than messages in the conversation. */
export let chatHasExtra: i32 = 0;
/** Not 0 if a long string next to the messages may be JSON, and hold results. */
export let chatHasJson: i32 = 0;

/** Starts a conversation. */
export function beginExtras(): void {
  chatHasExtra = 0;
  chatHasJson = 0;
}

export function noteExtra(): void {
  chatHasExtra = 1;
}

/** Notes whether a value next to the messages holds a long string that may be JSON. */
export function noteJson(value: i32): void {
  if (chatHasJson == 0 && holdsLongJson(value)) chatHasJson = 1;
}
