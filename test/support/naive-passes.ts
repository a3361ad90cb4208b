/**
 * What stands for each observation by the words of the passes, evaluated anew on a prefix: the oracle
 * for the form that asks every rule once. Shares with it who belongs to which turn and pair, the words
 * of excerpts, and how a call is taken apart.
 */

import { shortenResult } from "../../src/reduce/first-sight/shorten-result.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import { excerptOf } from "../../src/reduce/texts/excerpt.ts";
import type { ObservationPart, Part } from "../../src/transcript/model/message.ts";
import { type Transcript, turnOfObservation } from "../../src/transcript/model/transcript.ts";
import { SHELL_READS } from "./busy-sessions.ts";
import { candidatesOf, NAIVE_TEMPLATE } from "./naive-masking.ts";

/**
 * The rule and the text for each masked part, by its index, given the notes on stale reads and on what
 * stands elsewhere (by the negative index) by then: which of two stands is a matter of which held
 * first, whether or not a guard kept the text. And what each was at first sight, by its index and a half.
 */
export function passesNaively(
  transcript: Transcript,
  options: ReduceOptions,
  said: Map<number, string>,
): ReadonlyMap<number, string> {
  const result = new Map<number, string>();
  const withoutSome = { ...options, keepErrors: "none", keepLastPerTool: 0 } as const;
  for (const candidate of candidatesOf(transcript, options)) {
    const { part, isNamed, isKept, isOutside, canBeMasked } = candidate;
    const text = transcript.text(part);
    const isOpen = part.editable && !text.startsWith("[Old");
    const isKeptWhole = candidatesOf(transcript, withoutSome).find(
      (c) => c.part.index === part.index,
    );
    const isNamedOut = isKeptWhole?.isKept === true;
    const about = { part, text, isOpen, isKept, isKeptWhole: isNamedOut, isOutside };
    const atOnce = said.get(part.index + 0.5) ?? shortened(options, about);
    said.set(part.index + 0.5, atOnce);
    if (options.observationMasking !== false && isNamed && canBeMasked)
      result.set(
        part.index,
        `window ${NAIVE_TEMPLATE.replace("{originalLength}", `${text.length}`)}`,
      );
    else {
      const stale = said.get(part.index) ?? staleRead(transcript, options, about);
      if (stale !== undefined) said.set(part.index, stale);
      const elsewhere = said.get(-part.index) ?? repeatNote(transcript, options, about);
      if (elsewhere !== undefined) said.set(-part.index, elsewhere);
      const note =
        (isKept ? undefined : stale) ??
        collapsedRun(transcript, options, about) ??
        dedupe(transcript, options, about) ??
        (isKept ? undefined : elsewhere) ??
        clamped(options, about) ??
        atOnce;
      if (note && note.length - note.indexOf(" ") - 1 < text.length) result.set(part.index, note);
    }
  }
  return result;
}

/** A successful call on a file that came in order. */
interface FileEvent {
  readonly part: ObservationPart;
  /** The path, and from which folder; and as the call has it. */
  readonly path: string;
  readonly named: string;
  readonly isRead: boolean;
  readonly from: number;
  readonly to: number;
}

function staleRead(
  transcript: Transcript,
  options: ReduceOptions,
  about: About,
): string | undefined {
  const { part, text, isOpen, isOutside } = about;
  if (options.staleReads !== true || !isOpen) return undefined;
  const events = fileEvents(transcript);
  const own = events.find((event) => event.isRead && event.part.index === part.index);
  if (own === undefined) return undefined;
  const later = events.filter((e) => e.path === own.path && e.part.index > part.index);
  const again = later.find(
    (e) =>
      e.isRead &&
      e.from <= own.from &&
      e.to >= own.to &&
      transcript.text(e.part).length >= text.length &&
      transcript.text(e.part).length <= (options.clamp ?? Number.POSITIVE_INFINITY) &&
      transcript.text(e.part).length <= (options.firstSight ?? Number.POSITIVE_INFINITY),
  );
  const edit = later.find((e) => !e.isRead);
  const next = later.find((e) => e.isRead);
  const { length } = text;
  if (again !== undefined)
    return `stale-reads [${own.named} was read again later by ${transcript.toolName(again.part)}, ${length} chars]`;
  const isStale = edit !== undefined && (next !== undefined || isOutside);
  return isStale ? `stale-reads [${own.named} was edited later, ${length} chars]` : undefined;
}

