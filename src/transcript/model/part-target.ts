import type { Mark } from "./arrangement.ts";
import type { MessageAbout, PartHead } from "./heads.ts";
import type { Id } from "./id.ts";
import type { Role } from "./message.ts";
import type { RequestUsage } from "./request-usage.ts";

/** Receives what a format finds, without places: messages in order, each with its parts. */
export interface PartTarget {
  /** Begins a message that lies in a record. */
  addMessage(role: Role, record: number, about?: MessageAbout<Id>): void;
  /** Adds a part to the current message; its id is valid until the next call. */
  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void;
  addMark(mark: Mark<Id>, record: number): void;
  /** Adds the token counts of the request that the current message answers. */
  addUsage(usage: RequestUsage): void;
  /** Adds the model that wrote the current message. */
  addModel(model: string): void;
  /** Adds a side copy in a record, with its bytes. */
  addSide(of: SideOf | undefined, bytes: number, record: number): void;
}

/** Sizes that few parts have besides their chars. */
export interface PartSize {
  /** The bytes of an image. */
  readonly bytes?: number;
  /** For JSON in a string: the text before and after it, and the text itself. */
  readonly frame?: { readonly chars: number; readonly textChars: number } | undefined;
}

/**
 * The original of a side copy: an observation, by thread and call id, that of the latest call, or a prompt. Undefined:
 * the latest observation.
 */
export type SideOf =
  | { readonly callId: Id; readonly thread?: string | undefined }
  | "latest call"
  | "prompt";
