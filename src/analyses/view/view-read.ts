import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import { mainArguments } from "../../reduce/texts/main-arguments.ts";
import type { Part } from "../../transcript/model/message.ts";
import { chars4, tokensOf } from "../../transcript/model/size.ts";
import { modelOf } from "../compare/billing/price-of-model.ts";
import type { ViewedMessage, ViewedPart, ViewedTranscript } from "./result.ts";
import { TextList } from "./text-list.ts";
import { type TriedWindows, tryWindows } from "./try-windows.ts";
import { windowPositions } from "./window-positions.ts";

/** How a transcript is viewed, besides its bytes. */
export interface Viewing {
  readonly file: string;
  readonly policy: Policy;
  /** The original of an observation whose whole text is a placeholder, where that is known. */
  readonly originalOf: (text: string) => string | undefined;
}

/** A transcript with its texts, what is masked in it, and what each window would mask. */
export function viewRead(read: ReadTranscript, viewing: Viewing): ViewedTranscript {
  const { transcript, format, line } = read;
  const { policy, file } = viewing;
  const texts = new TextList();
  const counter = policy.counter ?? chars4;
  const windows = windowPositions(transcript, policy.window);
  const partOf = partViewer(read, viewing, texts);
  const parts = Array.from(transcript.parts, partOf);
  const tried = tryWindows(read, windows, { policy, counter, texts });
  const model = modelOf(transcript);
  return {
    file,
    line,
    format,
    ...(model !== undefined && { model }),
    turns: transcript.turns.count,
    counter: counter.name,
    windowUnit: policy.window.unit,
    windows,
    chosen: windows.indexOf(policy.window.size),
    before: tried.before,
    outcomes: tried.outcomes,
    messages: messagesOf(read, tried),
    parts: parts.map((part, index) => {
      const spans = tried.parts.of(index);
      return spans === undefined ? part : { ...part, spans };
    }),
    texts: texts.texts,
  };
}

function messagesOf(
  { transcript }: ReadTranscript,
  { messages: dropped }: TriedWindows,
): readonly ViewedMessage[] {
  const { turns, firstLive } = transcript;
  let first = 0;
  return Array.from(transcript.messages, ({ index, role, parts }): ViewedMessage => {
    const start = first;
    first += parts.length;
    const spans = dropped.of(index);
    return {
      role,
      turn: turns.of(index),
      first: start,
      ...(index < firstLive && { isDead: true }),
      ...(spans !== undefined && { dropped: spans.map(({ from, to }) => [from, to] as const) }),
    };
  });
}

/** Makes the view of one part after another. */
function partViewer(
  { transcript, lineOf }: ReadTranscript,
  { policy, originalOf }: Viewing,
  texts: TextList,
): (part: Part) => ViewedPart {
  const counter = policy.counter ?? chars4;
  const placeholders = placeholdersOf(transcript, policy);
  return (part) => {
    const { kind, chars, index } = part;
    const text = kind === "image" ? "" : transcript.text(part);
    const tool = transcript.toolName(part);
    const mate = transcript.pairs.mate(index);
    const original = kind === "observation" ? originalOf(text) : undefined;
    const isMasked =
      kind === "observation" && (original !== undefined || placeholders.isMasked(part));
    const shown = kind === "call" ? text.slice(part.name.length) : text;
    return {
      kind,
      line: lineOf(part),
      chars,
      tokens: tokensOf(part, transcript, counter),
      ...(shown !== "" && { text: texts.add(shown) }),
      ...(tool !== undefined && tool !== "" && { tool }),
      ...(kind === "call" && { about: inOneLine(mainArguments(shown)) }),
      ...(mate !== undefined && { mate }),
      ...(kind === "observation" && part.isError && { isError: true }),
      ...(isMasked && { isMasked }),
      ...(original !== undefined && { original: texts.add(original) }),
      ...(kind === "image" && { bytes: part.bytes }),
    };
  };
}

/** Chars of a call's arguments that are shown where there is one line for it. */
const ABOUT_CHARS = 160;

function inOneLine(text: string): string {
  return text
    .slice(0, 4 * ABOUT_CHARS)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, ABOUT_CHARS);
}
