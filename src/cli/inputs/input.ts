import type { BigIntStats } from "node:fs";
import type { InputIdentity } from "./input-identity.ts";

/** Something to read: standard input, or what a path names. */
export type Input =
  | {
      readonly kind: "stdin";
      readonly name: "stdin";
      /** The regular file that it is, if it is one. */
      readonly identity?: InputIdentity | undefined;
    }
  | {
      readonly kind: "file";
      /** As it was given, or found below a folder that was. */
      readonly name: string;
      readonly stats: BigIntStats;
      /** Its path below an output folder. */
      readonly relative: string;
      /** Whether it was found in a folder rather than named. */
      readonly isFound: boolean;
      /** The one session of a database that is meant. */
      readonly session?: DatabaseSession | undefined;
      /** The column of conversations, if it is Parquet and one was named. */
      readonly column?: string | undefined;
    };

/** A session in a database of them: `opencode.db#ses_1`. */
export interface DatabaseSession {
  /** The path of the database. */
  readonly database: string;
  readonly id: string;
}
