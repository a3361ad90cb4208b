import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import { MESSAGES_KEY, type RequestFormat } from "./request-format.ts";
import { shiftOf } from "./request-part.ts";
import { isOfModel } from "./untouched-request.ts";

/** Offsets in a body between which nothing has to be read to find its new part. */
export interface OuterMessages {
  /** The end of the first user message. */
  readonly taskEnd: number;
  /** The start of the model's last reply, after a message of another role. */
  readonly lastReply: number;
  readonly model: string | undefined;
}

/** Finds them in a request, by its tree; undefined if there are none. */
export function outerMessages(
  tree: TapeTree,
  body: Buffer,
  format: RequestFormat,
): OuterMessages | undefined {
  const array = tree.get(tree.root, MESSAGES_KEY[format]);
  if (!tree.isArray(array)) return undefined;
  const items = tree.items(array);
  const task = items.findIndex((item) => tree.is(tree.get(item, "role"), "user"));
  let last = items.findLastIndex((item) => isReply(tree, item));
  while (isReply(tree, items[last - 1])) last--;
  const [first, reply] = [items[task], items[last]];
  if (first === undefined || reply === undefined || last <= task) return undefined;
  const shift = shiftOf(body, tree);
  const model = tree.get(tree.root, "model");
  return {
    taskEnd: tree.end(first) + shift,
    lastReply: tree.start(reply) + shift,
    model: tree.isString(model) ? tree.text(model) : undefined,
  };
}

/** Whether an item is the model's, or a call of a provider's tool. */
function isReply(tree: TapeTree, item: Node | undefined): boolean {
  if (item === undefined) return false;
  if (isOfModel(tree, item)) return true;
  const type = tree.get(item, "type");
  return tree.isString(type) && tree.text(type).endsWith("_call");
}
