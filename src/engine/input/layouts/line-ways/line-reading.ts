import type { Format } from "../../../../formats/format.ts";
import type { Store } from "../../../../io/store/store.ts";
import type { TapeTree } from "../../../../json/tape/tape-tree.ts";
import type { LineColumns, LineParts } from "../../column-takers.ts";
import type { ScanAgain } from "../../lines/read-line.ts";
import type { SessionReader } from "../../lines/session-reader.ts";
import type { RecordAbout } from "../../reading.ts";
import type { RecordReader } from "../record-reader.ts";

/** The lines to read, their store, and who takes them. */
export interface LineReading {
  readonly records: RecordReader;
  readonly format: Format;
  readonly store: Store;
  readonly scanAgain: ScanAgain;
  readonly session: SessionReader;
  readonly columns: LineColumns | undefined;
  readonly parts: LineParts | undefined;
  readonly onMessage: MessageListener | undefined;
}

/** Called for each line of such an input that holds a message, as it comes. */
export type MessageListener = (record: TapeTree, about: RecordAbout) => void;
