import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { liveObservations } from "./live-messages.ts";
import { type LargeObservation, MAX_LARGEST, UNKNOWN_TOOL } from "./result.ts";

/** The largest few of what is added, the largest first; of equals those that came first. */
export interface TopList<T> {
  add(item: T): void;
  /** Whether an item of this size would be among them. */
  admits(chars: number): boolean;
  readonly items: readonly T[];
}

export function createTopList<T extends { readonly chars: number }>(): TopList<T> {
  const items: T[] = [];
  const admits = (count: number) =>
    items.length < MAX_LARGEST || count > (items.at(-1)?.chars ?? 0);
  return {
    admits,
    add(item) {
      if (!admits(item.chars)) return;
      const at = items.findIndex(({ chars }) => chars < item.chars);
      items.splice(at < 0 ? items.length : at, 0, item);
      if (items.length > MAX_LARGEST) items.pop();
    },
    items,
  };
}

/** The largest observations of a transcript; `lineOf` is asked in conversation order. */
export function largestOf(
  transcript: Transcript,
  { file, lineOf }: { readonly file: string; lineOf(part: ObservationPart): number },
): readonly LargeObservation[] {
  const top = createTopList<ObservationPart>();
  for (const part of liveObservations(transcript)) if (part.chars > 0) top.add(part);
  const lines = new Map(
    top.items
      .toSorted((a, b) => a.index - b.index)
      .map((part) => [part.index, lineOf(part)] as const),
  );
  return top.items.map((part) => ({
    file,
    line: lines.get(part.index) ?? 1,
    tool: transcript.toolName(part) || UNKNOWN_TOOL,
    chars: part.chars,
  }));
}
