/**
 * The unit of a window: turns with a call, assistant messages with a call (`call-messages`, as Kimi
 * proxy counts: two in a row are two), observations, messages that are not system's, all messages
 * (`events`, as OpenHands counts), or tokens of observations (as opencode and Gemini CLI do).
 */
export type WindowUnit =
  | "turns"
  | "call-messages"
  | "observations"
  | "messages"
  | "events"
  | "tokens";

export const WINDOW_UNITS: readonly WindowUnit[] = [
  "turns",
  "call-messages",
  "observations",
  "messages",
  "events",
  "tokens",
];

/** Which errors stay raw: none, all, the newest of them, or of each an excerpt of its end. */
export type KeepErrors = "none" | "all" | { readonly last: number } | { readonly excerpt: number };

/**
 * The signs of an error: the format's own mark (`marked`), also patterns at the start of a line (`anchored`), or
 * also words anywhere (`words`), which finds more errors, some of them wrongly.
 */
export type ErrorSigns = "marked" | "anchored" | "words";

export const ERROR_SIGNS: readonly ErrorSigns[] = ["marked", "anchored", "words"];

/** The unit of trigger, target and minimum savings. */
export type SizeUnit = "chars" | "tokens";

export const SIZE_UNITS: readonly SizeUnit[] = ["chars", "tokens"];

/**
 * The content of a summary without a model: the contract's four items; `reference`, these and the finished steps,
 * which need not be repeated; or `detailed`, also the requests, files read and changed, and commands run.
 */
export type SummaryStyle = "contract" | "reference" | "detailed";

export const SUMMARY_STYLES: readonly SummaryStyle[] = ["reference", "contract", "detailed"];
