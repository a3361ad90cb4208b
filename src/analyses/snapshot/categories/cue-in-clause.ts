import type { Clause } from "./clauses.ts";
import { COMPLAINT, CUES } from "./cues.ts";
import { type Category, KEYWORDS } from "./keywords.ts";
import { isDenied, isOver } from "./negation.ts";

/** Words of a clause in which phrases are looked for: a longer one was not written by hand. */
const MAX_WORDS = 200;

/** Whether a clause has a phrase of a category that is neither denied nor over. */
export function hasCue(whole: Clause, category: Category): boolean {
  const clause = whole.slice(0, MAX_WORDS);
  if (tellsWhatWasDone(clause)) return false;
  const text = clause.join(" ");
  for (const { 0: phrase, index } of text.matchAll(CUES[category]))
    if (counts(clause, { at: wordAt(text, index), phrase, category })) return true;
  return false;
}

function wordAt(text: string, index: number): number {
  return text.slice(0, index).split(" ").length - 1;
}

function counts(
  clause: Clause,
  {
    at,
    phrase,
    category,
  }: { readonly at: number; readonly phrase: string; readonly category: Category },
): boolean {
  const { over } = KEYWORDS[category];
  if (COMPLAINT.test(phrase)) return isComplaint(clause, at);
  return !isDenied(clause, at, over) && !isOver(clause, at, over);
}

/** Words after a negation in which it is looked for what is denied. */
const REACH = 6;

/** Verbs that say nothing is amiss when they are denied. */
const HARMLESS =
  /^(?:need|require|matter|affect|want|mind|care|use|include|contain|count|apply|change)s?$/;

/** Whether `at`, a negation, says that something does not work: `it can not fail` says the opposite. */
function isComplaint(clause: Clause, at: number): boolean {
  const [first, , next = "", ...others] = clause.slice(at, at + REACH);
  // `Do not ship it` forbids something.
  if (first === "do" && (at === 0 || clause[at - 1] === ":")) return false;
  if (HARMLESS.test(next)) return false;
  return ![next, ...others].some((word) => isBad(word));
}

const BAD =
  /^(?:fail|crash|break|hang|leak|block|conflict|die$|panic|abort|reject|refuse|regress|drop|lose)/;

function isBad(word: string): boolean {
  return BAD.test(word) || KEYWORDS.blockers.said.has(word);
}

/** Participles that begin an account of what was done: `Removed the flag that was rejected`. */
const DONE = new Set(
  `added applied approved backported bumped changed checked cleaned closed committed completed
  configured converted created decided deleted deployed documented done dropped enabled extracted
  fixed implemented improved installed introduced merged migrated moved pinned refactored rejected
  released removed renamed replaced reran reset resolved restored reverted reviewed rewrote shipped
  solved split switched tested upgraded verified wrote abandoned`.split(/\s+/),
);

function tellsWhatWasDone(clause: Clause): boolean {
  return DONE.has(clause[0] ?? "") || DONE.has(clause[clause.indexOf(":") + 1] ?? "");
}
