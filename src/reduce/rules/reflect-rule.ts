import { charsWith, type ObservationPart, type Part } from "../../transcript/model/message.ts";
import { chars4 } from "../../transcript/model/size.ts";
import { type Ask, keyOf, tryAsk } from "../asking/ask.ts";
import { type Reflected, reflectionAsk, rewrittenIn } from "../asking/reflection.ts";
import { turnMarks } from "../asking/turn-marks.ts";
import { errorTest } from "../pipeline/error-test.ts";
import { ifWorthIt } from "../pipeline/min-gain.ts";
import { wordIn } from "../pipeline/option-checks.ts";
import { isOpen } from "./pass.ts";
import type { MaskRule, RuleContext } from "./rule.ts";

/**
 * AgentDiet's numbers (arXiv 2509.23586): a step is reviewed when two more are complete, with the one before it,
 * if it has 500 tokens or more.
 */
const DELAY = 2;
const BEFORE = 1;
const THRESHOLD_TOKENS = 500;

/** The gate of the authors' artifact: tokens saved, or what is left of the step. */
const ARTIFACT_TOKENS = 400;
const ARTIFACT_SHARE = 0.8;

/** The start of a rewritten observation, which is not reviewed again. */
const CONDENSED = /^\[condensed — \d+ chars\]\n/;
const MARK_CHARS = 40;

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
    for (const about of stepsOf(context)) {
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
      const marked = part && `[condensed — ${part.chars} chars]\n${shorter}`;
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

/** The steps to review, each with its rewritable results; a step with a rewritten result is not reviewed again. */
function* stepsOf(context: RuleContext): Iterable<Reflected> {
  const { transcript } = context;
  const { turns } = transcript;
  const byTurn = new Map<number, ObservationPart[]>();
  const decided = new Set<number>();
  const mayRewrite = openTest(context);
  for (const part of transcript.observations()) {
    const turn = turns.of(part.message);
    if (turn === 0 || turn + DELAY > turns.count || !part.editable) continue;
    if (CONDENSED.test(transcript.excerpt(part, MARK_CHARS))) decided.add(turn);
    if (decided.has(turn) || !mayRewrite(part)) continue;
    const parts = byTurn.get(turn);
    if (parts === undefined) byTurn.set(turn, [part]);
    else parts.push(part);
  }
  for (const turn of decided) byTurn.delete(turn);
  if (byTurn.size === 0) return;
  const withArguments = !edits(context, "call");
  const marks = turnMarks(transcript, { withArguments });
  for (const [turn, parts] of byTurn) {
    const about = { turn, first: Math.max(1, turn - BEFORE), last: turn + DELAY, parts, marks };
    if (tokensOf(charsOfStep(context, about)) >= THRESHOLD_TOKENS) yield about;
  }
}

function openTest(context: RuleContext): (part: ObservationPart) => boolean {
  const { transcript, policy, window } = context;
  const { rules, pressure } = policy;
  const isError = errorTest(transcript, policy);
  const settled = settledBy(context);
  return (part) => {
    if (!isOpen(context, part) || part.extra?.images || settled.has(part.index)) return false;
    if (rules.window && pressure === undefined && window.leaves(part) !== undefined) return false;
    return rules.errors.kept === "none" || !isError(part);
  };
}

/** Observations that another pass edits or a guard always keeps: a model need not be asked about them. */
function settledBy(context: RuleContext): ReadonlySet<number> {
  const settled = new Set<number>();
  for (const { name, rule, setting } of context.active) {
    if (rule.acts === "keep") {
      for (const { part, until } of rule.propose(context, setting))
        if (until === undefined) settled.add(part.index);
    } else if (rule.edits === "observation" && name !== "reflect") {
      for (const { part } of rule.propose?.(context, setting) ?? []) settled.add(part.index);
    }
  }
  return settled;
}

/** Whether a pass edits such parts. */
function edits({ active }: RuleContext, kind: Part["kind"]): boolean {
  return active.some(({ rule }) => rule.acts === "mask" && rule.edits === kind);
}

/**
 * The chars of a step: of rewritable results, and of the agent's text and calls that no pass removes, so that a
 * second run gets the same number.
 */
function charsOfStep(context: RuleContext, { turn, parts }: Reflected): number {
  const { turns, messages } = context.transcript;
  const callsStay = !edits(context, "call");
  const reasoningStays = !edits(context, "reasoning");
  let chars = parts.reduce((sum, part) => sum + part.chars, 0);
  for (let at = turns.messagesUpTo(turn - 1); at < turns.messagesUpTo(turn); at++)
    for (const part of messages.at(at)?.parts ?? []) {
      const stays =
        part.kind === "text" ||
        (part.kind === "call" && callsStay) ||
        (part.kind === "reasoning" && reasoningStays);
      if (stays) chars += part.chars;
    }
  return chars;
}

function tokensOf(chars: number): number {
  return chars4.countChars?.(chars) ?? Math.ceil(chars / 4);
}
