import type { Archive } from "../../archive/archive.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { digestOf, refOf } from "../../base/digest.ts";
import type { ReadTranscript } from "../../engine/input/read-transcript.ts";
import { readTranscriptsIn } from "../../engine/input/read-transcripts.ts";
import { memoryStore } from "../../io/store.ts";
import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { compactWith } from "../compact.ts";
import { chosenFormats } from "../format-option.ts";
import type { SentMemo } from "./sent-memo.ts";

/** The formats that messages have in requests to providers. */
export type RequestFormat = "anthropic" | "openai-chat" | "openai-responses" | "gemini-contents";

/** How requests are edited. */
export interface RequestEditing {
  /** Results of more chars than this are shortened to it when they are new. */
  readonly firstSight: number;
  readonly memo: SentMemo;
  /** The folder of the archive that originals go to, so that they can be had again; none: nowhere. */
  readonly archive?: string | undefined;
}

/** Edits requests to providers. */
export interface RequestEditor {
  /**
   * Shortens the large tool results of a request that are sent for the first time: those after the last reply of the
   * model. What was sent before is sent as it was then, shortened or raw. All other bytes stay.
   *
   * @throws {ElisionError} for a body that is not a request of the format; it has to be sent as it is.
   */
  edit(body: Uint8Array, format: RequestFormat): EditedRequest;
  /** Has results that were decided for a request stay raw from now on: it was sent as it came. */
  keepRaw(edited: Pick<EditedRequest, "unknown">): void;
  /** Lets go of the archive. */
  close(): void;
}

/** An editor that remembers what it sent. */
export function createRequestEditor({
  firstSight,
  memo,
  archive: dir,
}: RequestEditing): RequestEditor {
  const archive = dir === undefined ? undefined : openArchive(dir, { mode: "write" });
  return {
    edit: (body, format) => editRequest(body, format, { firstSight, memo, archive }),
    keepRaw({ unknown }) {
      for (const key of unknown) memo.set(key, "raw");
    },
    close: () => archive?.close(),
  };
}

/** A request as it is to be sent, and what was done to it. */
export interface EditedRequest {
  /** The body to send: the same bytes, not a copy, if nothing was edited. */
  readonly bytes: Uint8Array;
  /** Tells the conversation from others: a digest of its first message of the user. */
  readonly conversation: string;
  /** The tool results in it, and how many of them are larger than the limit. */
  readonly results: number;
  readonly large: number;
  /** Results that are sent shortened, how many of them for the first time, and the chars that this saves. */
  readonly shortened: number;
  readonly fresh: number;
  readonly savedChars: number;
  /** Large results that stay as they are since they had been sent so. */
  readonly leftRaw: number;
  /** The keys of the large results that nothing was known of, for `keepRaw`. */
  readonly unknown: readonly string[];
}

function editRequest(
  body: Uint8Array,
  format: RequestFormat,
  {
    firstSight,
    memo,
    archive,
  }: Pick<RequestEditing, "firstSight" | "memo"> & { readonly archive: Archive | undefined },
): EditedRequest {
  const { conversation, results, large } = readRequest(body, format, firstSight);
  const decided = large.map((each) => ({
    ...each,
    sent: memo.get(each.key) ?? (each.isNew ? "short" : "raw"),
  }));
  const unknown = large.filter(({ key }) => memo.get(key) === undefined).map(({ key }) => key);
  const raw = decided.filter(({ sent }) => sent === "raw");
  const about = { conversation, results, large: large.length, unknown };
  if (raw.length === decided.length) {
    for (const { key } of raw) memo.set(key, "raw");
    return { ...about, bytes: body, shortened: 0, fresh: 0, savedChars: 0, leftRaw: raw.length };
  }
  const { bytes, transcripts } = compactWith(body, {
    observationMasking: false,
    format,
    firstSight,
    keepRefs: raw.map(({ ref }) => ref),
    ...(archive !== undefined && { archive }),
  });
  for (const { key, sent } of decided) memo.set(key, sent);
  const sum = (of: "maskedCount" | "savedChars") =>
    transcripts.reduce((all, transcript) => all + transcript[of], 0);
  const fresh = decided.filter(({ key, sent }) => sent === "short" && unknown.includes(key));
  return {
    ...about,
    bytes,
    shortened: sum("maskedCount"),
    fresh: fresh.length,
    savedChars: sum("savedChars"),
    leftRaw: raw.length,
  };
}

interface LargeResult {
  readonly key: string;
  readonly ref: string;
  /** Whether it comes after the last reply of the model. */
  readonly isNew: boolean;
}

function readRequest(body: Uint8Array, format: RequestFormat, limit: number) {
  let conversation = "";
  let results = 0;
  const large: LargeResult[] = [];
  readTranscriptsIn(
    body,
    {
      file: "request",
      formats: chosenFormats({ format }),
      strict: true,
      onBadLine() {},
      onTranscript({ transcript }: ReadTranscript) {
        conversation = conversationOf(transcript);
        const lastReply = lastReplyOf(transcript);
        for (const part of transcript.observations()) {
          results++;
          if (textCharsOf(part) <= limit) continue;
          const text = transcript.text(part);
          const key = keyOf(conversation, transcript, part, text);
          large.push({ key, ref: refOf(text), isNew: part.message > lastReply });
        }
      },
    },
    { store: memoryStore() },
  );
  return { conversation, results, large };
}

/**
 * A conversation is told by its first message of the user, and a result in it by its call and its text: system
 * prompts and the marks of caches change from request to request, and these do not.
 */
function conversationOf(transcript: Transcript): string {
  for (const { role, parts } of transcript.messages)
    if (role === "user") return digestOf(parts.map((part) => transcript.text(part)).join("\0"));
  return digestOf("");
}

function keyOf(
  conversation: string,
  transcript: Transcript,
  part: ObservationPart,
  text: string,
): string {
  return digestOf([conversation, transcript.callId(part) ?? "", text].join("\0")).slice(0, 32);
}

function lastReplyOf({ messages }: Transcript): number {
  for (let at = messages.length - 1; at >= 0; at--)
    if (messages.at(at)?.role === "assistant") return at;
  return -1;
}
