/** What a format finds in records, as values: without a reader of inputs and without sizes. */
import type { Format, MessageSink } from "../../src/formats/format.ts";
import { slotText } from "../../src/json/splice/slot-text.ts";
import { NONE, type Node, type Tree } from "../../src/json/tree/tree.ts";
import type { Mark } from "../../src/transcript/model/arrangement.ts";
import type { MessageAbout, PartHead } from "../../src/transcript/model/heads.ts";
import type { Role } from "../../src/transcript/model/message.ts";
import type { RequestUsage } from "../../src/transcript/model/request-usage.ts";
import { treeOf } from "./parse-json.ts";

export interface FoundIn {
  readonly messages: readonly FoundMessage[];
  readonly marks: readonly Mark[];
  /** Side copies, as JSON values. */
  readonly sides: readonly unknown[];
  /** Tokens of prompts, as providers counted them. */
  readonly usages: readonly RequestUsage[];
  /** The models named, in order. */
  readonly models: readonly string[];
}

export interface FoundMessage {
  readonly role: Role;
  readonly about: MessageAbout;
  readonly parts: readonly FoundPart[];
}

/** A part, and the text where the format said that it is. */
export type FoundPart = PartHead & { readonly text: string | undefined };

/** What a format finds in records, in order. */
export function foundIn(format: Format, ...records: readonly unknown[]): FoundIn {
  const messages: (FoundMessage & { readonly parts: FoundPart[] })[] = [];
  const marks: Mark[] = [];
  const sides: unknown[] = [];
  const usages: RequestUsage[] = [];
  const models: string[] = [];
  for (const record of records) {
    const tree = treeOf(JSON.stringify(record));
    let open: Tree = tree;
    const into: MessageSink = {
      array() {},
      message(role, _node, about = {}) {
        messages.push({ role, about: about as MessageAbout, parts: [] });
      },
      part(head, node = NONE, shape) {
        const text = node === NONE ? undefined : slotText(open, { node, shape });
        messages.at(-1)?.parts.push({ ...(head as PartHead), text });
      },
      id: (node) => (open.isString(node) ? open.text(node) : undefined),
      mark: (mark) => marks.push(mark as Mark),
      ignore() {},
      wantsUsage: true,
      wantsModels: true,
      model: (node) => void (open.isString(node) && models.push(open.text(node))),
      usage: (usage) => usages.push(usage),
      side: (node) => sides.push(jsonValue(open, node)),
      inside(node, read) {
        open = treeOf(tree.text(node));
        read(open);
        open = tree;
      },
    };
    format.read(tree, tree.root, into);
  }
  return { messages, marks, sides, usages, models };
}

/** The observations that a format finds in records. */
export function observationsIn(format: Format, ...records: readonly unknown[]) {
  return foundIn(format, ...records).messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "observation" ? [part] : [])),
  );
}

function jsonValue(tree: Tree, node: Node): unknown {
  const text = tree.text(node);
  return tree.isString(node) ? text : JSON.parse(text);
}
