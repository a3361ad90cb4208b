import type { LiveConversation, LiveStatus } from "../../analyses/live/result.ts";
import { visible } from "../../base/visible.ts";
import { number } from "../figures.ts";
import { type ListColumn, layOutList } from "../list-table.ts";
import { dollars, duration } from "./money-and-time.ts";
import { savingLine } from "./saving-words.ts";

/** The state of a proxy as lines for people. */
export function liveText(status: LiveStatus, { columns }: { readonly columns: number }): string {
  const { policy, upstreams, upSeconds, sums, conversations } = status;
  const sum = (name: string) => sums[name] ?? 0;
  const lines = [
    `policy ${policy}, to ${upstreams.join(", ")}, running for ${duration(upSeconds)}`,
    `${number(sum("requests"))} requests: ${number(sum("results_shortened"))} results shortened, ` +
      `${number(sum("results_masked"))} masked; ${number(sum("chars_kept"))} chars kept from the wire, ` +
      `${dollars(sum("dollars_saved"))} saved at list prices`,
    `${number(sum("cache_breaks"))} cache breaks (${dollars(sum("cache_break_dollars"))}), ` +
      `${number(sum("not_edited"))} not edited, ${number(sum("resends"))} sent again, ` +
      `${number(sum("upstream_errors"))} upstream errors`,
    savingLine(status),
  ];
  const list = conversations.length === 0 ? "" : `\n${layOutList(conversations, COLUMNS, columns)}`;
  return `${lines.map((line) => `${visible(line)}\n`).join("")}${list}`;
}

const COLUMNS: readonly ListColumn<LiveConversation>[] = [
  { name: "conversation", text: ({ id }) => id },
  { name: "last", text: ({ agoSeconds }) => `${duration(agoSeconds)} ago` },
  { name: "requests", text: ({ requests }) => number(requests) },
  { name: "turns", text: ({ toolTurns }) => number(toolTurns) },
  { name: "edited", text: ({ shortened, masked }) => number(shortened + masked) },
  { name: "saved", text: ({ money }) => (money ? dollars(money.saved - money.cacheBreaks) : "–") },
  {
    name: "model",
    text: ({ model, wire, reason }) =>
      visible(reason === undefined ? (model ?? wire) : `${model ?? wire}: ${reason}`),
  },
];
