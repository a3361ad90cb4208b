import { createDigest } from "../../base/create-digest.ts";
import { type BoundBlock, boundBlocks } from "../../reduce/binding/bound-blocks.ts";
import type { BoundModel } from "../../reduce/binding/bound-models.ts";
import type { BindingOption } from "../../reduce/binding/reasoning-setting.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../reduce/pipeline/policy.ts";
import { placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import type { ObservationPart, Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Fault } from "./finding.ts";

/** Evidence for whether reasoning was recorded before an edit in front of it was made. */
export interface ReasoningEvidence {
  readonly binding: BindingOption;
  /** The template of placeholders in the transcript, if it was not a default. */
  readonly placeholder?: string | undefined;
  /** The transcript before it was edited. */
  readonly original?: TranscriptPrefixes | undefined;
  /** When the text with this reference was archived, in milliseconds since 1970. */
  archivedAt?(ref: string): number | undefined;
}

/** A transcript to check, and where and when its parts were recorded. */
export interface CheckedTranscript {
  readonly transcript: Transcript;
  lineOf(part: Part): number;
  /** In milliseconds since 1970; undefined if unknown. */
  timeOf(part: Part): number | undefined;
  /** Whether the program that resumes it asks its provider to drop invalid reasoning instead of refusing it. */
  readonly asksToDrop?: true | undefined;
}

/** Bound reasoning that its provider no longer accepts, or may not. */
export interface BrokenReasoning extends Fault<Part> {
  readonly rule: "broken-reasoning" | "maybe-broken-reasoning";
  readonly block: BoundBlock;
  /** The provider's answer to a request with it. */
  readonly answer: BoundModel["broken"];
  /** The line of the edit in front of it. */
  readonly editLine: number;
}

/** The prefix of each signed block of a transcript. */
export interface TranscriptPrefixes {
  /** A digest of each part that the model sees, in order. */
  readonly parts: readonly string[];
  /** The digests of everything before a block, by the block's digest. */
  readonly blocks: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The prefixes of a transcript as it is now. */
export function prefixesOf(transcript: Transcript): TranscriptPrefixes {
  const parts: string[] = [];
  const blocks = new Map<string, Set<string>>();
  for (const { part, digest, prefix } of digests(transcript)) {
    parts.push(digest);
    if (part.kind !== "reasoning" || !part.signed) continue;
    const known = blocks.get(digest) ?? new Set();
    known.add(prefix);
    blocks.set(digest, known);
  }
  return { parts, blocks };
}

/**
 * Finds bound reasoning after an edit that was made later; certain if the original or the archive's time shows it.
 * Reasoning recorded after the edit in front of it is valid.
 */
export function checkReasoning(
  read: CheckedTranscript,
  evidence: ReasoningEvidence,
): readonly BrokenReasoning[] {
  const { binding, original } = evidence;
  const blocks = boundBlocks(read.transcript, { binding, lone: "stays" });
  if (blocks.length === 0) return [];
  return original === undefined
    ? afterPlaceholders(read, blocks, evidence)
    : againstOriginal(read, blocks, original);
}

/** The provider's answer to broken reasoning, for the program that resumes this transcript. */
function answerTo({ model: { broken } }: BoundBlock, { asksToDrop }: CheckedTranscript) {
  return broken === "refused" && asksToDrop ? "dropped" : broken;
}

function againstOriginal(
  read: CheckedTranscript,
  blocks: readonly BoundBlock[],
  original: TranscriptPrefixes,
): readonly BrokenReasoning[] {
  const bound = new Map(blocks.map((block) => [block.part.index, block]));
  const broken: BrokenReasoning[] = [];
  let edit: Part | undefined;
  let at = 0;
  for (const { part, digest, prefix } of digests(read.transcript)) {
    if (digest !== original.parts[at++]) edit ??= part;
    const block = bound.get(part.index);
    const known = block && original.blocks.get(digest);
    if (block !== undefined && known !== undefined && !known.has(prefix))
      broken.push(faultOf({ read, block, edit: edit ?? part }, "broken-reasoning"));
  }
  return broken;
}

function afterPlaceholders(
  read: CheckedTranscript,
  blocks: readonly BoundBlock[],
  { archivedAt, placeholder }: ReasoningEvidence,
): readonly BrokenReasoning[] {
  const { transcript } = read;
  const template = placeholder === undefined ? {} : { placeholder };
  const policy = createPolicy({ refs: true, ...template }, PROGRAM_DEFAULTS);
  const { isMasked } = placeholdersOf(transcript, policy);
  const edits = [...transcript.observations()]
    .filter((part) => part.message >= transcript.firstLive && isMasked(part))
    .map((part) => ({ part, time: archivedTime(transcript.text(part), archivedAt) }));
  const broken: BrokenReasoning[] = [];
  let maybe: BrokenReasoning | undefined;
  for (const block of blocks) {
    const before = edits.filter(({ part }) => part.index < block.part.index);
    if (before.length === 0) continue;
    const made = read.timeOf(block.part);
    // Times of an archive are whole seconds, rounded down.
    const later = before.find(
      ({ time }) => made !== undefined && time !== undefined && time + 1000 > made,
    );
    if (later !== undefined)
      broken.push(faultOf({ read, block, edit: later.part }, "broken-reasoning"));
    else if (made === undefined || before.some(({ time }) => time === undefined))
      maybe ??= faultOf({ read, block, edit: firstUnknown(before) }, "maybe-broken-reasoning");
  }
  return broken.length > 0 || maybe === undefined ? broken : [maybe];
}

interface DatedEdit {
  readonly part: ObservationPart;
  readonly time: number | undefined;
}

function firstUnknown(edits: readonly DatedEdit[]): ObservationPart {
  return ((edits.find(({ time }) => time === undefined) ?? edits[0]) as DatedEdit).part;
}

function archivedTime(
  placeholder: string,
  archivedAt: ReasoningEvidence["archivedAt"],
): number | undefined {
  for (const [ref] of placeholder.matchAll(REF)) {
    const time = archivedAt?.(ref);
    if (time !== undefined) return time;
  }
  return undefined;
}

const REF = /(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])/g;

function faultOf(
  {
    read,
    block,
    edit,
  }: { readonly read: CheckedTranscript; readonly block: BoundBlock; readonly edit: Part },
  rule: BrokenReasoning["rule"],
): BrokenReasoning {
  const { part, modelId } = block;
  const editLine = read.lineOf(edit);
  const answer = answerTo(block, read);
  const then =
    answer === "refused"
      ? "the API answers 400"
      : answer === "dropped"
        ? "the API drops it"
        : "its signature no longer matches";
  const message =
    rule === "broken-reasoning"
      ? `reasoning of ${modelId} is bound to what was before line ${editLine} was edited: ${then}`
      : `reasoning of ${modelId} follows an edit on line ${editLine} of unknown age; --against ORIGINAL tells whether it is valid`;
  return { at: part, rule, message, block, editLine, answer };
}

interface PartDigest {
  readonly part: Part;
  /** The digest of the part alone. */
  readonly digest: string;
  /** The digest of all parts before it. */
  readonly prefix: string;
}

/** The parts that reach the model, with digests. */
function* digests(transcript: Transcript): Iterable<PartDigest> {
  let prefix = "";
  for (let index = transcript.firstLive; index < transcript.messages.length; index++)
    for (const part of transcript.messages.at(index)?.parts ?? []) {
      const digest = sum(`${part.kind}\n${transcript.text(part)}`);
      yield { part, digest, prefix };
      prefix = sum(prefix + digest);
    }
}

function sum(text: string): string {
  return createDigest().update(text).digest("hex").slice(0, 32);
}
