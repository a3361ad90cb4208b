import type { Layout } from "../../formats/format.ts";
import { readStore, type Store } from "../../io/store.ts";
import { Window } from "./byte-window.ts";
import { LayoutDetector } from "./detect.ts";
import type { InputPiece, LineColumns, LineParts, RowColumns } from "./input-piece.ts";
import type { LayoutReader } from "./layout-reader.ts";
import { MAX_RECORD_BYTES, tooLarge } from "./line-frame.ts";
import type { MessageListener } from "./lines.ts";
import type { Reading, Tally } from "./reading.ts";
import { RecordReader } from "./record-reader.ts";
import { RowReader } from "./rows.ts";
import { SNIFF_BYTES, sniff } from "./sniff.ts";
import { HELD_BYTES } from "./stored-bytes.ts";

/**
 * Reads one input: in one pass if each record is a conversation (`rows`); else it keeps the bytes for a second
 * pass, if the lines together are one conversation (`lines`) or the whole input is one value (`document`).
 *
 * Read its bytes into `room()`, then call `received`, and `finish` at the end: they yield the pieces so far. A
 * piece is valid until the next; its bytes until the buffer is used again.
 */
export class InputReader {
  private readonly store: Store;
  private readonly window: Window;
  private readonly records: RecordReader;
  private readonly reader: LayoutReader;
  private bytes = 0;
  private isSniffed: boolean;

  /**
   * `store` keeps the bytes that may be read again: all except those of rows. `partStart`: the input is a part of
   * a file of rows, and begins there. A document or a row of more than `heldBytes` is not kept in memory.
   */
  constructor(
    reading: Reading,
    {
      store,
      partStart,
      heldBytes = HELD_BYTES,
      onMessage,
      rows,
      columns,
      parts,
    }: {
      readonly store: Store;
      readonly partStart?: number | undefined;
      readonly heldBytes?: number | undefined;
      readonly onMessage?: MessageListener | undefined;
      readonly rows?: RowColumns | undefined;
      readonly columns?: LineColumns | undefined;
      readonly parts?: LineParts | undefined;
    },
  ) {
    this.store = store;
    this.window = new Window({ store, heldBytes, offset: partStart ?? 0 });
    this.records = new RecordReader(reading);
    const { scanStore: scan, scanAgain, session } = this.window;
    this.reader =
      partStart === undefined
        ? new LayoutDetector(this.records, {
            store,
            heldBytes,
            scan,
            scanAgain,
            session,
            onMessage,
            rows,
            columns,
            parts,
          })
        : new RowReader(this.records, rows);
    this.isSniffed = partStart !== undefined;
  }

  /** Where the next bytes of the input may be read into. */
  room(): Buffer {
    return this.window.room();
  }

  /** See `ByteTaker.roomAhead`. */
  roomAhead(): Buffer | undefined {
    return this.window.roomAhead();
  }

  /** Accepts bytes that were read into the buffer, and processes them while its result is iterated. */
  received(count: number): Iterable<InputPiece> {
    const chunk = this.window.received(count);
    this.bytes += count;
    if (this.layout !== "rows") this.store.append(chunk);
    if (this.bytes >= SNIFF_BYTES) this.sniff(count === this.bytes ? chunk : undefined);
    if (this.layout === "document" && this.bytes > MAX_RECORD_BYTES) throw tooLarge("document");
    return this.pieces();
  }

  private *pieces(): Iterable<InputPiece> {
    yield* this.reader.take(this.window, { isEnd: false });
  }

  /** Ends the input. */
  *finish(): Iterable<InputPiece> {
    this.sniff();
    yield* this.reader.take(this.window, { isEnd: true });
    yield* this.reader.finish();
  }

  /** Releases its memory for reuse; its output must have been written. */
  close(): void {
    this.window.close();
  }

  /** The layout of the input; undefined while it is not known. */
  get layout(): Layout | undefined {
    return this.reader.layout;
  }

  /** Lines of the input so far. */
  get lines(): number {
    return this.window.lines;
  }

  /** The counts so far. */
  get tally(): Tally {
    const { counts, guard } = this.records;
    return { bytes: this.bytes, ...counts, ...guard.tally };
  }

  /** Examines the first bytes, which are in the first chunk unless that is too short. */
  private sniff(first?: Buffer): void {
    if (this.isSniffed) return;
    this.isSniffed = true;
    const head = first ?? readStore(this.store, 0, Math.min(SNIFF_BYTES, this.store.size));
    sniff(head.subarray(0, SNIFF_BYTES));
  }
}
