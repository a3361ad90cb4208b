import { digestOf } from "../../digest.ts";

/** What the reducer would like to know from a model. A value: it knows nothing of models. */
export interface Ask {
  readonly purpose: "summary" | "reflection";
  readonly system: string;
  readonly prompt: string;
  /**
   * What it is about, where that is less than all that the prompt shows: a reply of an earlier run about
   * the same will do.
   */
  readonly subject?: string;
  /** The most tokens that the answer may have. */
  readonly maxTokens: number;
}

/** What came back. */
export type Answer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** The answer to what is asked; undefined where there is none yet. */
export type Answers = (ask: Ask) => Answer | undefined;

/** What was asked, and what became of it: with no answer yet, it is open. */
export interface Asked {
  readonly ask: Ask;
  readonly outcome: "open" | "accepted" | { readonly refused: string };
}

/** The same for the same question, another for any other. */
export function keyOf({ purpose, system, prompt, maxTokens }: Ask): string {
  return digestOf(JSON.stringify([purpose, system, prompt, maxTokens]));
}

/** Asks, and keeps the text of an answer to which there is no objection. */
export function tryAsk(
  ask: Ask,
  answers: Answers,
  accept: (text: string) => { readonly text: string } | { readonly refused: string },
): { readonly asked: Asked; readonly text?: string } {
  const answer = answers(ask);
  if (answer === undefined) return { asked: { ask, outcome: "open" } };
  const judged = answer.ok ? judge(withoutFence(answer.text), accept) : { refused: answer.reason };
  if ("refused" in judged) return { asked: { ask, outcome: judged } };
  return { asked: { ask, outcome: "accepted" }, text: judged.text };
}

function judge<T>(reply: string, accept: (text: string) => T): T | { readonly refused: string } {
  return reply === "" ? { refused: "the reply is empty" } : accept(reply);
}

/** What stands in a fence that is the whole of a text: models put one around what they write. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  return /^```[^\n`]*\n([\s\S]*?)\n?```$/.exec(trimmed)?.[1]?.trim() ?? trimmed;
}
