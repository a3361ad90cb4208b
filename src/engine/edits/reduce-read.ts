import type { Format } from "../../formats/format.ts";
import type { FormatChoice } from "../../formats/registry/format-choice.ts";
import { FEWEST_ALIKE } from "../../formats/shared/answer-texts.ts";
import type { LoneReasoning } from "../../reduce/binding/bound-blocks.ts";
import { reduceTranscript } from "../../reduce/pipeline/reduce-transcript.ts";
import type { Condensation, Dropping, Reduction } from "../../reduce/pipeline/reduction.ts";
import { isMost } from "../input/recognise/coverage.ts";
import { asksToDrop } from "../input/transcripts/asks-to-drop.ts";
import type { ReadTranscript } from "../input/transcripts/read-transcript.ts";
import { summaryMessage, unitsOf } from "./condense-items.ts";
import { droppingOf } from "./dropping.ts";
import type { Job } from "./job.ts";
import { newestOf } from "./native-condensing.ts";

/**
 * The reduction of a transcript. Nothing is dropped if a second run could not read the file back: it would drop again,
 * or refuse it.
 */
export function reduceRead(
  { policy, answers, formats }: Pick<Job, "policy" | "answers" | "formats">,
  read: ReadTranscript,
): { readonly reduction: Reduction; readonly undroppable?: string } {
  const reduce = (dropping: Dropping) =>
    reduceTranscript(read.transcript, policy, {
      dropping,
      answers,
      lone: loneReasoningOf(read.reader),
      isResumed: read.reader.isResumed ?? false,
      isSmaller: (condensation) => isSmallerInBytes(read, condensation),
    });
  const reduction = forReader(read, reduce(droppingOf(read.reader, read.placed)));
  const { condensation } = reduction;
  const undroppable = condensation && unreadableWithout(read, condensation, formats);
  if (undroppable === undefined) return { reduction };
  return { reduction: forReader(read, reduce("never")), undroppable };
}

/** Why a file could not be read back without some messages; undefined if it could. */
function unreadableWithout(
  read: ReadTranscript,
  condensation: Condensation,
  formats: FormatChoice | undefined,
): string | undefined {
  if (!isReadBack(read, condensation)) return "sessions whose lines name wrong parents";
  if (formats?.forced === undefined && isLeftUntold(read, condensation))
    return "chats that would keep fewer than two tool results, by which they are recognised";
  return isLeftUnread(read, condensation)
    ? "sessions of which little but unread tool results would be left"
    : undefined;
}

/** Whether a format that is told by its tool results could not be told by those that are left. */
function isLeftUntold({ transcript, reader }: ReadTranscript, { drop }: Condensation): boolean {
  if (reader.evidence !== "texts") return false;
  let all = 0;
  let left = 0;
  for (const { message } of transcript.observations()) {
    all++;
    if (!drop.indices.has(message)) left++;
  }
  return left < Math.min(all, FEWEST_ALIKE);
}

/**
 * Whether so little that was read is left that the unread tool results tell of another format. The format's own record
 * of a compaction leaves all messages in the file.
 */
function isLeftUnread(
  { transcript, reader, unreadResults }: ReadTranscript,
  { drop }: Condensation,
): boolean {
  if (unreadResults === 0 || typeof reader.dropping !== "string") return false;
  let results = 0;
  for (const { message, chars } of transcript.observations())
    if (chars > 0 && !drop.indices.has(message)) results++;
  return isMost(unreadResults, { results, messages: transcript.messages.length - drop.size });
}

/**
 * A reduction whose report on reasoning includes whether the resuming program asks its provider to drop invalid
 * reasoning.
 */
function forReader(read: ReadTranscript, reduction: Reduction): Reduction {
  const { reasoning } = reduction;
  const asks = reasoning && asksToDrop(read);
  return asks ? { ...reduction, reasoning: { ...reasoning, asksToDrop: asks } } : reduction;
}

/** How a format removes reasoning from a message with nothing else. */
export function loneReasoningOf({ loneReasoning, dropping }: Format): LoneReasoning {
  return loneReasoning ?? (dropping === "remove" ? "message" : "stays");
}

/**
 * Whether a summary takes fewer bytes of the file than the messages that it replaces. A format's own record of a
 * compaction leaves these in the file, so it is judged in chars alone.
 */
function isSmallerInBytes(
  { placed, reader, open }: ReadTranscript,
  condensation: Condensation,
): boolean {
  const summary = summaryMessage(reader, condensation);
  if (typeof reader.dropping !== "string" || summary === undefined) return true;
  let left: number | undefined;
  for (const { record, unit } of unitsOf(condensation.drop, placed)) {
    const { tree, parts } = open(record);
    const found = parts.unit(unit);
    if (found === undefined) continue;
    const inner = found.inside?.tree ?? tree;
    const ascii = found.inside === undefined && tree.isAscii;
    left ??= Buffer.byteLength(summary({ ascii }, { tree: inner, array: found.array }));
    left -= inner.end(found.node) - inner.start(found.node);
    if (left < 0) return true;
  }
  return left === undefined;
}

function isReadBack(
  { placed, reader: { dropping }, findings }: ReadTranscript,
  condensation: Condensation,
): boolean {
  if (typeof dropping === "string" || dropping.isReadBack === undefined) return true;
  const newest = newestOf(placed, condensation).map(({ index }) => placed.order(index));
  const hasSummary = condensation.summary !== undefined;
  return dropping.isReadBack(findings?.all() ?? [], { newest, hasSummary });
}
