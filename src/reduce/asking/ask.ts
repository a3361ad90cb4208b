import { digestOf } from "../../base/digest.ts";

/** A question of the reducer to a model. A plain value: it knows nothing of models. */
export interface Ask {
  readonly purpose: "summary" | "reflection";
  readonly system: string;
  readonly prompt: string;
  /**
   * The subject, if it is less than the whole prompt: a reply of an earlier run about the same subject is
   * accepted.
   */
  readonly subject?: string;
  /** The most tokens that the answer may have. */
  readonly maxTokens: number;
}

/** A model's answer. */
export type Answer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** The answer to a question; undefined if there is none yet. */
export type Answers = (ask: Ask) => Answer | undefined;

/** A question and its outcome; open while there is no answer. */
export interface Asked {
  readonly ask: Ask;
  readonly outcome: "open" | "accepted" | { readonly refused: string };
}

/** A key: equal for equal questions, different for different ones. */
export function keyOf({ purpose, system, prompt, maxTokens }: Ask): string {
  return digestOf(JSON.stringify([purpose, system, prompt, maxTokens]));
}

/** Asks, and returns the text of an acceptable answer. */
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

/** The content of a code fence around a whole text: models put their replies in one. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  return /^```[^\n`]*\n([\s\S]*?)\n?```$/.exec(trimmed)?.[1]?.trim() ?? trimmed;
}
