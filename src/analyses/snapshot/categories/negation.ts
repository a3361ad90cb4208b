import type { Clause } from "./clauses.ts";
import { PENDING } from "./keywords.ts";

/** Words before a keyword in which a negation of it is looked for. */
const REACH = 5;

/** Words that deny the nouns after them. */
const NO = new Set([
  "no",
  "without",
  "zero",
  "0",
  "none",
  "nothing",
  "neither",
  "nor",
  "non",
  "nobody",
]);

/** Words after a keyword in which it is looked for whether what it names is over. */
const OVER_REACH = 16;

/** Nouns and adjectives that deny what follows on `of`. */
const NONE_OF = new Set(["free", "absence", "clear"]);

/** Words allowed between `not` and the word that it denies: `did not find any error`. */
const FILLERS = new Set(
  `a an the any be been being is are was were has have had having currently really actually longer
  yet at all see seen saw find found show shown shows look looks like seem seems cause causes caused
  produce produced throw thrown throws raise raised raises report reported reports hit get got give
  gave contain contains encounter encountered a further more new other known considered an`.split(
    /\s+/,
  ),
);

/** Where the reach of `no` ends: `no fix for the error`, `no runner because of a failure`. */
const ENDS = new Set(
  `for to because since due until if when whether about so and then with : that which as after
  before`.split(/\s+/),
);

/** Values after a keyword that deny it: `errors: none`, `failures = 0`. */
const NOTHING = new Set(["none", "0", "zero", "nil", "null", "nothing", "false", "empty"]);

const IS = new Set([":", "is", "are", "was", "were", "count", "total"]);

/** Whether the word at `at` is denied: `no error found`, `not blocked`, `errors: none`. */
export function isDenied(clause: Clause, at: number, over: ReadonlySet<string>): boolean {
  return isDeniedBefore(clause, at, over) || isDeniedAfter(clause, at);
}

function isDeniedBefore(clause: Clause, at: number, over: ReadonlySet<string>): boolean {
  let isFilled = true;
  for (let from = at - 1; from >= Math.max(0, at - REACH); from--) {
    const word = clause[from] ?? "";
    if (NO.has(word)) return !saysWhatItIs(clause.slice(from + 1, at));
    if (word === "of" && NONE_OF.has(clause[from - 1] ?? "")) return true;
    if (word === "not" || word === "never") return isFilled;
    // `not fixed the error`: the denial is of the fix.
    if (ENDS.has(word) || over.has(word)) return false;
    isFilled &&= FILLERS.has(word);
  }
  return false;
}

/** Whether it goes on as in `no access is a blocker`, where the keyword is not what there is none of. */
function saysWhatItIs(between: Clause): boolean {
  return between.some(
    (word, index) =>
      /^(is|are|was|were)$/.test(word) && /^(a|an|the)$/.test(between[index + 1] ?? ""),
  );
}

function isDeniedAfter(clause: Clause, at: number): boolean {
  const after = clause.slice(at + 1, at + 1 + REACH);
  const [next = "", second = "", third] = after;
  if (next === "free" || NOTHING.has(next)) return true;
  if (HAPPENS_NO_MORE.test(after.join(" "))) return true;
  if (!IS.has(next)) return false;
  if (NOTHING.has(second)) return true;
  return (second === "no" || (second === "n" && third === "a")) && clause.length <= at + 4;
}

/** How it goes on where something does not come about: `the error was not seen again`. */
const HAPPENS_NO_MORE =
  /\b(?:no longer|not|never)(?: (?:been|be|ever))? (?:occur|appear|happen|reproduc|seen\b|present\b|found\b|observed\b|exist|remain)/;

/** Whether what the word at `at` says has come about: not `to be fixed`, not `until fixed`. */
export function hasHappened(clause: Clause, at: number): boolean {
  return !clause.slice(Math.max(0, at - 3), at).some((word) => PENDING.has(word));
}

/** Words allowed after one like `fixed` that ends a statement: `error fixed in 3f2a`. */
const AFTER_OVER = new Set(
  "in by with at now today already on since after yesterday via and :".split(" "),
);

/** Whether what the keyword at `at` names is over: `error fixed`, `resolved all failures`. */
export function isOver(clause: Clause, at: number, over: ReadonlySet<string>): boolean {
  const from = Math.max(0, at - REACH);
  return clause.slice(from, at + OVER_REACH).some((word, k) => {
    const index = from + k;
    if (!over.has(word) || !hasHappened(clause, index)) return false;
    if (index > at) {
      const next = clause[index + 1];
      return next === undefined || AFTER_OVER.has(next) || /^\d/.test(next);
    }
    return !clause.slice(index + 1, at).some((each) => ENDS.has(each) || each === "in");
  });
}
