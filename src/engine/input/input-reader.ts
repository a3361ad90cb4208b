import type { Layout } from "../../formats/format.ts";
import { readStore, type Store } from "../../io/store/store.ts";
import type { LineColumns, LineParts, RowColumns } from "./column-takers.ts";
import type { InputPiece } from "./input-piece.ts";
import { LayoutDetector } from "./layouts/layout-detector.ts";
import type { LayoutReader } from "./layouts/layout-reader.ts";
import type { MessageListener } from "./layouts/line-ways/line-reading.ts";
import { RecordReader } from "./layouts/record-reader.ts";
import { RowReader } from "./layouts/row-reader.ts";
import { ByteWindow } from "./lines/byte-window.ts";
import { MAX_RECORD_BYTES, tooLarge } from "./lines/line.ts";
import { HELD_BYTES } from "./lines/read-stored.ts";
import { refuseNonText, TELLING_BYTES } from "./lines/refuse-non-text.ts";
import type { Reading, Tally } from "./reading.ts";

/**
 * Reads one input: in one pass if each record is a conversation (`rows`); else it keeps the bytes for a second
 * pass, if the lines together are one conversation (`lines`) or the whole input is one value (`document`).
 *
 * Read its bytes into `room()`, then call `received`, and `finish` at the end: they yield the pieces so far. A
 * piece is valid until the next; its bytes until the buffer is used again.
 */
export class InputReader {
  private readonly store: Store;
  private readonly window: ByteWindow;
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
    const isKept = () => this.layout !== "rows";
    this.window = new ByteWindow({ store, heldBytes, offset: partStart ?? 0, isKept });
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
    if (this.bytes >= TELLING_BYTES) this.refuseNonText(count === this.bytes ? chunk : undefined);
    if (this.layout === "document" && this.bytes > MAX_RECORD_BYTES) throw tooLarge("document");
    return this.pieces();
  }

  private *pieces(): Iterable<InputPiece> {
    yield* this.reader.take(this.window, { isEnd: false });
  }

  /** Ends the input. */
  *finish(): Iterable<InputPiece> {
    this.refuseNonText();
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
  private refuseNonText(first?: Buffer): void {
    if (this.isSniffed) return;
    this.isSniffed = true;
    const head = first ?? readStore(this.store, 0, Math.min(TELLING_BYTES, this.store.size));
    refuseNonText(head.subarray(0, TELLING_BYTES));
  }
}