interface Args {
  readonly file_path?: string;
  readonly input?: string;
  readonly command?: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** The calls on files that came in order and worked, as the generated sessions have them. */
function fileEvents(transcript: Transcript): readonly FileEvent[] {
  const events: FileEvent[] = [];
  const latest = new Map<string, number>();
  for (const part of transcript.observations()) {
    const call = transcript.pairs.mate(part.index);
    if (call === undefined) continue;
    const args = JSON.parse(argumentsOf(transcript, part)) as Args;
    const patched = /Update File: (.*)/.exec(args.input ?? "")?.[1];
    const [shown, first = 0, after = 0] = SHELL_READS[args.command ?? ""] ?? [];
    const named = (args.file_path ?? patched)?.replace("./", "") ?? shown;
    if (named === undefined) continue;
    // Where a shell is depends on every `cd` before.
    const isMoved = shown !== undefined && !shown.startsWith("/");
    const path = isMoved ? `${movesBefore(transcript, call)} ${named}` : named;
    const written = args.command?.startsWith("cd /w ") ? named.replace("/w/", "") : named;
    if (call < (latest.get(path) ?? -1)) continue;
    latest.set(path, call);
    const text = transcript.text(part);
    // The only texts among the generated that speak of an error or are none of the tool's.
    const isFailure = patched === undefined ? /^error|^\[Old/ : /^error|^\[Old|^FAILED/m;
    if (part.isError || isFailure.test(text)) continue;
    const { offset = 0, limit = Number.POSITIVE_INFINITY } = args;
    const isWhole = args.offset === undefined && args.limit === undefined;
    const isAll = shown === undefined ? isWhole : first === 1 && after === Number.POSITIVE_INFINITY;
    const from = isAll ? Number.NEGATIVE_INFINITY : shown === undefined ? offset : first;
    events.push({
      part,
      path,
      named: written,
      isRead: shown !== undefined || transcript.toolName(part) === "Read",
      from,
      to: shown === undefined ? offset + limit : after,
    });
  }
  return events;
}

/** How many calls before one went to another folder. */
function movesBefore(transcript: Transcript, call: number): number {
  let count = 0;
  for (const part of transcript.parts)
    if (part.index < call && part.kind === "call" && /"(?:cd|source) /.test(transcript.text(part)))
      count++;
  return count;
}

interface About {
  readonly part: ObservationPart;
  readonly text: string;
  readonly isOpen: boolean;
  readonly isKept: boolean;
  /** Kept by a guard that holds although its errors stay. */
  readonly isKeptWhole: boolean;
  readonly isOutside: boolean;
}

/** The command of a run, as the generated sessions have them. */
function commandOf(transcript: Transcript, part: ObservationPart): string | undefined {
  const { command } = JSON.parse(argumentsOf(transcript, part)) as { command?: string };
  if (command?.includes("pytest -q")) return "pytest -q";
  return command === "npm test" ? command : undefined;
}

function collapsedRun(
  transcript: Transcript,
  options: ReduceOptions,
  about: About,
): string | undefined {
  const { part, text, isOpen, isKeptWhole } = about;
  if (options.collapseFailures !== true || !isOpen || isKeptWhole) return undefined;
  const command = commandOf(transcript, part);
  if (command === undefined) return undefined;
  let latest = -1;
  const runs = [...transcript.observations()].filter((run) => {
    const call = transcript.pairs.mate(run.index);
    if (call === undefined || commandOf(transcript, run) !== command || call < latest) return false;
    latest = call;
    return !transcript.text(run).startsWith("[Old");
  });
  const at = runs.findIndex(({ index }) => index === part.index);
  if (at < 0 || at === runs.length - 1) return undefined;
  const lines = text.split("\n").filter((each) => /^(?:FAILED |E {3}|error\[)/.test(each));
  if (lines.length === 0) return undefined;
  const count = `${lines.length} error line${lines.length === 1 ? "" : "s"}`;
  const note = `[earlier failed run: ${count}, ${text.length} chars]\n${lines.join("\n")}`;
  return `collapse-failures ${note}`;
}

/** What an observation has that neither its turn said nor what followed so far, line by line. */
function repeatNote(
  transcript: Transcript,
  options: ReduceOptions,
  about: About,
): string | undefined {
  const { part, text, isOpen } = about;
  const { turns } = transcript;
  const turn = turns.of(part.message);
  if (options.redundant !== true || !isOpen || text.length < 2000) return undefined;
  if (turn === 0 || turn + 2 > turns.count || turnOfObservation(transcript, part) !== turn)
    return undefined;
  const others = [...transcript.parts].filter(({ index, message }) => {
    return index > part.index || turns.of(message) === turn;
  });
  const isSaid = ({ kind }: Part) => kind === "text" || kind === "call";
  const { staleReads, collapseFailures, clamp, firstSight } = options;
  const observations = others.filter((o) => o.kind === "observation" && o.index > part.index);
  const masked = observations.find((o) => transcript.text(o).startsWith("[Old"));
  const whole =
    staleReads || collapseFailures || clamp !== undefined || firstSight !== undefined
      ? []
      : observations.filter((o) => turnOfObservation(transcript, o) === turns.of(o.message));
  const end = whole.length === 0 ? undefined : masked;
  const sources = [...others.filter(isSaid), ...whole]
    .filter(({ index, message }) => {
      return end === undefined || index < end.index || turns.of(message) === turn;
    })
    .filter(({ kind, index }) => kind !== "observation" || index < (end?.index ?? index + 1))
    .map((o) => (o.kind === "call" ? stringsOf(transcript, o) : transcript.text(o)).split("\n"));
  const lines = text.split("\n");
  const isElsewhere = lines.map((_, at) => sources.some((source) => holdsRunAt(source, lines, at)));
  const chars = (covered: boolean) =>
    lines.reduce((sum, line, at) => sum + (covered && !isElsewhere[at] ? 0 : line.length), 0);
  const runs = isElsewhere.filter((is, at) => is && !isElsewhere[at - 1]).length;
  if (chars(true) - 8 * runs < 0.8 * chars(false)) return undefined;
  const rest = lines.filter((_, at) => !isElsewhere[at]);
  const percent = Math.floor((100 * chars(true)) / chars(false));
  const left = `: ${rest.length} line${rest.length === 1 ? "" : "s"} left`;
  const note = rest.length === 0 ? "[all" : `[${percent}%`;
  const head = `${note} of it stands in its call or after it${rest.length === 0 ? "" : left}`;
  return `redundant ${[`${head}, ${text.length} chars]`, ...rest].join("\n")}`;
}

/** Whether a line lies in a run of 32 chars or more of whole lines that another text has as well. */
function holdsRunAt(source: readonly string[], lines: readonly string[], at: number): boolean {
  return source.some((line, place) => {
    if (line !== lines[at]) return false;
    let [from, to] = [0, 0];
    while (at + from > 0 && place + from > 0 && source[place + from - 1] === lines[at + from - 1])
      from--;
    while (at + to + 1 < lines.length && source[place + to + 1] === lines[at + to + 1]) to++;
    const run = lines.slice(at + from, at + to + 1);
    return run.reduce((sum, each) => sum + each.length, 0) >= 32;
  });
}

function stringsOf(transcript: Transcript, part: Part): string {
  const args = part.kind === "call" ? transcript.text(part).slice(part.name.length) : "{}";
  const values = Object.values(JSON.parse(args) as object);
  return values.filter((value) => typeof value === "string").join("\n");
}

function clamped({ clamp }: ReduceOptions, about: About): string | undefined {
  const { part, text, isOpen, isKeptWhole } = about;
  if (clamp === undefined || !isOpen || isKeptWhole || text.length <= clamp) return undefined;
  return `clamp ${excerptOf(text, { limit: clamp, isError: part.isError })}`;
}

/** What it is at first sight: empty where it stays, for good. */
function shortened({ firstSight }: ReduceOptions, about: About): string {
  const { part, text, isOpen, isKeptWhole } = about;
  if (firstSight === undefined || !isOpen || isKeptWhole || text.length <= firstSight) return "";
  return `first-sight ${shortenResult(text, { limit: firstSight, isError: part.isError })}`;
}

function dedupe(transcript: Transcript, options: ReduceOptions, about: About): string | undefined {
  const { part, text, isOpen, isKept } = about;
  if (options.dedupe !== true || !isOpen || isKept || text.length < 200) return undefined;
  const name = transcript.toolName(part);
  const subjectOf = (o: ObservationPart) => {
    const isRun = options.collapseFailures === true && commandOf(transcript, o) !== undefined;
    const isFile = (args: { command?: string }) =>
      name === "Read" || SHELL_READS[args.command ?? ""];
    const isRead = options.staleReads === true && isFile(JSON.parse(argumentsOf(transcript, o)));
    return isRun || isRead ? argumentsOf(transcript, o) : "";
  };
  const copies = [...transcript.observations()].filter(
    (o) =>
      transcript.toolName(o) === name &&
      transcript.text(o) === text &&
      subjectOf(o) === subjectOf(part),
  );
  const inOrder = copies.filter((o, k) => {
    const turns = copies.slice(0, k).map((before) => turnOfObservation(transcript, before));
    return turns.every((turn) => turn <= turnOfObservation(transcript, o));
  });
  const next = inOrder[inOrder.findIndex(({ index }) => index === part.index) + 1];
  if (next === undefined || !inOrder.some(({ index }) => index === part.index)) return undefined;
  const args = JSON.parse(argumentsOf(transcript, next)) as Record<string, string>;
  const words = `${name} ${args.file_path ?? args.command ?? argumentsOf(transcript, next)}`;
  const line = words.replace(/\s+/g, " ");
  const shown = line.length > 80 ? `${line.slice(0, 77)}...` : line;
  return `dedupe [same as the later result of ${shown}, ${text.length} chars]`;
}

function argumentsOf(transcript: Transcript, part: ObservationPart): string {
  const call = transcript.parts.at(transcript.pairs.mate(part.index) ?? -1);
  return call?.kind === "call" ? transcript.text(call).slice(call.name.length) : "{}";
}
