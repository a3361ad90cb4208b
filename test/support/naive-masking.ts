/**
 * The masking stage as its words say it, evaluated anew on every prefix: the oracle for the form that
 * asks every rule once. Shares with it only who belongs to which turn and pair.
 */
import { createHash } from "node:crypto";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import type { ObservationPart, Part } from "../../src/transcript/model/message.ts";
import type { Transcript } from "../../src/transcript/model/transcript.ts";
import { type PlainEvent, transcriptFrom } from "./plain-transcript.ts";

/** The template that the oracle knows how to write. */
export const NAIVE_TEMPLATE = "[masked away: {originalLength}]";

const FOREIGN = "[Old tool result content cleared]";

/** The numbers of the masked parts, at every step. */
export function* maskNaively(
  events: readonly PlainEvent[],
  options: ReduceOptions,
  { firstLive }: { readonly firstLive: number },
): Iterable<ReadonlySet<number>> {
  const { turns } = transcriptFrom(events);
  const all = candidatesOf(transcriptFrom(events, { firstLive }), options);
  const masked = new Set(all.filter((c) => c.isDead && c.canBeMasked).map((c) => c.part.index));
  for (let step = 0; step <= turns.count; step++) {
    const prefix = transcriptFrom(events.slice(0, turns.messagesUpTo(step)), { firstLive });
    const candidates = candidatesOf(prefix, options).filter((c) => c.isNamed && c.canBeMasked);
    for (const { part } of due(prefix, options, { candidates, masked })) masked.add(part.index);
    yield new Set(masked);
  }
}

export interface Candidate {
  readonly part: ObservationPart;
  readonly isDead: boolean;
  /** The window has it outside, and nothing keeps it. */
  readonly isNamed: boolean;
  readonly isOutside: boolean;
  /** A guard keeps it. */
  readonly isKept: boolean;
  readonly canBeMasked: boolean;
  readonly placeholderChars: number;
}

/** What there is to decide of each observation of a transcript. */
export function candidatesOf(transcript: Transcript, options: ReduceOptions): readonly Candidate[] {
  const { minGain = 1 } = options;
  const counted = [...transcript.observations()].filter((o) => !transcript.isFixed(o.message));
  const outside = counted.filter((part) => isOutside(transcript, counted, { part, options }));
  return counted.map((part) => {
    const text = transcript.text(part);
    const placeholderChars = placeholderLength(part, options);
    const kept = isKept(transcript, { part, counted, outside, options });
    return {
      part,
      placeholderChars,
      isDead: part.message < transcript.firstLive,
      isNamed: outside.includes(part) && !kept,
      isOutside: outside.includes(part),
      isKept: kept,
      canBeMasked: part.editable && text !== FOREIGN && text.length - placeholderChars >= minGain,
    };
  });
}

function placeholderLength(part: ObservationPart, { keepErrors }: ReduceOptions): number {
  const placeholder = NAIVE_TEMPLATE.replace("{originalLength}", String(part.chars)).length;
  const excerpt =
    typeof keepErrors === "object" && "excerpt" in keepErrors && part.isError
      ? keepErrors.excerpt
      : 0;
  return excerpt === 0 ? placeholder : Math.min(excerpt, part.chars) + 1 + placeholder;
}

function isOutside(
  transcript: Transcript,
  counted: readonly ObservationPart[],
  { part, options }: { readonly part: ObservationPart; readonly options: ReduceOptions },
): boolean {
  const { preserveRecentRawTurns: size = 4, every = 1, windowUnit = "messages" } = options;
  const boundary = (units: number) => Math.floor(units / every) * every - size;
  const { turns, messages } = transcript;
  switch (windowUnit) {
    case "tokens": {
      const from = counted.slice(counted.indexOf(part));
      return from.reduce((sum, { chars }) => sum + chars / 4, 0) > size;
    }
    case "observations": {
      const task = [...messages].find(
        ({ role, index }) => role === "user" && index >= transcript.firstLive,
      )?.index;
      const units = counted.map(({ message }) => message);
      const first = options.countTask && task !== undefined && units.some((m) => m > task);
      const ahead = first && task < part.message ? 1 : 0;
      return counted.indexOf(part) + ahead < boundary(units.length + (first ? 1 : 0));
    }
    case "call-messages": {
      const units = [...messages].filter(
        ({ fixed, parts }) => !fixed && parts.some(({ kind }) => kind === "call"),
      );
      const mate = transcript.pairs.mate(part.index);
      const own = mate === undefined ? part.message : transcript.messageOf(mate);
      return units.filter(({ index }) => index <= own).length <= boundary(units.length);
    }
    case "turns": {
      const toolTurns = new Set(
        [...transcript.parts].filter(isOfTool(transcript)).map((p) => turns.of(p.message)),
      );
      toolTurns.delete(0);
      const mate = transcript.pairs.mate(part.index);
      const own = turns.of(mate === undefined ? part.message : transcript.messageOf(mate));
      const ordinal = [...toolTurns].filter((turn) => turn <= own).length;
      return ordinal <= boundary(toolTurns.size);
    }
    default: {
      const units = [...messages].filter(
        ({ role, fixed }) => !fixed && (windowUnit === "events" || role !== "system"),
      );
      const at = units.findIndex(({ index }) => index === part.message);
      return at < boundary(units.length);
    }
  }
}

