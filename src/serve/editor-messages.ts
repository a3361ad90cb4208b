import type { RequestFormat } from "../api/live/request-format.ts";
import type { RequestEdit } from "./editing.ts";

/** A request by its number. */
export interface NumberedRequest {
  readonly id: number;
  readonly body: Uint8Array;
  readonly format: RequestFormat;
}

/** A request to be edited, which waits since a moment that both threads count alike, in milliseconds. */
export interface EditMessage extends NumberedRequest {
  readonly kind: "edit";
  readonly since: number;
}

/** Messages to the thread that edits. */
export type EditorMessage =
  | EditMessage
  /** Requests that were sent: nobody waits for their accounts. */
  | { readonly kind: "see"; readonly requests: readonly NumberedRequest[] }
  | { readonly kind: "sent-raw"; readonly id: number }
  | { readonly kind: "leave"; readonly conversation: string }
  | { readonly kind: "end" };

/** Its answer to an edit, or the account of what it was to see. */
export interface EditorAnswer {
  readonly id: number;
  readonly edit: RequestEdit;
}

/** Milliseconds since a moment that is the same for all threads, whatever becomes of the clock. */
export function sharedNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
