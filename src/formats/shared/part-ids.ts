import { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { Column } from "../../transcript/columns/column.ts";
import { type Id, IdBytes } from "../../transcript/model/id.ts";

/** The ids of a record's parts: of most the strings that hold them, which are read when asked for. */
export class PartIds {
  private readonly nodes = new Column();
  private readonly texts = new Map<number, string>();
  /** The ids read last, reused in turn. */
  private readonly latest: IdBytes[] = [];
  private count = 0;
  private latestNode: Node = NONE;

  /** Starts a record. */
  clear(): void {
    this.nodes.clear();
    if (this.texts.size > 0) this.texts.clear();
  }

  /** Reads an id, valid until a few more are read; undefined if it is no string. */
  read(tree: Tree, node: Node): Id | undefined {
    if (!tree.isString(node)) return undefined;
    if (!(tree instanceof TapeTree)) return tree.text(node);
    const place = this.count++ & 3;
    const id = this.latest[place] ?? new IdBytes();
    this.latest[place] = id;
    if (!tree.readId(node, id)) return tree.text(node);
    this.latestNode = node;
    return id;
  }

  /** Adds the id of the next part, which is the one read last unless it is a text. */
  add(id: Id | undefined): void {
    if (typeof id === "string") this.texts.set(this.nodes.length, id);
    this.nodes.push(typeof id === "object" ? this.latestNode : NONE);
  }

  /** The id of the `k`-th part, which is in a tree. */
  of(k: number, tree: Tree): string | undefined {
    const node = this.nodes.at(k);
    return node === NONE ? this.texts.get(k) : tree.text(node);
  }
}
