import { withoutAddresses } from "../links.ts";

/** A part of a sentence that a negation does not reach out of: its words in lower case, and `:`. */
export type Clause = readonly string[];

/** Where one clause ends and another begins. */
const BOUNDARY =
  /[;!?\n()[\]{}"“”|•–—]+|\.(?=\s|$)|,|\s-+\s|\b(?:but|however|although|though|while|whereas|except|despite)\b/i;

/** What is denied together: `no errors, warnings or failures`. */
const DENIED_LIST = /\b(?:no|without|zero)(?: [\w-]+){1,2}(?:, [\w-]+)*,? (?:or|nor|and) [\w-]+/gi;

/** The clauses of a text. Addresses have no words, names in code have those they are made of. */
export function clausesOf(text: string): readonly Clause[] {
  return apart(withoutAddresses(text))
    .replace(DENIED_LIST, (list) => (list.includes(",") ? inOneClause(list) : list))
    .split(BOUNDARY)
    .map((clause) => (clause.toLowerCase().match(/[a-z]+|\d+(?:\.\d+)?|[:=]/g) ?? []).map(asColon))
    .filter((clause) => clause.length > 0);
}

/** Contractions, words of several parts and names in code as the words that they are. */
function apart(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/\bcan't\b|\bcannot\b/gi, "can not")
    .replace(/\bwon't\b/gi, "will not")
    .replace(/n't\b/gi, " not")
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
