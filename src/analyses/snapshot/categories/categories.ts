import { withoutAddresses } from "../evidence-links.ts";
import { ASKED, type Clause, clausesOf } from "./clauses.ts";
import { hasCue } from "./cue-in-clause.ts";
import { isOrder } from "./imperative.ts";
import { type Category, KEYWORDS, OUTCOMES } from "./keywords.ts";
import { hasHappened, isDenied, isOver } from "./negation.ts";

/**
 * The categories of a text by its keywords, in every form of these, and by phrases that say the same. Each
 * clause is of one category: what is asked comes before what is supposed, that before what is to be done.
 * A keyword that is denied (`no error found`) or over (`error fixed`) does not count, and neither does
 * what was done (`implemented`). Phrases count where no clause before them says anything.
 */
export function categoriesOf(text: string): readonly Category[] {
  const found = new Set<Category>();
  for (const clause of clausesOf(text)) {
    const keyword = keywordCategory(clause);
    // `Risk: …`, `next: …`: what names the text says what all of it is.
    if (found.size === 0 && keyword !== undefined && isNamed(clause, keyword)) return [keyword];
    const phrase = phraseCategory(clause, keyword);
    const category = phrase ?? keyword;
    if (category !== undefined && (keyword !== undefined || found.size === 0)) found.add(category);
  }
  if (hasQuestionMark(text)) found.add("unresolved_questions");
  return CATEGORIES.filter((category) => found.has(category));
}

const CATEGORIES = Object.keys(KEYWORDS) as readonly Category[];

/** Which category a clause is of, where it has the signs of several. */
const FIRST_COMES: readonly Category[] = [
  "unresolved_questions",
  "open_hypotheses",
  "next_actions",
  "blockers",
];

const QUESTION = /[\w)\]"'’”`»](?:\?+| \?)(?:[\s)\]"'’”`»!.,;*_](?!\w)|[\s*_]|$)|？/;

/** Whether a text asks something: a question mark that ends a word outside an address. */
export function hasQuestionMark(text: string): boolean {
  return QUESTION.test(withoutAddresses(text));
}

/** Blockers that are so whatever else their clause says: `blocked until it is implemented`. */
const IN_THE_WAY = /^(?:blocke[rd]s?|stuck|(?:a?wait)(?:s|ed|ing)?)$/;

function keywordCategory(clause: Clause): Category | undefined {
  if (clause.at(-1) === ASKED) return undefined;
  const isStuck = clause.some(
    (word, at) => IN_THE_WAY.test(word) && counts(clause, at, "blockers"),
  );
  return isStuck ? "blockers" : FIRST_COMES.find((category) => says(clause, category));
}

/** The category by phrases, where none comes before it by a keyword. */
function phraseCategory(clause: Clause, keyword: Category | undefined): Category | undefined {
  if (clause.at(-1) === ASKED) return "unresolved_questions";
  if (keyword === "blockers" && clause.some((word) => IN_THE_WAY.test(word))) return undefined;
  if (isAboutWhatIsOver(clause)) return undefined;
  const before = keyword === undefined ? FIRST_COMES.length : FIRST_COMES.indexOf(keyword);
  const order = isOrder(clause);
  const found = FIRST_COMES.slice(0, before).find(
    (category) => hasCue(clause, category) || (category === "next_actions" && order === true),
  );
  return found ?? (keyword === undefined && order === "maybe" ? "next_actions" : undefined);
}

/** Whether a clause says of what a keyword names that it is over: `hypothesis rejected`. */
function isAboutWhatIsOver(clause: Clause): boolean {
  return CATEGORIES.some((category) => {
    const { said, over } = KEYWORDS[category];
    return clause.some((word, at) => said.has(word) && isOver(clause, at, over));
  });
}

/** Words at the beginning of a clause that may name what follows. */
const NAME_WORDS = 3;

function isNamed(clause: Clause, category: Category): boolean {
  const colon = clause.indexOf(":");
  if (colon < 1 || colon > NAME_WORDS) return false;
  const { said } = KEYWORDS[category];
  return clause.slice(0, colon).some((word, at) => said.has(word) && counts(clause, at, category));
}

function says(clause: Clause, category: Category): boolean {
  const { said, done } = KEYWORDS[category];
  return clause.some((word, at) => {
    if (done.has(word)) return !hasHappened(clause, at);
    return said.has(word) && !isOtherWord(clause, at) && counts(clause, at, category);
  });
}

/** How a program treats what goes wrong: `errors are logged` is no blocker. */
const TREATED =
  /\b(?:is|are|gets?) (?:\w+ )?(?:returned|logged|listed|retried|reported|stored|kept|sent|described|defined|mapped|wrapped|counted|handled|translated|shown|recorded|ignored|swallowed)\b/;

function isTreated(clause: Clause, at: number): boolean {
  return TREATED.test(clause.slice(at + 1, at + 1 + NEAR).join(" "));
}

/** Whether the word before a colon names what is another word after it: `errors: error codes are …`. */
function namesOtherWord(clause: Clause, at: number): boolean {
  const singular = (word: string | undefined) => word?.replace(/s$/, "");
  return clause.some(
    (word, index) =>
      index > at + 1 && singular(word) === singular(clause[at]) && isOtherWord(clause, index),
  );
}

function counts(clause: Clause, at: number, category: Category): boolean {
  const { over } = KEYWORDS[category];
  if (category === "blockers" && isTreated(clause, at)) return false;
  if (clause[at + 1] === ":" && namesOtherWord(clause, at)) return false;
  return !isDenied(clause, at, over) && !isOver(clause, at, over);
}

/** Words before and after a keyword with which it is another word: `error code`, `code blocks`. */
const OTHER_WORDS: Readonly<Record<string, { before?: RegExp; after?: RegExp }>> = {
  error: { after: /^(?:handl\w*|codes?|rates?|pages?|budget|types?|class(?:es)?|messages?)$/ },
  errors: { after: /^handl/ },
  blocks: { before: /^(?:code|text|content|try|data|memory)$/ },
  option: { after: /^(?:values?|strings?|names?|parser)$/ },
  options: { before: /^(?:the|has|takes|cli)$/, after: /^(?:are|page|menu)$/ },
  approach: { before: /^(?:followed)$/ },
  candidate: { before: /^release$/ },
  action: { after: /^(?:creator|button|handler|bar)s?$/ },
  test: { after: /^(?:suites?|accounts?|boards?|data|files?|cases?|runner|environment|:)$/ },
  tests: { after: /^(?::|are|live|is)$/ },
  dependencies: { after: /^(?:are|is|live)$/ },
};

/** Whether a word only looks like a keyword where it stands. */
function isOtherWord(clause: Clause, at: number): boolean {
  const word = clause[at] ?? "";
  const other = Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
  if (other?.after?.test(clause[at + 1] ?? "") || other?.before?.test(clause[at - 1] ?? ""))
    return true;
  // `3 tests failing` says how tests went, not that somebody is to test.
  return (word === "test" || word === "tests") && outcomeIsNear(clause, at);
}

/** Words around `tests` in which it is looked for how they went. */
const NEAR = 8;

function outcomeIsNear(clause: Clause, at: number): boolean {
  return clause.slice(Math.max(0, at - NEAR), at + NEAR).some((word) => OUTCOMES.has(word));
}
