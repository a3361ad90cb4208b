import { charsWith, type ObservationPart } from "../../transcript/message.ts";
import { chars4 } from "../../transcript/size.ts";
import { type Ask, keyOf, tryAsk } from "../asking/ask.ts";
import { type Reflected, reflectionAsk, rewrittenIn } from "../asking/reflection.ts";
import { errorTest } from "../error-test.ts";
import { isOpen } from "./pass.ts";
import type { Proposal, Rule, RuleContext } from "./rule.ts";

/**
 * AgentDiet's numbers (science §2): a step is looked at when two more are complete, with the one before
 * it, if it has 500 tokens or more.
 */
const DELAY = 2;
const BEFORE = 1;
const THRESHOLD_TOKENS = 500;

/** The gate of the authors' artifact: tokens saved, or what is left of the step. */
const ARTIFACT_TOKENS = 400;
const ARTIFACT_SHARE = 0.8;

/** What a rewritten observation begins with: it is not looked at again. */
const CONDENSED = /^\[condensed — \d+ chars\]\n/;
const MARK_CHARS = 40;

/**
 * Rewrites old steps with a model (AgentDiet, arXiv 2509.23586): of a step that is complete for a while,
 * only what tools answered, and only if enough is saved. What the window masks by the end, or a guard
 * keeps for being an error, is not asked about.
 */
export const reflectRule: Rule = {
  *propose(context) {
    const { transcript, policy, answers } = context;
    if (policy.passes.reflect === undefined || answers === undefined) return;
    for (const about of stepsOf(context)) {
      const ask = reflectionAsk(transcript, about);
      const texts = rewritten(context, about, ask);
      if (texts === undefined) continue;
      for (const [id, text] of texts) {
        const part = about.parts[id - 1];
        if (part !== undefined)
          yield { kind: "mask", part, from: about.last, text: () => text } satisfies Proposal;
      }
    }
  },
};

/** The texts that pass the gate, by the numbers of the parts. */
function rewritten(
  { transcript, policy, answers, asked }: RuleContext,
  about: Reflected,
  ask: Ask,
): ReadonlyMap<number, string> | undefined {
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
      const less = part.chars - charsWith(part, marked);
      if (less <= 0) continue;
      accepted.set(id, marked);
      saved += less;
    }
    const step = tokensOf(charsOfTurn(transcript, about.turn));
    const tokens = tokensOf(saved);
    const isWorthIt =
      policy.passes.reflect === "artifact"
        ? tokens >= ARTIFACT_TOKENS || (step - tokens) / step < ARTIFACT_SHARE
        : tokens > THRESHOLD_TOKENS;
    return isWorthIt ? { text: reply } : { refused: "saves too little" };
  });
  asked?.set(keyOf(ask), outcome);
  return text === undefined ? undefined : accepted;
}

/** The steps that are looked at, each with what may be rewritten of it. */
function* stepsOf(context: RuleContext): Iterable<Reflected> {
  const { transcript } = context;
  const { turns } = transcript;
  const byTurn = new Map<number, ObservationPart[]>();
  const mayRewrite = openTest(context);
  for (const part of transcript.observations()) {
    const turn = turns.of(part.message);
    if (turn === 0 || turn + DELAY > turns.count || !mayRewrite(part)) continue;
    const parts = byTurn.get(turn);
    if (parts === undefined) byTurn.set(turn, [part]);
    else parts.push(part);
  }
  for (const [turn, parts] of byTurn) {
    if (tokensOf(charsOfTurn(transcript, turn)) < THRESHOLD_TOKENS) continue;
    yield { turn, first: Math.max(1, turn - BEFORE), last: turn + DELAY, parts };
  }
}

function openTest(context: RuleContext): (part: ObservationPart) => boolean {
  const { transcript, policy, window } = context;
  const { guards, masking, pressure } = policy;
  const isError = errorTest(transcript, policy);
  return (part) => {
    if (!isOpen(context, part) || part.extra?.images) return false;
    if (masking && pressure === undefined && window.leaves(part) !== undefined) return false;
    if (guards.errors !== "none" && isError(part)) return false;
    return !CONDENSED.test(transcript.excerpt(part, MARK_CHARS));
  };
}

function charsOfTurn({ turns, charsBefore }: RuleContext["transcript"], turn: number): number {
  return charsBefore(turns.messagesUpTo(turn)) - charsBefore(turns.messagesUpTo(turn - 1));
}

function tokensOf(chars: number): number {
  return chars4.countChars?.(chars) ?? Math.ceil(chars / 4);
}
