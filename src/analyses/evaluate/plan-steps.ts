import { droppingOf } from "../../engine/edits/dropping.ts";
import { loneReasoningOf } from "../../engine/edits/reduce-read.ts";
import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { inChars, requestsOf } from "../../reduce/replay/requests.ts";
import type { Step } from "../../reduce/windows/window-ends.ts";
import type { Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { latched } from "../replay/replay-read.ts";
import { replyOf, sentAt } from "../replay/sent-chat.ts";
import { drawSample } from "./draw-sample.ts";
import {
  hiddenBy,
  NOTHING_HIDDEN,
  type PromptEdits,
  type ResultUses,
  resultUses,
} from "./hidden-results.ts";
import type { PromptTemplate } from "./prompt-template.ts";
import type { HiddenSet, StepCounts } from "./result.ts";

/** A reply to measure, and the prompts that it is measured after. */
export interface PlannedStep {
  readonly file: string;
  readonly line: number;
  readonly step: Step;
  readonly tool: string | undefined;
  /** The prompt with nothing hidden, and the recorded reply. */
  readonly raw: string;
  readonly reply: string;
  readonly hidings: { readonly [Name in HiddenSet]?: HiddenPrompt };
}

/** A prompt with results hidden. */
export interface HiddenPrompt {
  readonly prompt: string;
  readonly hidden: number;
  readonly hiddenChars: number;
  readonly age: number;
  readonly usesHidden: boolean;
}

/** How steps are chosen, and their prompts written. */
export interface Planning {
  readonly policy: Policy;
  readonly template: PromptTemplate;
  /** Steps drawn of a transcript for the policy, and as many for the controls. */
  readonly steps: number;
  readonly seed: number;
}

/** A reply of a transcript, in one of its contexts. */
interface Candidate {
  readonly context: number;
  readonly step: Step;
  readonly isChanged: boolean;
  readonly isControl: boolean;
}

/**
 * Draws steps of a transcript and writes their prompts: those before which the policy hides something, and, for
 * the controls, those whose reply uses a result that no other text repeats. Adds to `counts`.
 */
export function* planSteps(
  read: ReadTranscript,
  { policy, template, steps, seed }: Planning,
  { file, counts }: { readonly file: string; readonly counts: StepCounts },
): Iterable<PlannedStep> {
  const contexts = read.contexts().map((context) => walkOf(context, read, policy));
  const candidates = contexts.flatMap((walk, context) => candidatesIn(walk, context));
  counts.replies += candidates.length;
  counts.unchanged += candidates.filter(({ isChanged }) => !isChanged).length;
  const nameOf = ({ context, step }: Candidate) =>
    [seed, file.slice(file.lastIndexOf("/") + 1), read.line, context, step].join("\n");
  const draw = (test: (candidate: Candidate) => boolean) =>
    new Set(drawSample(candidates.filter(test), steps, nameOf));
  const forPolicy = draw(({ isChanged }) => isChanged);
  const forControls = draw(({ isControl }) => isControl);
  const isDrawn = (each: Candidate) => forPolicy.has(each) || forControls.has(each);
  counts.sampled += candidates.filter(isDrawn).length;
  for (const [context, walk] of contexts.entries()) {
    const drawn = candidates.filter((each) => each.context === context && isDrawn(each));
    // In a second pass: the edits of all steps at once would take too much memory.
    for (const [candidate, edits] of editsOfEach(drawn, walk)) {
      const names = [
        ...(forPolicy.has(candidate) ? (["policy"] as const) : []),
        ...(forControls.has(candidate) ? (["unused", "used"] as const) : []),
      ];
      const { step } = candidate;
      yield { file, line: read.line, ...plannedAt(walk, { step, edits, names, template }) };
    }
  }
}

/** Steps of a context with the policy's edits at each. */
function* editsOfEach(
  drawn: readonly Candidate[],
  { steps, begin }: StepWalk,
): Iterable<readonly [Candidate, PromptEdits]> {
  const bySteps = new Map(drawn.map((candidate) => [candidate.step, candidate]));
  const editsAt = begin();
  const last = drawn.at(-1)?.step ?? -1;
  for (const step of steps) {
    if (step > last) return;
    const edits = editsAt(step);
    const candidate = bySteps.get(step);
    if (candidate !== undefined) yield [candidate, edits];
  }
}

function plannedAt(
  walk: StepWalk,
  {
    step,
    edits,
    names,
    template,
  }: {
    readonly step: Step;
    readonly edits: PromptEdits;
    readonly names: readonly HiddenSet[];
    readonly template: PromptTemplate;
  },
): Omit<PlannedStep, "file" | "line"> {
  const { transcript, uses } = walk;
  const reply = replyOf(transcript, step + 1);
  const [call] = (reply?.role === "assistant" && reply.tool_calls) || [];
  const prompt = (hiding: PromptEdits) => template.prompt(sentAt(transcript, hiding, step));
  const editsOf = (name: HiddenSet): PromptEdits => {
    if (name === "policy") return edits;
    const results = name === "used" ? uses.usedAt(step) : uses.unusedAt(step);
    return { ...NOTHING_HIDDEN, replacements: () => uses.hiding(results) };
  };
  const hidings = names.map((name) => [name, hiddenPrompt(walk, step, editsOf(name), prompt)]);
  return {
    step,
    tool: call?.function.name,
    raw: prompt(NOTHING_HIDDEN),
    reply: reply === undefined ? "" : template.reply(reply),
    hidings: Object.fromEntries(hidings.filter(([, hidden]) => hidden !== undefined)),
  };
}

/** Walks a context of a transcript, and computes what is hidden at its steps. */
interface StepWalk {
  readonly transcript: Transcript;
  readonly steps: readonly Step[];
  readonly uses: ResultUses;
  /** The policy's edits at one step after another. */
  begin(): (step: Step) => PromptEdits;
}

function walkOf(
  { transcript, isNew }: { transcript: Transcript; isNew(message: number): boolean },
  { reader, placed }: ReadTranscript,
  policy: Policy,
): StepWalk {
  const given = { dropping: droppingOf(reader, placed), lone: loneReasoningOf(reader) };
  return {
    transcript,
    steps: requestsOf(transcript, inChars, isNew).steps,
    uses: resultUses(transcript, policy, isNew),
    begin: () => latched(transcript, policy, given),
  };
}

/** The replies of a context that have text or a call. */
function candidatesIn(walk: StepWalk, context: number): readonly Candidate[] {
  const { transcript, steps, uses } = walk;
  const editsAt = walk.begin();
  return steps.flatMap((step) => {
    // To be called in order: what is hidden at a step depends on earlier steps.
    const isChanged = hiddenBy(transcript, editsAt(step), step).length > 0;
    const reply = replyOf(transcript, step + 1);
    const isReply =
      reply?.role === "assistant" && (reply.content ?? reply.tool_calls) !== undefined;
    const isControl = uses.hiding(uses.usedAt(step)).length > 0;
    return isReply ? [{ context, step, isChanged, isControl }] : [];
  });
}

/** The prompt of a step with results hidden; undefined if none is. */
function hiddenPrompt(
  { transcript, uses }: StepWalk,
  step: Step,
  edits: PromptEdits,
  prompt: (edits: PromptEdits) => string,
): HiddenPrompt | undefined {
  const hidden = hiddenBy(transcript, edits, step);
  if (hidden.length === 0) return undefined;
  const used = uses.usedOnlyFrom(step, new Set(hidden.map(({ index }) => index)));
  const ageOf = ({ message }: Part) => step + 1 - transcript.turns.of(message);
  const aged = used.length > 0 ? used : hidden;
  return {
    prompt: prompt(edits),
    hidden: hidden.length,
    hiddenChars: hidden.reduce((sum, { chars }) => sum + chars, 0),
    age: Math.min(...aged.map(ageOf)),
    usesHidden: used.length > 0,
  };
}
