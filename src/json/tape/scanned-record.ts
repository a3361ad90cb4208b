import type { Node } from "../tree/tree.ts";
import type { ByteSearch } from "./byte-search.ts";
import type { ChatColumns, ChatFinder, ChatTable, SignWords } from "./chat-table.ts";
import type { LearnedItems } from "./learned-steps.ts";
import type { MaskedRows, RowPolicy, Rows, ShapeAbout } from "./masked-rows.ts";
import type { NoteMasker } from "./noted-lines.ts";
import type { Tape } from "./tape.ts";

/** The record that the kernel scanned last, as its readers see it. */
export class ScannedRecord {
  private readonly readers: RecordReaders;
  private readonly record: { readonly root: Node; readonly tape: Tape };
  /** The cached result of `chat`, and its table. */
  private columns: ChatColumns | undefined;
  private table: ChatTable | undefined;

  constructor(readers: RecordReaders, record: { readonly root: Node; readonly tape: Tape }) {
    this.readers = readers;
    this.record = record;
  }

  /** To be called when the tape was written again, or the record's root is another. */
  renew(): void {
    this.table = undefined;
  }

  /** The tool results of the conversation in the root, in columns; undefined if it needs the format's own reader. */
  chat(table: ChatTable): ChatColumns | undefined {
    if (this.table !== table) {
      this.table = table;
      this.columns = this.readers.chat.read(table, this.record.root);
    }
    return this.columns;
  }

  /** Teaches the kernel the signs of results and formats; false if it knows them. */
  learnSigns(words: SignWords): boolean {
    if (!this.readers.chat.learnSigns(words)) return false;
    this.table = undefined;
    return true;
  }

  /** Finds the results of lines that form one conversation. */
  get chatLines(): ChatFinder {
    return this.readers.chat;
  }

  /** Learns the row in the root, so that similar ones are read under the policy: see `Rows`. */
  learnRow(policy: RowPolicy, table: ChatTable, about: Omit<ShapeAbout, "root">): void {
    this.readers.rows.learn(policy, table, { ...about, root: this.record.root });
  }

  /** Reads items of a list from one on, before another, that are like learned rows: see `Rows`. */
  readItems(policy: RowPolicy, first: Node, stop: Node): MaskedRows | undefined {
    const { length, flags } = this.record.tape;
    return this.readers.rows.readItems(policy, { root: first, stop, length, flags });
  }

  /** Learns rows by their messages. */
  get learned(): LearnedItems {
    return this.readers.items;
  }

  /** Masks the conversation in the root under the policy: see `Rows`. */
  maskRow(policy: RowPolicy, table: ChatTable): MaskedRows | undefined {
    const { root, tape } = this.record;
    return this.readers.rows.mask(policy, table, { root, length: tape.length, flags: tape.flags });
  }

  /** Whether lines like this one can be read in batches under a policy: see `Rows`. */
  beginLines(policy: RowPolicy, table: ChatTable): boolean {
    return this.readers.rows.begin(policy, table);
  }

  /** Masks the results of such lines. */
  get notes(): NoteMasker {
    return this.readers.notes;
  }
}

/** The readers of a kernel, see kernel.ts. */
export interface RecordReaders {
  /** Searches and decodes strings. */
  readonly texts: ByteSearch;
  /** Finds the tool results of the conversation that was scanned last, or of its line. */
  readonly chat: ChatFinder;
  /** Reads rows that are like one that was learned. */
  readonly rows: Rows;
  /** Masks the results of lines. */
  readonly notes: NoteMasker;
  /** Learns rows by their messages. */
  readonly items: LearnedItems;
}
