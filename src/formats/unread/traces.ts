import type { OpenedString } from "../../json/splice/open-string.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { type FoundNodes, ReadTrace } from "./read-trace.ts";

/** A tree, what was read of it, and the string of the record that holds it, if one does. */
export interface Traced {
  readonly tree: TapeTree;
  readonly trace: ReadTrace;
  readonly node: Node;
}

/** The traces of what is read of a record, and of the JSON that strings in it hold. */
export class Traces {
  /** The trace of the record itself. */
  readonly outer: ReadTrace;
  /** The trace of what is read now. */
  here: ReadTrace;
  private readonly found: FoundNodes;
  private readonly inStrings: Traced[] = [];
  /** The parts that there were before the string. */
  private partsBefore = 0;

  constructor(found: FoundNodes) {
    this.found = found;
    this.outer = new ReadTrace(found);
    this.here = this.outer;
  }

  /** Begins with a record, and forgets the one before. */
  open(tree: Tree): void {
    this.outer.open(tree);
    if (this.inStrings.length > 0) this.inStrings.length = 0;
  }

  /** Begins with what a string of the record holds. */
  enter(node: Node, opened: OpenedString): void {
    const { tree } = opened;
    const trace = new ReadTrace(this.found, opened);
    trace.open(tree);
    this.inStrings.push({ tree, trace, node });
    this.here = trace;
    this.partsBefore = this.found.parts.length;
  }

  /** Goes back to the record; a string in which nothing was found is none that was read. */
  leave(node: Node): void {
    const { here, found } = this;
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
