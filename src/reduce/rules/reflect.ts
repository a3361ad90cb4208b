import { charsWith, type ObservationPart } from "../../transcript/message.ts";
import { chars4 } from "../../transcript/size.ts";
import { type Ask, keyOf, tryAsk } from "../asking/ask.ts";
import { type Reflected, reflectionAsk, rewrittenIn } from "../asking/reflection.ts";
import { turnMarks } from "../asking/turn-marks.ts";
import { errorTest } from "../error-test.ts";
import { clampRule } from "./clamp.ts";
import { collapseFailuresRule } from "./collapse-failures.ts";
import { dedupeRule } from "./dedupe.ts";
import { firstRule } from "./first.ts";
import { lastPerToolRule } from "./last-per-tool.ts";
import { orphanRule } from "./orphan.ts";
import { isOpen } from "./pass.ts";
import { pathRule } from "./path.ts";
import { redundantRule } from "./redundant.ts";
import type { Proposal, Rule, RuleContext } from "./rule.ts";
import { staleReadsRule } from "./stale-reads.ts";
import { exemptRule, keepToolRule, onlyToolRule } from "./tools.ts";

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
    const step = tokensOf(charsOfStep(transcript, policy, about));
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

/**
 * The steps that are looked at, each with what may be rewritten of it; each once: one of which a result
 * was rewritten is not looked at again.
 */
function* stepsOf(context: RuleContext): Iterable<Reflected> {
  const { transcript, policy } = context;
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
  const withArguments = policy.passes.shrinkInputs === undefined;
  const marks = turnMarks(transcript, { withArguments });
  for (const [turn, parts] of byTurn) {
    const about = { turn, first: Math.max(1, turn - BEFORE), last: turn + DELAY, parts, marks };
    if (tokensOf(charsOfStep(transcript, policy, about)) >= THRESHOLD_TOKENS) yield about;
  }
}

function openTest(context: RuleContext): (part: ObservationPart) => boolean {
  const { transcript, policy, window } = context;
  const { guards, masking, pressure } = policy;
  const isError = errorTest(transcript, policy);
  const settled = settledBy(context);
  return (part) => {
    if (!isOpen(context, part) || part.extra?.images || settled.has(part.index)) return false;
    if (masking && pressure === undefined && window.leaves(part) !== undefined) return false;
    return guards.errors === "none" || !isError(part);
  };
}

/** The other passes over observations: their texts stand where a model's would as well. */
const PASSES: readonly Rule[] = [
  dedupeRule,
  staleReadsRule,
  redundantRule,
  collapseFailuresRule,
  clampRule,
];

const GUARDS: readonly Rule[] = [
  keepToolRule,
  onlyToolRule,
  exemptRule,
  pathRule,
  firstRule,
  orphanRule,
  lastPerToolRule,
];

/** What another pass names, or a guard keeps for good: to ask about it would be in vain. */
function settledBy(context: RuleContext): ReadonlySet<number> {
  const settled = new Set<number>();
  for (const rule of PASSES)
    for (const { part } of rule.propose?.(context) ?? []) settled.add(part.index);
  for (const rule of GUARDS)
    for (const proposal of rule.propose?.(context) ?? [])
      if (proposal.kind === "keep" && proposal.until === undefined)
        settled.add(proposal.part.index);
  return settled;
}

/**
 * The chars of a step: of what may be rewritten, and of what the agent says and calls as far as no pass
 * takes it out, so that they are the same when passes have done so.
 */
function charsOfStep(
  { turns, messages }: RuleContext["transcript"],
  { passes }: RuleContext["policy"],
  { turn, parts }: Reflected,
): number {
  let chars = parts.reduce((sum, part) => sum + part.chars, 0);
  for (let at = turns.messagesUpTo(turn - 1); at < turns.messagesUpTo(turn); at++)
    for (const part of messages.at(at)?.parts ?? []) {
      const stays =
        part.kind === "text" ||
        (part.kind === "call" && passes.shrinkInputs === undefined) ||
        (part.kind === "reasoning" && passes.keepThinking === undefined);
      if (stays) chars += part.chars;
    }
  return chars;
}

function tokensOf(chars: number): number {
  return chars4.countChars?.(chars) ?? Math.ceil(chars / 4);
}