/** Whether a part makes a tool turn: a call, or an observation that answers none. */
function isOfTool({ pairs, isFixed }: Transcript) {
  return ({ kind, index, message }: Part) =>
    kind === "call" ||
    (kind === "observation" && pairs.mate(index) === undefined && !isFixed(message));
}

function isKept(
  transcript: Transcript,
  {
    part,
    counted,
    outside,
    options,
  }: {
    readonly part: ObservationPart;
    readonly counted: readonly ObservationPart[];
    readonly outside: readonly ObservationPart[];
    readonly options: ReduceOptions;
  },
): boolean {
  const { keepErrors = "none", keepLastPerTool = 0, keepFirst = 0 } = options;
  const name = transcript.toolName(part);
  const newer = outside.filter(({ index }) => index > part.index);
  const ofTool = counted.filter((o) => o.index > part.index && transcript.toolName(o) === name);
  if (part.isError && keepErrors === "all") return true;
  if (part.isError && typeof keepErrors === "object" && "last" in keepErrors)
    if (newer.filter(({ isError }) => isError).length < keepErrors.last) return true;
  if (ofTool.length < keepLastPerTool) return true;
  if (counted.indexOf(part) < keepFirst) return true;
  if (part.chars > (options.keepLarger ?? Number.POSITIVE_INFINITY)) return true;
  if (options.keepOrphans && transcript.pairs.mate(part.index) === undefined) return true;
  if (name !== undefined && options.keepTools?.includes(name)) return true;
  if (options.onlyTools?.length && !options.onlyTools.includes(name ?? "")) return true;
  if (options.keepExempt && ["skill", "TodoWrite"].includes(name ?? "")) return true;
  const ref = createHash("sha256").update(transcript.text(part)).digest("hex").slice(0, 12);
  const hasRef = (glob: string) => new RegExp(`^${glob.replace("*", ".*")}$`).test(ref);
  if (options.keepRefs?.some(hasRef) === true) return true;
  const mate = transcript.pairs.mate(part.index);
  const args = mate === undefined ? "" : transcript.text(transcript.parts.at(mate) ?? part);
  return options.keepPaths?.includes("src/*.ts") === true && args.includes("src/a.ts");
}

/** Of what the rules name and is raw, what is masked at this step. */
function due(
  transcript: Transcript,
  { minSavings = 0, trigger = 0, target, sizeUnit = "chars" }: ReduceOptions,
  state: { readonly candidates: readonly Candidate[]; readonly masked: ReadonlySet<number> },
): readonly Candidate[] {
  const unit = sizeUnit === "tokens" ? 4 : 1;
  const live = [...transcript.parts].filter(({ message }) => message >= transcript.firstLive);
  const saves = ({ part, placeholderChars }: Candidate) => (part.chars - placeholderChars) / unit;
  const fresh = state.candidates.filter((c) => !c.isDead && !state.masked.has(c.part.index));
  if (minSavings === 0 && trigger === 0 && target === undefined) return fresh;
  const before = state.candidates.filter((c) => !c.isDead && state.masked.has(c.part.index));
  const total = (list: readonly Candidate[]) => list.reduce((sum, c) => sum + saves(c), 0);
  const size = live.reduce((sum, { chars }) => sum + chars / unit, 0) - total(before);
  if (size <= Math.max(trigger, target ?? 0) || total(fresh) < minSavings) return [];
  if (target === undefined) return fresh;
  for (let count = 1; count < fresh.length; count++) {
    const saved = total(fresh.slice(0, count));
    if (size - saved <= target && saved >= minSavings) return fresh.slice(0, count);
  }
  return fresh;
}
