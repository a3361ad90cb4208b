import type { OpenedString } from "../../json/splice/open-string.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { type FoundNodes, ReadTrace } from "./read-trace.ts";

/** A tree, the trace of what was read, and the string of the record that contains it, if any. */
export interface Traced {
  readonly tree: TapeTree;
  readonly trace: ReadTrace;
  readonly node: Node;
}

/** The traces of what is read from a record, and from the JSON in its strings. */
export class Traces {
  /** The trace of the record itself. */
  readonly outer: ReadTrace;
  /** The current trace. */
  here: ReadTrace;
  private readonly found: FoundNodes;
  private readonly inStrings: Traced[] = [];
  /** The number of parts before the string. */
  private partsBefore = 0;

  constructor(found: FoundNodes) {
    this.found = found;
    this.outer = new ReadTrace(found);
    this.here = this.outer;
  }

  /** Starts a record. */
  open(tree: Tree): void {
    this.outer.open(tree);
    if (this.inStrings.length > 0) this.inStrings.length = 0;
  }

  /** Starts the JSON in a string of the record. */
  enter(node: Node, opened: OpenedString): void {
    const { tree } = opened;
    const trace = new ReadTrace(this.found, opened);
    trace.open(tree);
    this.inStrings.push({ tree, trace, node });
    this.here = trace;
    this.partsBefore = this.found.parts.length;
  }

  /** Returns to the record; a string in which nothing was found does not count as read. */
  leave(node: Node): void {
    const { here, found } = this;
    here.close();
    if (found.parts.length > this.partsBefore || here.hasAny) this.outer.opened.push(node);
    this.here = this.outer;
  }

  /** All of them, that of the record first. */
  in(tree: Tree): readonly Traced[] {
    const { outer, inStrings } = this;
    return tree instanceof TapeTree
      ? [{ tree, trace: outer, node: NONE }, ...inStrings]
      : inStrings;
  }
}
