import type { Layout } from "../../../formats/format.ts";
import type { Store } from "../../../io/store/store.ts";
import { END_OF_DOCUMENT, type ScanError } from "../../../json/scan/scan-error.ts";
import type { LineColumns, RowColumns } from "../column-takers.ts";
import type { InputPiece } from "../input-piece.ts";
import { notJson, problemAt } from "../input-problem.ts";
import { keptLines } from "../lines/kept-lines.ts";
import { isOfFirstLine, linesOf } from "../lines/line.ts";
import type { LineSource } from "../lines/line-source.ts";
import { readSlowly } from "../lines/read-line.ts";
import type { ScanStore } from "../lines/read-stored.ts";
import { WHAT_IS_READ } from "../lines/refuse-non-text.ts";
import { isForeign } from "../recognise/misread.ts";
import { conversationFormat } from "../recognise/recognise-format.ts";
import { unknownFormat } from "../recognise/unknown-format.ts";
import type { LayoutReader } from "./layout-reader.ts";
import { listPiece } from "./listed-conversations.ts";
import { longConversation } from "./long-conversation.ts";
import { type BadDocument, readDocument } from "./read-document.ts";
import type { RecordReader } from "./record-reader.ts";

/**
 * Reads an input that is one JSON value, from the store once it is complete. If its first line is not JSON, it is
 * read as lines, the first of them bad.
 */
export class DocumentReader implements LayoutReader {
  private readonly records: RecordReader;
  private readonly about: DocumentReading;
  /** Reads it as lines, if it is no document. */
  private lines: LinesAfterAll | undefined;

  constructor(records: RecordReader, about: DocumentReading) {
    this.records = records;
    this.about = about;
  }

  get layout(): Layout | undefined {
    return this.lines === undefined ? "document" : this.lines.layout;
  }

  take(lines: LineSource): Iterable<InputPiece> {
    lines.skip();
    return [];
  }

  *finish(): Iterable<InputPiece> {
    const { records } = this;
    const read = readDocument(this.about.store, this.about);
    if ("error" in read) {
      yield* this.asLines(read);
      return;
    }
    const tree = records.counted(read.tree);
    const { choice } = records;
    const { line, text } = read;
    if (yield* longConversation(tree, { line, text }, { records, ...this.about })) return;
    const format = conversationFormat(tree, choice);
    if (format !== undefined && !isForeign([tree], choice)) {
      const about = { format, line, text };
      const record = records.conversation(tree, about, { mayBeLeft: false });
      yield { kind: "record", tree, text, conversations: [record] };
      return;
    }
    const list = listPiece(tree, { line, text }, { records, columns: this.about.rows });
    if (list === undefined) throw unknownFormat({ isEmpty: false, head: [tree], choice });
    yield list;
  }

  private *asLines({ bytes, error, start }: BadDocument): Iterable<InputPiece> {
    const place = problemAt(bytes, error, { line: 1, start, end: bytes.length });
    const problem = notJson(place, hintFor(bytes, error, start));
    if (!isOfFirstLine(bytes, error.offset) || !isMostlyRecords(bytes)) throw problem;
    const reader = this.about.asLines();
    this.lines = reader;
    yield* reader.take(keptLines(readSlowlyAll(bytes)), { isEnd: true });
    if (!reader.isKnown) throw problem;
    yield* reader.finish();
  }
}

/** A hint at how to mend it, if the place of the error tells. */
function hintFor(bytes: Buffer, error: ScanError, start: number): { readonly hint?: string } {
  if (isAnother(bytes, error)) return ONE_A_LINE;
  const isAtStart = bytes.toString("latin1", start, error.offset).trim() === "";
  return isAtStart ? { hint: WHAT_IS_READ } : {};
}

/** Whether another document begins where the first ends. */
function isAnother(bytes: Buffer, { offset, expected }: ScanError): boolean {
  const next = bytes[offset];
  return expected === END_OF_DOCUMENT && (next === 0x7b || next === 0x5b);
}

const ONE_A_LINE = { hint: "of several documents, put each on one line, as jq -c . does" };

/** The place of a document, its scanner, and the reader for an input that is no document. */
export interface DocumentReading {
  readonly store: Store;
  readonly heldBytes: number;
  readonly scan: ScanStore;
  readonly columns: LineColumns | undefined;
  readonly rows: RowColumns | undefined;
  asLines(): LinesAfterAll;
}

/** Reads lines, if they are records of a known format. */
export interface LinesAfterAll extends LayoutReader {
  /** Whether the lines so far show a format. */
  readonly isKnown: boolean;
}

/** Whether at least half of the lines begin as records do: a page of text may have a line of JSON in an example. */
function isMostlyRecords(bytes: Buffer): boolean {
  let others = 0;
  for (const { start, end } of linesOf(bytes)) {
    const [first] = bytes.toString("latin1", start, Math.min(end, start + HEAD)).trim();
    if (first !== undefined) others += first === "{" || first === "[" ? -1 : 1;
  }
  return others <= 0;
}

/** Bytes of a line's start to examine. */
const HEAD = 64;

function* readSlowlyAll(bytes: Buffer) {
  for (const line of linesOf(bytes)) yield readSlowly(line);
}
