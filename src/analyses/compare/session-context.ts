import type { Transcript } from "../../transcript/model/transcript.ts";

/** The part of a session between two compactions. */
export interface SessionContext {
  readonly transcript: Transcript;
  /** Whether a message came after the compaction that it begins with; all did unless said. */
  isNew?(message: number): boolean;
  /** When a message was recorded, in milliseconds since 1970, where that is known. */
  timeOf?(message: number): number | undefined;
}
