import { isRecord } from "../../../base/json-value.ts";
import { quoted } from "../../../base/quoted.ts";
import { oneLine } from "../../../reduce/texts/white-space.ts";
import { itemText } from "../item-text.ts";
import { LIST_FIELDS, type ListField, type SnapshotContent } from "../result.ts";

/** Something that a model left out, and why. */
export interface Dropped {
  readonly value: string;
  readonly reason: string;
}

/** A model's reply of valid form. Its texts are neither checked nor cut yet. */
export interface ReflectedReply {
  readonly content: SnapshotContent;
  readonly dropped: readonly Dropped[];
  /** The names of the sources that an item was made of. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

/** Why a reply cannot be used. */
export interface BadReply {
  readonly problem: "empty_reply" | "malformed_json" | "invalid_reply";
  readonly detail: string;
}

/** A reply that is nothing but a fenced block of code. */
const FENCED = /^```[a-z]*\s*\n([\s\S]*?)\n?```$/i;

/** Reads a reply: one JSON object, alone or as one fenced block, with all fields of a snapshot. */
export function parseReply(text: string): ReflectedReply | BadReply {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "empty_reply", detail: "the reply is empty" };
  let value: unknown;
  try {
    value = JSON.parse(FENCED.exec(trimmed)?.[1] ?? trimmed);
  } catch {
    return { problem: "malformed_json", detail: `the reply is no JSON: ${excerpt(trimmed)}` };
  }
  return isRecord(value) ? replyOf(value) : invalid("expected an object");
}

/** Whether a reply cannot be used. */
export function isBad(reply: ReflectedReply | BadReply): reply is BadReply {
  return "problem" in reply;
}

function replyOf(value: Readonly<Record<string, unknown>>): ReflectedReply | BadReply {
  const { current_objective, dropped = [], sources = {} } = value;
  if (typeof current_objective !== "string" || current_objective.trim() === "")
    return invalid("current_objective: expected a text");
  const lists: Partial<Record<ListField, readonly string[]>> = {};
  for (const field of LIST_FIELDS) {
    const list = value[field];
    if (!isTexts(list)) return invalid(`${field}: expected an array of texts`);
    lists[field] = list;
  }
  if (!Array.isArray(dropped) || !dropped.every(isDropped))
    return invalid("dropped: expected an array of values and reasons");
  if (!isRecord(sources) || !Object.values(sources).every(isTexts))
    return invalid("sources: expected the names of sources for each item");
  const content = { current_objective, ...lists } as SnapshotContent;
  if (dropped.length === 0 && LIST_FIELDS.every((field) => content[field].length === 0))
    return { problem: "empty_reply", detail: "the reply has no items, and drops none" };
  return {
    content,
    dropped: dropped.map(({ value, reason }) => ({
      value: itemText(value),
      reason: itemText(reason),
    })),
    sources: new Map(
      Object.entries(sources).map(([item, names]) => [oneLine(item), names as string[]]),
    ),
  };
}

function invalid(detail: string): BadReply {
  return { problem: "invalid_reply", detail: `the reply is not as asked for: ${detail}` };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isDropped(value: unknown): value is Dropped {
  return isRecord(value) && typeof value.value === "string" && typeof value.reason === "string";
}

function excerpt(text: string): string {
  return quoted(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
