/** How a result was sent the first time: it is sent so ever after. */
export type Sent =
  /** As it came. `stays`: no window may mask it either, since it was decided and then sent so after all. */
  | { readonly as: "raw"; readonly stays: boolean }
  /** Shortened to this many chars; undefined: to the limit of the day. */
  | { readonly as: "short"; readonly limit: number | undefined; readonly hasRef: boolean }
  /** Masked: this text took its place. */
  | { readonly as: "masked"; readonly text: string }
  /** Of a conversation: it was seen, and a window has acted up to this step. */
  | { readonly as: "seen"; readonly step: number };

/** Remembers how the results of conversations were sent, so that no prompt changes what one before it held. */
export interface SentMemo {
  /** Learns what others have sent that share it: to be called before a request is decided on. */
  refresh(): void;
  /** How a result was sent; undefined: never, as far as is known. */
  get(key: string): Sent | undefined;
  /** Remembers all of these, or where that fails none. */
  setAll(sent: ReadonlyMap<string, Sent>): void;
  /** No result that was ever remembered as sent in another way than it came had fewer chars. */
  readonly leastEdited: number;
}

/** The decisions for one request, over what a memo knows: they go there together. */
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

/** A memo in memory that forgets what was not asked for longest, past `most` results. */
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

/** The chars that a result has at least that was sent so in another way than it came. */
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
