import type { Clause } from "./clauses.ts";

/** Verbs that begin an order: what is still to be done. */
const VERBS = words(`add adjust announce apply archive arrange assign attach automate avoid backfill
  backport bisect bump clean collect combine compute configure confirm consolidate convert coordinate
  create decide delete deprecate design determine diagnose disable discuss email enable ensure escalate
  evaluate examine expand explore expose extend extract file finalize finish fix generate handle improve
  inspect install introduce invert investigate join keep look make migrate minimize modify notify
  optimize parametrize persist ping prepare provision publish quantize reach reconsider reduce
  refactor regenerate reindex remove rename replace reproduce rerun resolve restore retrain retry revert
  revisit revoke rewrite rework rotate send simplify solve standardize swap switch tag tell translate
  tune unify uninstall unpin validate wire write`);

/** Verbs that are nouns as well: an order only where no verb follows that they are the subject of. */
const NOUNS_TOO = words(`ask audit benchmark build bundle cache check commit compare copy cut debug
  demo deploy document draft drop export fetch grep hook import index label launch lint list load lock log
  measure merge mock monitor move name note open order pack pass patch pick pin plan port process profile
  prototype pull push query queue rebase record release report request reset review run sample schedule
  search seed set ship sketch smoke sort split start stop store stub support sync target test trace track
  train trim try update upgrade use vendor wait warn watch wrap`);

/** Words allowed before the verb of an order. */
const BEFORE = words(
  "then and also please first finally later now soon after that afterwards maybe or to",
);

/** Words that show that a noun stands before them. */
const FINITE =
  words(`is are was were be has have had does did do will can could would may might must
  should takes took goes went works worked runs ran fails needs lives uses gives shows comes came became
  stays lies stands gets got means says exists starts depends limit rate policy account conflicts of by`);

const DETERMINERS =
  words(`the a an all our its their this that these those it them every each two three
  whether why how what again another more into up`);

/**
 * Whether a clause gives an order, at its beginning or after what names it: `Fix the import`, `1. rebase`.
 * `maybe`: it begins with a word that is a noun as well, and nothing shows which it is.
 */
export function isOrder(clause: Clause): boolean | "maybe" {
  const orders = beginnings(clause).map((at) => orderAt(clause, at));
  return orders.includes(true) || (orders.includes("maybe") && "maybe");
}

function orderAt(clause: Clause, at: number): boolean | "maybe" {
  const word = clause[at] ?? "";
  const next = clause[at + 1];
  if (next === ":") return false;
  if (VERBS.has(word)) return !isSubject(clause, at, 2);
  if (!NOUNS_TOO.has(word)) return false;
  if (next !== undefined && DETERMINERS.has(next)) return true;
  return !isSubject(clause, at, 5) && "maybe";
}

/** The places where an order may begin. */
function beginnings(clause: Clause): readonly number[] {
  const starts = [0, ...clause.flatMap((word, at) => (word === ":" ? [at + 1] : []))].slice(0, 4);
  return starts.map((start) => {
    let at = start;
    while (at < start + 4 && (BEFORE.has(clause[at] ?? "") || /^\d$/.test(clause[at] ?? ""))) at++;
    return at;
  });
}

/** Whether the word at `at` is the subject of a verb in the next few words. */
function isSubject(clause: Clause, at: number, reach: number): boolean {
  return clause
    .slice(at + 1, at + 1 + reach)
    .some((word) => FINITE.has(word) || (/ed$/.test(word) && !/eed$/.test(word)));
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
