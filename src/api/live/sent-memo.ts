/** How a result was sent the first time, and therefore is sent from then on. */
export type Sent =
  /**
   * Unchanged. `stays`: no window may mask it either, because it was edited and then sent unchanged after
   * all.
   */
  | { readonly as: "raw"; readonly stays: boolean }
  /** Shortened to this many chars; undefined: to the current limit. */
  | { readonly as: "short"; readonly limit: number | undefined; readonly hasRef: boolean }
  /** Masked: replaced by this text. */
  | { readonly as: "masked"; readonly text: string }
  /** For a conversation: it was seen, and a window has acted up to this step. */
  | { readonly as: "seen"; readonly step: number };

/**
 * Remembers how the results of conversations were sent, so that no prompt changes the content of an earlier
 * one.
 */
export interface SentMemo {
  /** Learns what other processes that share it have sent; called before a request is decided. */
  refresh(): void;
  /** How a result was sent; undefined: never, as far as is known. */
  get(key: string): Sent | undefined;
  /** Remembers all of these, or none if that fails. */
  setAll(sent: ReadonlyMap<string, Sent>): void;
  /** Every result that was remembered as sent in another form had at least this many chars. */
  readonly leastEdited: number;
}

/** The decisions for one request, on top of a memo: they are added to it together. */
export class StagedMemo {
  private readonly memo: SentMemo;
  private readonly staged = new Map<string, Sent>();

  constructor(memo: SentMemo) {
    memo.refresh();
    this.memo = memo;
  }

  get(key: string): Sent | undefined {
    return this.staged.get(key) ?? this.memo.get(key);
  }

  get leastEdited(): number {
    return this.memo.leastEdited;
  }

  set(key: string, sent: Sent): void {
    this.staged.set(key, sent);
  }

  commit(): void {
    if (this.staged.size > 0) this.memo.setAll(this.staged);
  }
}

/** A memo in memory that forgets the least recently used results, beyond `most`. */
export function memoryMemo(most = 100_000): SentMemo {
  const known = new Map<string, Sent>();
  let leastEdited = Number.POSITIVE_INFINITY;
  return {
    refresh() {},
    get leastEdited() {
      return leastEdited;
    },
    get(key) {
      const sent = known.get(key);
      if (sent === undefined) return undefined;
      known.delete(key);
      known.set(key, sent);
      return sent;
    },
    setAll(all) {
      for (const [key, sent] of all) {
        known.delete(key);
        known.set(key, sent);
        leastEdited = Math.min(leastEdited, leastChars(sent));
      }
      for (const oldest of known.keys()) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    },
  };
}

/** The fewest chars of a result that was sent in this form. */
function leastChars(sent: Sent): number {
  switch (sent.as) {
    case "short":
      return sent.limit ?? 0;
    case "masked":
      return 0;
    default:
      return Number.POSITIVE_INFINITY;
  }
}
