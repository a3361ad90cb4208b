import { getText } from "../../json/tree/tree.ts";
import type {
  CondenseContext,
  NativeCondensation,
  NativeDropping,
} from "../shared/native-condense.ts";
import { eventsIn } from "./openhands-stream.ts";

/**
 * A condensation as OpenHands 0.x writes it (`CondensationAction`, events/action/agent.py): an event at the
 * end, which names the ids of the events to forget, so that any others can stay. With a summary, it also has
 * the summary's position among what is left, and replaces every earlier summary; without one, an earlier
 * summary stays.
 */
export const openhandsDropping: NativeDropping = { keeps: "any", condense };

function condense(context: CondenseContext): NativeCondensation {
  const { summary, newest, offset, encode } = context;
  const { tree } = newest;
  const ids: string[] = [];
  for (const { node } of context.dropped()) ids.push(tree.text(tree.get(node, "id")));
  let id = 0;
  for (const event of eventsIn(tree, tree.root)) {
    const other = tree.get(event, "id");
    if (tree.isNumber(other)) id = Math.max(id, Number(tree.text(other)) + 1);
  }
  const args = [
    `"forgotten_event_ids":[${ids.join(",")}]`,
    '"forgotten_events_start_id":null,"forgotten_events_end_id":null',
    summary === undefined
      ? '"summary":null,"summary_offset":null'
      : `"summary":${encode(summary)},"summary_offset":${offset}`,
  ];
  const message =
    summary === undefined
      ? `Condenser is dropping the events: [${ids.join(", ")}].`
      : `Summary: ${summary}`;
  const time = getText(tree, newest.node, "timestamp") ?? "";
  const event = `{"id":${id},"timestamp":${encode(time)},"source":"agent","message":${encode(message)},"action":"condensation","args":{${args.join(",")}}}`;
  return { insert: [event], at: "end" };
}
