import type { RequestFormat } from "../api/live/request-format.ts";
import type { RequestEdit } from "./editing.ts";

/** Messages to the thread that edits. */
export type EditorMessage =
  | {
      readonly kind: "edit";
      readonly id: number;
      readonly body: Uint8Array;
      readonly format: RequestFormat;
    }
  | { readonly kind: "sent-raw"; readonly id: number }
  | { readonly kind: "leave"; readonly conversation: string }
  | { readonly kind: "end" };

/** Its answer to an edit. */
export interface EditorAnswer {
  readonly id: number;
  readonly edit: RequestEdit;
}
