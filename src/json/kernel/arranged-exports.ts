export interface KernelGlobal {
  readonly value: number;
}

/** The exports of arranged-columns.ts, -links, -chains, -counts and -masks. */
export interface ArrangedExports {
  beginArranged(at: number, found: number, parts: number, results: number): void;
  appendArranged(
    found: number,
    parts: number,
    results: number,
    ofSides: number,
    start: number,
  ): void;
  pushFound(
    kind: number,
    id: number,
    parent: number,
    thread: number,
    reply: number,
    record: number,
  ): void;
  pushPart(kind: number, id: number, chars: number): void;
  pushResult(part: number, state: number, saved: number): void;
  copyOfLatest(bytes: number): void;
  sideOfCall(id: number, bytes: number): void;
  setBound(part: number, model: number): void;
  readonly foundCount: KernelGlobal;
  readonly partTotal: KernelGlobal;
  readonly resultTotal: KernelGlobal;
  readonly hasThreads: KernelGlobal;
  readonly hasCopies: KernelGlobal;
  readonly kindsFound: KernelGlobal;
  // The addresses of columns, in bytes.
  readonly kinds: KernelGlobal;
  readonly ids: KernelGlobal;
  readonly parents: KernelGlobal;
  readonly threads: KernelGlobal;
  readonly replies: KernelGlobal;
  readonly firstParts: KernelGlobal;
  readonly partKinds: KernelGlobal;
  readonly partIds: KernelGlobal;
  readonly records: KernelGlobal;
  readonly starts: KernelGlobal;
  readonly lengths: KernelGlobal;
  readonly states: KernelGlobal;
  readonly partChars: KernelGlobal;
  readonly calls: KernelGlobal;
  readonly resultParts: KernelGlobal;
  readonly copies: KernelGlobal;
  linkArranged(idCount: number, isChained: number, byRoot: number, unnamed: number): void;
  readonly lostParents: KernelGlobal;
  beginCounting(unit: number, notesTurns: number): void;
  nextChain(): number;
  nextInFileOrder(): number;
  beginFollowing(): void;
  follow(index: number): void;
  endOfDead(): void;
  closeCalls(index: number): void;
  readonly turnStarts: KernelGlobal;
  readonly turnTotal: KernelGlobal;
  readonly resultCount: KernelGlobal;
  readonly deadResults: KernelGlobal;
  readonly messages: KernelGlobal;
  readonly spoken: KernelGlobal;
  readonly toolTurns: KernelGlobal;
  readonly callMessages: KernelGlobal;
  readonly chars: KernelGlobal;
  readonly deadChars: KernelGlobal;
  readonly deadToolTurns: KernelGlobal;
  readonly firstIndex: KernelGlobal;
  beginMasks(policy: number, into: number): void;
  savedAt(at: number): number;
  charsAt(at: number): number;
  numberAt(at: number): number;
  /** Keeps the result at a place for now, if it is outside the window and nothing else keeps it. */
  waitAt(at: number): void;
  maskArranged(isLeft: number): void;
  readonly masked: KernelGlobal;
  readonly firstMasked: KernelGlobal;
  readonly maskedTurns: KernelGlobal;
  readonly maskedBefore: KernelGlobal;
  readonly resultChars: KernelGlobal;
  readonly keptFirst: KernelGlobal;
  readonly sideBytes: KernelGlobal;
  readonly boundBlocks: KernelGlobal;
  readonly boundChars: KernelGlobal;
  readonly lastBound: KernelGlobal;
}
