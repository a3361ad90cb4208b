import { withoutAddresses } from "../evidence-links.ts";

/** A part of a sentence that a negation does not reach out of: its words in lower case, and `:`. */
export type Clause = readonly string[];

/** The last word of a clause that ends in a question mark. */
export const ASKED = "¿";

/** A question mark that ends a word: not that of `order?.items`. */
const QUESTION_MARK = /(?<=[\w)\]"'’”`»]) ?\?+(?=[\s)\]"'’”`»!.,;*_](?!\w)|[\s*_]|$)|？/g;

/** Error codes of programs: `ENOENT`, `ERESOLVE`, `E0502`. */
const ERROR_CODE = /\bE(?:[A-Z]{4,}|\d{3,4})\b/g;

/** An option of a command: its words say nothing of the work. */
const OPTION = /(^|\s)--[a-z][\w-]*/g;

/** The name of a function: `waitForReady()` waits for nothing. */
const CALL = /\b\w+\(\)/g;

/** A word that is spoken of, and says nothing itself: `the state "blocked"`. */
const QUOTED_WORD = /(["“`])[\w-]+["”`]/g;

/** Where one clause ends and another begins. */
const BOUNDARY =
  /[;!?\n()[\]{}"“”|•–—]+|\.(?=\s|$)|,|\s-+\s|\b(?:but|however|although|though|while|whereas|except|despite)\b/i;

/** A denied list: `no errors, warnings or failures`. */
const DENIED_LIST = /\b(?:no|without|zero)(?: [\w-]+){1,2}(?:, [\w-]+)*,? (?:or|nor|and) [\w-]+/gi;

/** The clauses of a text. Addresses have no words, names in code have those they are made of. */
export function clausesOf(text: string): readonly Clause[] {
  return apart(withoutAddresses(text).replace(QUESTION_MARK, ` ${ASKED}; `))
    .replace(DENIED_LIST, (list) => (list.includes(",") ? inOneClause(list) : list))
    .split(BOUNDARY)
    .map((clause) => (clause.toLowerCase().match(/[a-z]+|\d+(?:\.\d+)?|[:=¿]/g) ?? []).map(asColon))
    .filter((clause) => clause.length > 0);
}

/** Contractions, words of several parts and names in code as the words that they are. */
function apart(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/\bcan't\b|\bcannot\b/gi, "can not")
    .replace(/\bwon't\b/gi, "will not")
    .replace(/n't\b/gi, " not")
    .replace(ERROR_CODE, " error ")
    .replace(OPTION, " ")
    .replace(CALL, " ")
    .replace(QUOTED_WORD, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .replace(/\bto[\s-]do\b/gi, "todo")
    .replace(/\bfollow(?:s|ing)?[\s-]ups?\b/gi, "followup")
    .replace(/\bnext\.?js\b/gi, " ");
}

function inOneClause(list: string): string {
  return list.replace(/,/g, " or").replace(/ or (?:or|nor|and) | and /gi, " or ");
}

function asColon(word: string): string {
  return word === "=" ? ":" : word;
}
