import type { ObservationPart, Part } from "../../transcript/model/message.ts";
import { chars4 } from "../../transcript/model/size.ts";
import type { Reflected } from "../asking/reflection.ts";
import { turnMarks } from "../asking/turn-marks.ts";
import { errorTest } from "../pipeline/error-test.ts";
import { isOpen } from "./pass.ts";
import type { RuleContext } from "./rule.ts";

/**
 * AgentDiet's numbers (arXiv 2509.23586): a step is reviewed when two more are complete, with the one before it,
 * if it has 500 tokens or more.
 */
const DELAY = 2;
const BEFORE = 1;
export const THRESHOLD_TOKENS = 500;

/** The start of a rewritten observation, which is not reviewed again. */
const CONDENSED = /^\[condensed — \d+ chars\]\n/;
const MARK_CHARS = 40;

/** The text of a rewritten observation, with its mark. */
export function markCondensed({ chars }: ObservationPart, text: string): string {
  return `[condensed — ${chars} chars]\n${text}`;
}

/** The steps to review, each with its rewritable results; a step with a rewritten result is not reviewed again. */
export function* stepsToReview(context: RuleContext): Iterable<Reflected> {
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
export function charsOfStep(context: RuleContext, { turn, parts }: Reflected): number {
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

/** Tokens, estimated as a quarter of the chars. */
export function tokensOf(chars: number): number {
  return chars4.countChars?.(chars) ?? Math.ceil(chars / 4);
}
