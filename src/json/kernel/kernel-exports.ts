import type { ChatExports } from "./kernel-chat.ts";
import type { ItemExports } from "./kernel-items.ts";
import type { NoteExports } from "./kernel-notes.ts";
import type { SessionExports } from "./kernel-sessions.ts";
import type { TextExports } from "./kernel-texts.ts";
import type { RowExports } from "./row-exports.ts";

/** The exports of the WebAssembly module; see assembly/exports.ts. */
export interface KernelExports
  extends ChatExports,
    RowExports,
    ItemExports,
    NoteExports,
    SessionExports,
    TextExports {
  readonly lineEnd: { readonly value: number };
  readonly lineFlags: { readonly value: number };
  scanLine(start: number, end: number, tape: number, tapeEnd: number): number;
  turnToItems(are: number, flags: number): void;
  limitTape(end: number): void;
  numberWords(tokens: number, count: number): void;
  scanPart(
    start: number,
    end: number,
    tape: number,
    tapeEnd: number,
    depth: number,
    state: number,
    chars: number,
    flags: number,
  ): number;
  readonly partAt: { readonly value: number };
  readonly partOpen: { readonly value: number };
  readonly partState: { readonly value: number };
  readonly partStringAt: { readonly value: number };
  readonly partStringChars: { readonly value: number };
  readonly partStringFlags: { readonly value: number };
}
