import { getText } from "../../json/tree/tree.ts";
import { contentUuid } from "../shared/content-id.ts";
import type {
  CondenseContext,
  CondensedMessage,
  NativeCondensation,
  NativeDropping,
} from "../shared/native-condense.ts";

/**
 * A condensation as the OpenHands SDK writes it (`Condensation`, event/condenser.py): an event at the end,
 * which names the ids of the events to forget, so that any others can stay, and the position of its summary
 * among what is left. No model wrote it: `llm_response_id`, which is required, is its own. It has a
 * `parent_id` if events have one; earlier versions accept no such field.
 */
export const openhandsSdkDropping: NativeDropping = { keeps: "any", condense };

function condense(context: CondenseContext): NativeCondensation {
  const { summary, newest, offset, encode } = context;
  const forgotten: string[] = [];
  for (const message of context.dropped()) forgotten.push(nameOf(message));
  const { tree, node } = newest;
  const last = getText(tree, node, "id") ?? "";
  const id = contentUuid("condensation", last, summary ?? "", ...forgotten);
  const members = [
    `"id":"${id}"`,
    `"timestamp":${encode(getText(tree, node, "timestamp") ?? "")}`,
    '"source":"environment"',
    ...(getText(tree, node, "parent_id") === undefined ? [] : [`"parent_id":${encode(last)}`]),
    `"forgotten_event_ids":[${forgotten.map(encode).join(",")}]`,
    summary === undefined
      ? '"summary":null,"summary_offset":null'
      : `"summary":${encode(summary)},"summary_offset":${offset}`,
    `"llm_response_id":"${id}"`,
    '"kind":"Condensation"',
  ];
  return { insert: [`{${members.join(",")}}`], at: "end" };
}

/** The name of a message in a condensation: a summary's is its own id with a suffix. */
function nameOf({ tree, node }: CondensedMessage): string {
  const id = getText(tree, node, "id") ?? "";
  return tree.is(tree.get(node, "kind"), "Condensation") ? `${id}-summary` : id;
}
