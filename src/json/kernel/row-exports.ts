/** The exports of row-columns.ts and row-shapes.ts. */
export interface RowExports {
  readRows(
    start: number,
    end: number,
    tokens: number,
    tokensEnd: number,
    into: number,
    most: number,
    from: number,
    outEnd: number,
  ): number;
  readItems(
    first: number,
    stop: number,
    count: number,
    flags: number,
    tokens: number,
    into: number,
    most: number,
    from: number,
  ): number;
  maskRow(
    root: number,
    count: number,
    flags: number,
    tokens: number,
    into: number,
    most: number,
    from: number,
  ): number;
  learnShape(from: number, tokens: number, root: number, about: number): number;
  readonly rowsNext: { readonly value: number };
  readonly rowsOut: { readonly value: number };
  readonly rowsScan: { readonly value: number };
  readonly rowsResults: { readonly value: number };
  readonly rowsCalls: { readonly value: number };
  readonly rowsMasked: { readonly value: number };
  readonly notedCalls: { readonly value: number };
  readonly rowsOver: { readonly value: number };
  readonly chatCalls: { readonly value: number };
  readonly rowCount: { readonly value: number };
}
