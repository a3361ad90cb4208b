import { quotedStart } from "../../base/quoted.ts";
import type { Findings } from "../../transcript/columns/found-messages.ts";
import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import type { Fault } from "./finding.ts";

/**
 * Finds messages whose parent is not in the file, messages that are their own ancestors, and ids that several
 * messages have. Only if messages with ids name the one before them: elsewhere ids link nothing.
 */
export function* checkLinks(
  findings: Pick<Findings, "all" | "holderOf" | "parentless">,
): Iterable<Fault<Found>> {
  const found = findings.all();
  if (!hasJoined(found)) return;
  for (const index of findings.parentless()) {
    const at = found.at(index) as Found;
    const message = `expected a message with id ${quotedStart(at.parent ?? "")}, its parent, in the file`;
    yield { at, rule: "missing-parent", message };
  }
  const roundFrom = roundFinder(found);
  for (const each of found) {
    const { index, mark } = each;
    if (!isLink(mark)) continue;
    const holder = findings.holderOf(index);
    if (mark === undefined && holder !== undefined && holder !== index) {
      const message = `id ${quotedStart(each.id ?? "")} is that of a later message as well`;
      yield { at: each, rule: "repeated-id", message };
    }
    const round = roundFrom(each);
    if (round !== undefined) {
      const message = `message ${quotedStart(round.id ?? "")} is its own ancestor`;
      yield { at: round, rule: "parent-cycle", message };
    }
  }
}

/** Whether something is a link of a chain: a message, or a mark between messages. */
function isLink(mark: string | undefined): boolean {
  return mark === undefined || mark === "link" || mark === "boundary";
}

/** Whether a message has an id and names another; words like `__root__` name none. */
function isJoined({ id, parent }: Found): boolean {
  return id !== undefined && parent !== undefined && !/^__\w+__$/.test(parent);
}

function hasJoined(found: Sequence<Found>): boolean {
  for (const each of found) if (each.mark === undefined && isJoined(each)) return true;
  return false;
}

/** Finds cycles on the way up from a message. Each path is walked once. */
function roundFinder(found: Sequence<Found>): (from: Found) => Found | undefined {
  /** The walk that visited each message: its index plus 1; 0 for none. */
  const visitedBy = new Int32Array(found.length);
  return ({ index }) => {
    const way = index + 1;
    for (
      let at = found.at(index);
      at !== undefined;
      at = found.at(at.parentIndex ?? found.length)
    ) {
      if (visitedBy[at.index] === way) return at;
      if (visitedBy[at.index] !== 0) return undefined;
      visitedBy[at.index] = way;
    }
    return undefined;
  };
}
