/** The width that a terminal says; none where that is 0, as it is in terminals that scripts make. */
export function knownWidth(columns: number | undefined): number | undefined {
  return columns === 0 ? undefined : columns;
}
