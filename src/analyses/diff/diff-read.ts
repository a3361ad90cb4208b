import { refOf } from "../../base/digest.ts";
import { reduceRead } from "../../engine/edits/reduce-read.ts";
import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import { argumentOf, callOf } from "../../reduce/pipeline/call-of.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { charsOfEdit } from "../../reduce/pipeline/part-edits.ts";
import type { PartEdit, Reduction, Replacement } from "../../reduce/pipeline/reduction.ts";
import { RULES } from "../../reduce/rules/index.ts";
import { clipText } from "../../reduce/texts/clip.ts";
import { charsWith } from "../../transcript/model/message.ts";
import { turnOfObservation } from "../../transcript/model/transcript.ts";
import type { DiffChange, TranscriptDiff } from "./result.ts";

/** The most chars of a line in a diff. */
const MAX_LINE = 200;

/** Chars of a text searched for its first line. */
const HEAD_CHARS = 1000;

/** The changes that a policy would make to a transcript as it was read from an input. */
export function diffRead(
  read: ReadTranscript,
  { file, policy }: { readonly file: string; readonly policy: Policy },
): TranscriptDiff {
  const { reduction } = reduceRead({ policy, answers: undefined }, read);
  const changes: (readonly [index: number, change: DiffChange])[] = [];
  for (const each of reduction.replacements())
    changes.push([each.part.index, replaced(read, each)]);
  for (const each of reduction.edits()) changes.push([each.part.index, edited(read, each)]);
  const dropped = droppedIn(read, reduction);
  if (dropped !== undefined) changes.push(dropped);
  changes.sort(([a], [b]) => a - b);
  return {
    file,
    line: read.line,
    format: read.format,
    beforeChars: reduction.before.chars,
    afterChars: reduction.after.chars,
    changes: changes.map(([, change]) => change),
  };
}

function replaced(
  { transcript, lineOf }: ReadTranscript,
  { part, text, rule }: Replacement,
): DiffChange {
  const tool = transcript.toolName(part);
  const argument = argumentOf(transcript, callOf(transcript, part));
  return {
    line: lineOf(part),
    turn: turnOfObservation(transcript, part),
    kind: "result",
    ...(tool !== undefined && tool !== "" && { tool }),
    ...(argument !== undefined && { argument }),
    ref: refOf(transcript.text(part)),
    beforeChars: part.chars,
    afterChars: charsWith(part, text),
    by: rule,
    reason: reasonOf(rule),
    goes: firstLine(transcript.excerpt(part, HEAD_CHARS)),
    comes: firstLine(text),
  };
}

function edited({ transcript, lineOf }: ReadTranscript, edit: PartEdit): DiffChange {
  const { part, text, rule } = edit;
  const isCall = part.kind === "call";
  const argument = isCall ? argumentOf(transcript, part) : undefined;
  return {
    line: lineOf(part),
    turn: transcript.turns.of(part.message),
    kind: part.kind,
    ...(isCall && part.name !== "" && { tool: part.name }),
    ...(argument !== undefined && { argument }),
    beforeChars: part.chars,
    afterChars: charsOfEdit(transcript, part, text),
    by: rule,
    reason: reasonOf(rule),
    goes: part.kind === "image" ? "[image]" : firstLine(transcript.excerpt(part, HEAD_CHARS)),
    comes: firstLine(text),
  };
}

/** The dropped messages, as one change at the place of the first. */
function droppedIn(
  { transcript, lineOf }: ReadTranscript,
  { condensation, stage }: Reduction,
): readonly [index: number, change: DiffChange] | undefined {
  if (condensation === undefined || stage === undefined) return undefined;
  const { drop, summary = "" } = condensation;
  const part = drop.first?.parts[0];
  if (part === undefined) return undefined;
  let chars = 0;
  for (const { parts } of drop) for (const each of parts) chars += each.chars;
  const change: DiffChange = {
    line: lineOf(part),
    turn: transcript.turns.of(part.message),
    kind: "messages",
    beforeChars: chars,
    afterChars: summary.length,
    by: stage,
    reason: stage === "summarization" ? "a summary takes their place" : "to fit the budget",
    messages: drop.size,
    goes: firstLine(transcript.excerpt(part, HEAD_CHARS)),
    comes: firstLine(summary),
  };
  return [part.index, change];
}

function reasonOf(rule: keyof typeof RULES): string {
  return rule === "window" ? "it is outside the window" : RULES[rule].reason;
}

/** The first line that is not blank, clipped; for a command's result, of its output. */
function firstLine(text: string): string {
  const output = text.replace(COMMAND_HEAD, "");
  const line = /\S[^\r\n]*/.exec(output)?.[0] ?? text.trim();
  return clipText(line.replaceAll("\t", " "), MAX_LINE);
}

/** The lines that Codex writes before the output of a command. */
const COMMAND_HEAD = /^(?:Chunk ID|Command|Exit code): (?:.*\n){1,8}?Output:\n/;
