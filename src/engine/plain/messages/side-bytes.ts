import { Column } from "../../../transcript/columns/column.ts";
import type { Sequence } from "../../../transcript/model/sequence.ts";

/** The bytes of side copies, by result, or by the number of its call's id. */
export class SideBytes {
  private readonly ofResults = new Column();
  private readonly ofCalls = new Column();
  /** By result: the number of its call's id. */
  private readonly ids = new Column();

  addResult(id: number): void {
    this.ids.push(id);
  }

  /** Adds a copy of the latest result. */
  addToLatest(bytes: number): void {
    add(this.ofResults, this.ids.length - 1, bytes);
  }

  /** Adds a copy that names only its call, by the number of the call's id. */
  addToCall(id: number, bytes: number): void {
    add(this.ofCalls, id, bytes);
  }

  /**
   * The bytes of the copies of a conversation's masked results. Ids repeat: a copy that names a call may
   * belong to any of several results, and counts only if all of them are masked.
   */
  ofMasked(results: Sequence<number>, isMasked: (result: number) => boolean): number {
    const { ofResults, ofCalls, ids } = this;
    if (ofResults.length === 0 && ofCalls.length === 0) return 0;
    const masked = new Set<number>();
    const kept = new Set<number>();
    let bytes = 0;
    for (const result of results) {
      const id = ids.at(result);
      if (isMasked(result)) {
        bytes += ofResults.at(result);
        if (ofCalls.at(id) > 0) masked.add(id);
      } else if (ofCalls.at(id) > 0) kept.add(id);
    }
    for (const id of masked) if (!kept.has(id)) bytes += ofCalls.at(id);
    return bytes;
  }
}

function add(column: Column, index: number, bytes: number): void {
  if (index < column.length) column.set(index, column.at(index) + bytes);
  else column.pushAt(index, bytes);
}
