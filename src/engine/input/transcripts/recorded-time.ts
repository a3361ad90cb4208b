import { nodeAt } from "../../../formats/shared/key-path.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import type { Context, ReadTranscript } from "./read-transcript.ts";

/** When a message was recorded, in milliseconds since 1970; undefined if unknown. */
export function recordedTime(
  {
    transcript,
    placed,
    open,
  }: Pick<Context, "transcript" | "placed"> & Pick<ReadTranscript, "open">,
  index: number,
): number | undefined {
  const message = transcript.messages.at(index);
  const unit = message === undefined ? undefined : placed.units(message)[0];
  if (unit === undefined) return undefined;
  const { tree, parts } = open(unit.record);
  const found = parts.unit(unit.unit);
  const timeIn = (node: Node): number | undefined => {
    for (const key of TIME_KEYS) {
      const value = nodeAt(tree, node, key);
      if (value === NONE) continue;
      const text = tree.text(value);
      const time = tree.isNumber(value)
        ? Number(text) * (Number(text) < 1e11 ? 1000 : 1)
        : Date.parse(text);
      if (Number.isFinite(time)) return time;
    }
    return undefined;
  };
  const own = found === undefined || found.inside !== undefined ? undefined : timeIn(found.node);
  return own ?? timeIn(tree.root);
}

const TIME_KEYS = [
  "timestamp",
  "ts",
  "created",
  "created_at",
  "createdAt",
  "time.created",
  "info.time.created",
];
