import { withoutAddresses } from "../links.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { type Category, KEYWORDS, OUTCOMES } from "./keywords.ts";
import { hasHappened, isDenied, isOver } from "./negation.ts";

/**
 * The categories of a text by its keywords, in every form of these. A keyword that is denied (`no error
 * found`) or over (`error fixed`) does not count, and neither does what was done (`implemented`).
 */
export function categoriesOf(text: string): readonly Category[] {
  const clauses = clausesOf(text);
  return CATEGORIES.filter(
    (category) =>
      (category === "unresolved_questions" && hasQuestionMark(text)) ||
      clauses.some((clause) => says(clause, category)),
  );
}

const CATEGORIES = Object.keys(KEYWORDS) as readonly Category[];

const QUESTION = /[\w)\]"'’”`»](?:\?+| \?)(?:[\s)\]"'’”`»!.,;*_](?!\w)|[\s*_]|$)|？/;

/** Whether a text asks something: a question mark that ends a word, and stands in no address. */
export function hasQuestionMark(text: string): boolean {
  return QUESTION.test(withoutAddresses(text));
}

function says(clause: Clause, category: Category): boolean {
  const { said, done, over } = KEYWORDS[category];
  return clause.some((word, at) => {
    if (done.has(word)) return !hasHappened(clause, at);
    if (!said.has(word) || isOtherWord(clause, at)) return false;
    return !isDenied(clause, at, over) && !isOver(clause, at, over);
  });
}

/** Whether a word only looks like a keyword where it stands. */
function isOtherWord(clause: Clause, at: number): boolean {
  const word = clause[at];
  if (word === "error" || word === "errors") return /^handl/.test(clause[at + 1] ?? "");
  if (word === "blocks") return /^(code|text|content|try|data|memory)$/.test(clause[at - 1] ?? "");
  // `3 tests failing` says how tests went, not that somebody is to test.
  if (word === "test" || word === "tests") return outcomeIsNear(clause, at);
  return false;
}

/** Words around `tests` in which it is looked for how they went. */
const NEAR = 8;

function outcomeIsNear(clause: Clause, at: number): boolean {
  return clause.slice(Math.max(0, at - NEAR), at + NEAR).some((word) => OUTCOMES.has(word));
}
