import type { Transcript } from "../../transcript/model/transcript.ts";

/** The part of a session between two compactions. */
export interface SessionContext {
  readonly transcript: Transcript;
  /** Whether a message came after the compaction that begins this context. Default: all did. */
  isNew?(message: number): boolean;
  /** When a message was recorded, in milliseconds since 1970, if known. */
  timeOf?(message: number): number | undefined;
}
