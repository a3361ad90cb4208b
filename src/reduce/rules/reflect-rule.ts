import { charsWith } from "../../transcript/model/message.ts";
import { type Ask, keyOf, tryAsk } from "../asking/ask.ts";
import { type Reflected, reflectionAsk, rewrittenIn } from "../asking/reflection.ts";
import { ifWorthIt } from "../pipeline/min-gain.ts";
import { wordIn } from "../pipeline/option-checks.ts";
import type { MaskRule, RuleContext } from "./rule.ts";
import {
  charsOfStep,
  markCondensed,
  stepsToReview,
  THRESHOLD_TOKENS,
  tokensOf,
} from "./steps-to-review.ts";

/** The gate of the authors' artifact: tokens saved, or what is left of the step. */
const ARTIFACT_TOKENS = 400;
const ARTIFACT_SHARE = 0.8;

/** How a rewritten step is judged. */
export type ReflectGate = "published" | "artifact";

const REFLECT_GATES: readonly ReflectGate[] = ["published", "artifact"];

/** The options of the rule. */
export interface ReflectOptions {
  /**
   * Whether a model rewrites old steps (AgentDiet): nothing without one. Default: false.
   */
  readonly reflect?: boolean;
  /**
   * When a rewritten step is accepted: if it saves more than 500 tokens (AgentDiet as published), or 400,
   * or a fifth of the step (its authors' program). Default: `published`.
   */
  readonly reflectGate?: ReflectGate;
}

/**
 * Rewrites old steps with a model (AgentDiet, arXiv 2509.23586): of a step that is complete for a while,
 * only what tools answered, and only if enough is saved. What the window masks by the end, or a guard
 * keeps for being an error, is not asked about.
 */
export const reflectRule = {
  acts: "mask",
  edits: "observation",
  tier: 1,
  strength: 1,
  leaves: "text",
  isLossless: false,
  reason: "a model rewrote it to what still matters",
  options: {
    reflect: {
      flag: "--reflect",
      help: "with --model: rewrite old steps inside the window to what still matters",
      type: "switch",
      group: "Model",
      off: false,
    },
    reflectGate: {
      flag: "--reflect-gate <gate>",
      help: "how much a rewritten step must save: published (more than 500 tokens) or artifact (400, or a fifth)",
      type: { oneOf: REFLECT_GATES },
      shownDefault: "published",
      group: "Model",
      inPresets: false,
    },
  },
  setting({ reflect, reflectGate = "published" }) {
    const gate = wordIn(REFLECT_GATES, "reflectGate", reflectGate);
    return reflect ? gate : undefined;
  },
  *propose(context, gate) {
    const { transcript, answers } = context;
    if (answers === undefined) return;
    for (const about of stepsToReview(context)) {
      const ask = reflectionAsk(transcript, about);
      const texts = rewritten(context, about, { ask, gate });
      if (texts === undefined) continue;
      for (const [id, text] of texts) {
        const part = about.parts[id - 1];
        if (part !== undefined) yield { part, from: about.last, text: () => text };
      }
    }
  },
} as const satisfies MaskRule<ReflectOptions, ReflectGate>;

/** The texts that pass the gate, by the numbers of the parts. */
function rewritten(
  context: RuleContext,
  about: Reflected,
  { ask, gate }: { readonly ask: Ask; readonly gate: ReflectGate },
): ReadonlyMap<number, string> | undefined {
  const { answers, asked } = context;
  if (answers === undefined) return undefined;
  const accepted = new Map<number, string>();
  const { asked: outcome, text } = tryAsk(ask, answers, (reply) => {
    const sources = [ask.prompt];
    const texts = rewrittenIn(reply, about, sources);
    if ("refused" in texts) return { refused: texts.refused as string };
    let saved = 0;
    for (const [id, shorter] of texts) {
      const part = about.parts[id - 1];
      const marked = part && markCondensed(part, shorter);
      if (part === undefined || marked === undefined) continue;
      if (ifWorthIt(context, part, marked) === undefined) continue;
      accepted.set(id, marked);
      saved += part.chars - charsWith(part, marked);
    }
    const step = tokensOf(charsOfStep(context, about));
    const tokens = tokensOf(saved);
    const isWorthIt =
      gate === "artifact"
        ? tokens >= ARTIFACT_TOKENS || (step - tokens) / step < ARTIFACT_SHARE
        : tokens > THRESHOLD_TOKENS;
    return isWorthIt ? { text: reply } : { refused: "saves too little" };
  });
  asked?.set(keyOf(ask), outcome);
  return text === undefined ? undefined : accepted;
}
