import type { RequestFormat } from "../../api/live/request-format.ts";
import type { RequestEdit } from "./editing.ts";

/** A request by its number. */
export interface NumberedRequest {
  readonly id: number;
  readonly body: Uint8Array;
  readonly format: RequestFormat;
}

/** A request to edit, and when it began to wait, in milliseconds of a clock that both threads share. */
export interface EditMessage extends NumberedRequest {
  readonly kind: "edit";
  readonly since: number;
}

/** Messages to the editing thread. */
export type EditorMessage =
  | EditMessage
  /** Requests that were sent: nothing waits for their accounts. */
  | { readonly kind: "see"; readonly requests: readonly NumberedRequest[] }
  | { readonly kind: "sent-raw"; readonly id: number }
  | { readonly kind: "leave"; readonly conversation: string }
  | { readonly kind: "end" };

/** The thread's answer to an edit, or the account of a request to see. */
export interface EditorAnswer {
  readonly id: number;
  readonly edit: RequestEdit;
}

/** Milliseconds on a clock that all threads share and that never jumps. */
export function sharedNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
