import { createSpool, type Spool } from "../../../io/store/spool.ts";
import { type Store, storeFrom } from "../../../io/store/store.ts";
import { MAX_RECORD_BYTES, tooLarge } from "./line.ts";

/** Collects lines longer than the window: in the input's store if that keeps them, else in spools. */
export class LongLines {
  private readonly about: LongLinesAbout;
  private current: Store | undefined;
  private spools: Spool[] = [];

  constructor(about: LongLinesAbout) {
    this.about = about;
  }

  /** Whether a line was begun and not ended. */
  get isOpen(): boolean {
    return this.current !== undefined;
  }

  /** Adds the next bytes of a line. Throws if it gets larger than any may be. */
  add(bytes: Buffer, { offset, number }: LinePlace): Store {
    this.current ??= this.storeAt(offset);
    if (this.current.size + bytes.length > MAX_RECORD_BYTES) throw tooLarge("line", number);
    this.current.append(bytes);
    return this.current;
  }

  /** Ends the line with these bytes. It is valid until lines are freed. */
  end(bytes: Buffer, place: LinePlace): Store {
    const line = this.add(bytes, place);
    this.current = undefined;
    return line;
  }

  /** Frees the lines that were ended. */
  free(): void {
    for (const spool of this.spools) spool.close();
    this.spools = [];
  }

  private storeAt(offset: number): Store {
    const { store, heldBytes, isKept } = this.about;
    if (store.inputBytes !== undefined || isKept?.() === true) return storeFrom(store, offset);
    const spool = createSpool({ memoryBytes: heldBytes });
    this.spools.push(spool);
    return spool;
  }
}

/** The store of the input. */
export interface LongLinesAbout {
  readonly store: Store;
  /** Lines of more bytes are not kept in memory. */
  readonly heldBytes: number;
  /** Whether the bytes that are read are appended to the store, until the end of the current line at least. */
  isKept?(): boolean;
}

/** The offset of a line's first byte in the input, and its number. */
interface LinePlace {
  readonly offset: number;
  readonly number: number;
}
