import type { Mark } from "./arrangement.ts";
import type { MessageAbout, PartHead } from "./heads.ts";
import type { Id } from "./id.ts";
import type { Role } from "./message.ts";
import type { RequestUsage } from "./request-usage.ts";

/** Takes what a format finds, without the places: messages one after another, each with its parts. */
export interface PartTarget {
  /** Begins a message that lies in a record. */
  addMessage(role: Role, record: number, about?: MessageAbout<Id>): void;
  /** A part of the message begun last; its id holds until the next is added. */
  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void;
  addMark(mark: Mark<Id>, record: number): void;
  /** The counts of the request that the message begun last answers. */
  addUsage(usage: RequestUsage): void;
  /** The model that wrote the message begun last. */
  addModel(model: string): void;
  /** A side copy in a record, with its bytes. */
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
 * The original of a side copy: the observation of a thread with a call id, or a prompt. None: the latest
 * observation.
 */
export type SideOf = { readonly callId: string; readonly thread?: string | undefined } | "prompt";
