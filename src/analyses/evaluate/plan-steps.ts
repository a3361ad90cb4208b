import { droppingOf } from "../../engine/edits/dropping.ts";
import { loneReasoningOf } from "../../engine/edits/reduce-read.ts";
import type { ReadTranscript } from "../../engine/input/read-transcript.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { inChars, requestsOf } from "../../reduce/replay/requests.ts";
import type { Step } from "../../reduce/windows/window-ends.ts";
import type { Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { latched } from "../replay/replay-read.ts";
import { replyOf, sentAt } from "../replay/sent-chat.ts";
import {
  hiddenBy,
  NOTHING_HIDDEN,
  type PromptEdits,
  type ResultUses,
  resultUses,
} from "./hidden-results.ts";
import type { PromptTemplate } from "./prompt-template.ts";
import type { Hiding, StepCounts } from "./result.ts";
import { drawSample } from "./seeded-random.ts";

/** A reply to measure, and the prompts that it is measured after. */
export interface PlannedStep {
  readonly file: string;
  readonly line: number;
  readonly step: Step;
  readonly tool: string | undefined;
  /** The prompt with nothing hidden, and the recorded reply. */
  readonly raw: string;
  readonly reply: string;
  readonly hidings: { readonly [Name in Hiding]?: HiddenPrompt };
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
 * Draws steps of a transcript and writes their prompts: of those before which the policy hides something, and, for
 * the controls, of those whose reply uses a result that no other text repeats. `counts` is added to.
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
  const drawn = candidates.filter((each) => forPolicy.has(each) || forControls.has(each));
  counts.sampled += drawn.length;
  for (const candidate of drawn) {
    const { context, step } = candidate;
    const walk = contexts[context] as StepWalk;
    const { transcript } = walk;
    const reply = replyOf(transcript, step + 1);
    const [call] = (reply?.role === "assistant" && reply.tool_calls) || [];
    const prompt = (edits: PromptEdits) => template.prompt(sentAt(transcript, edits, step));
    yield {
      ...{ file, line: read.line, step, tool: call?.function.name },
      raw: prompt(NOTHING_HIDDEN),
      reply: reply === undefined ? "" : template.reply(reply),
      hidings: {
        ...(forPolicy.has(candidate) && hiding("policy", walk, { step, prompt })),
        ...(forControls.has(candidate) && hiding("unused", walk, { step, prompt })),
        ...(forControls.has(candidate) && hiding("used", walk, { step, prompt })),
      },
    };
  }
}

/** A context of a transcript, and what is hidden at its steps. */
interface StepWalk {
  readonly transcript: Transcript;
  readonly steps: readonly Step[];
  readonly uses: ResultUses;
  /** The policy's edits at a step; steps may be asked for again. */
  editsAt(step: Step): PromptEdits;
}

function walkOf(
  { transcript, isNew }: { transcript: Transcript; isNew(message: number): boolean },
  { reader, placed }: ReadTranscript,
  policy: Policy,
): StepWalk {
  const { steps } = requestsOf(transcript, inChars, isNew);
  const reduceAt = latched(transcript, policy, {
    dropping: droppingOf(reader, placed),
    lone: loneReasoningOf(reader),
  });
  const edits = new Map<Step, PromptEdits>();
  return {
    transcript,
    steps,
    uses: resultUses(transcript, policy, isNew),
    editsAt(step) {
      let known = edits.get(step);
      if (known === undefined) {
        known = reduceAt(step);
        edits.set(step, known);
      }
      return known;
    },
  };
}

/** The replies of a context that say or call something. */
function candidatesIn(walk: StepWalk, context: number): readonly Candidate[] {
  const { transcript, steps, uses } = walk;
  return steps.flatMap((step) => {
    // In order: what is hidden at a step depends on the steps before it.
    const isChanged = hiddenBy(transcript, walk.editsAt(step), step).length > 0;
    const reply = replyOf(transcript, step + 1);
    const isReply =
      reply?.role === "assistant" && (reply.content ?? reply.tool_calls) !== undefined;
    const isControl = uses.hiding(uses.usedAt(step)).length > 0;
    return isReply ? [{ context, step, isChanged, isControl }] : [];
  });
}

function hiding(
  name: Hiding,
  walk: StepWalk,
  { step, prompt }: { readonly step: Step; readonly prompt: (edits: PromptEdits) => string },
): PlannedStep["hidings"] {
  const { transcript, uses } = walk;
  const used = uses.usedAt(step);
  const edits = editsOf(name, walk, step);
  const hidden = hiddenBy(transcript, edits, step);
  if (hidden.length === 0) return {};
  const usedHidden = used.filter(({ index }) => hidden.some((each) => each.index === index));
  const ageOf = ({ message }: Part) => step + 1 - transcript.turns.of(message);
  const aged = usedHidden.length > 0 ? usedHidden : hidden;
  return {
    [name]: {
      prompt: prompt(edits),
      hidden: hidden.length,
      hiddenChars: hidden.reduce((sum, { chars }) => sum + chars, 0),
      age: Math.min(...aged.map(ageOf)),
      usesHidden: usedHidden.length > 0,
    },
  };
}

function editsOf(name: Hiding, { uses, editsAt }: StepWalk, step: Step): PromptEdits {
  if (name === "policy") return editsAt(step);
  const results = name === "used" ? uses.usedAt(step) : uses.unusedAt(step);
  return { ...NOTHING_HIDDEN, replacements: () => uses.hiding(results) };
}
