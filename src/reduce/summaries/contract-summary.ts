import type { Message, Part } from "../../transcript/model/message.ts";
import { taskOf } from "../../transcript/model/transcript.ts";
import type { SummaryStyle } from "../pipeline/option-values.ts";
import { clipText } from "../texts/clip.ts";
import { oneLine } from "../texts/white-space.ts";
import { detailLines, doneLines } from "./detailed-summary.ts";
import type { MessagesToDrop, SummarySource } from "./summary-source.ts";

/**
 * The deterministic summary of messages about to be dropped: objective, unresolved tasks, tool outcomes and
 * constraints, at most `maxChars` long. It is built from the texts as they were before masking. `ref` is that of
 * all their text, and is written last. The styles `reference` and `detailed` say more about finished work.
 */
export function contractSummary(
  transcript: SummarySource,
  dropped: MessagesToDrop,
  {
    maxChars,
    ref,
    style = "contract",
  }: {
    readonly maxChars: number;
    readonly ref?: string | undefined;
    readonly style?: SummaryStyle;
  },
): string {
  const task = taskOf(transcript);
  const objective = task === undefined ? "" : clipText(oneLine(textOf(transcript, task)), 220);
  const unresolved = tagged(transcript, dropped, "unresolved");
  const constraints = tagged(transcript, dropped, "constraint");
  const outcomes = observations(transcript, dropped);
  const lines = [
    `Conversation summary (${HEADINGS[style]}):`,
    `- Objective: ${objective || "Not specified."}`,
    ...linesOfWork(transcript, dropped, style),
    `- Unresolved tasks: ${items(unresolved, 6) || "None captured."}`,
    `- Key tool outcomes: ${items(outcomes, 6) || "No tool outcomes captured."}`,
    `- Current constraints: ${items(constraints, 8) || "No constraints captured."}`,
  ];
  const text = lines.join("\n");
  if (ref === undefined) return clipText(text, maxChars);
  const reference = `- Original: ref ${ref}`;
  const room = maxChars - reference.length - 1;
  return room > 0 ? `${clipText(text, room)}\n${reference}` : clipText(text, maxChars);
}

const HEADINGS: Readonly<Record<SummaryStyle, string>> = {
  contract: "contract",
  reference: "for reference; do not redo what is done",
  detailed: "detailed",
};

function linesOfWork(transcript: SummarySource, dropped: MessagesToDrop, style: SummaryStyle) {
  if (style === "contract") return [];
  return style === "detailed" ? detailLines(transcript, dropped) : doneLines(transcript, dropped);
}

/** The first `max` lines that differ and are not empty. */
function items(lines: Iterable<string>, max: number): string {
  const unique = new Set<string>();
  for (const line of lines) {
    if (unique.size === max) break;
    // As they are shown: outputs that begin alike would fill the list with one line.
    if (line !== "") unique.add(line);
  }
  return [...unique].join("; ");
}

/** The most chars of an item. */
const ITEM_CHARS = 120;

function* tagged(transcript: SummarySource, messages: Iterable<Message>, tag: string) {
  if (!transcript.hasTags) return;
  for (const message of messages) {
    if (message.tags.includes(tag))
      yield clipText(oneLine(textOf(transcript, message)), ITEM_CHARS);
  }
}

function* observations(transcript: SummarySource, messages: Iterable<Message>) {
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.kind === "observation") yield startOf(transcript, part);
    }
  }
}

/** The start of a text, on one line. Most texts are long: the rest of them is not read. */
function startOf(transcript: SummarySource, part: Part): string {
  const start = transcript.excerpt(part, READ_CHARS);
  const line = oneLine(start);
  const isEnough = line.length > ITEM_CHARS || start.length < READ_CHARS;
  return clipText(isEnough ? line : oneLine(transcript.text(part)), ITEM_CHARS);
}

/** The chars of a text that are read for an item, before all of it is. */
const READ_CHARS = 4 * ITEM_CHARS;

/** The text of a message, without its calls and reasoning. */
function textOf(transcript: SummarySource, message: Message): string {
  return message.parts
    .filter((part) => part.kind === "text" || part.kind === "observation")
    .map((part) => transcript.text(part))
    .join("\n");
}
