/**
 * Checks the words of comments and documents against the lists below, each with advice. Run by `npm run lint`.
 */
import { readFileSync } from "node:fs";
import { listedFiles } from "./listed-files.js";

const ANYWHERE = [
  [/\bso many\b/g, "say the number: 'N', 'the newest N'"],
  [/\bbeside\b/g, "'besides', 'next to', 'and'"],
  [/\bobservations? (?:had|have) brought\b/g, "'tool output'"],
];
const IN_COMMENTS = [
  ...ANYWHERE,
  [
    /\/\*\*\s*(?:\*\s*)?(?:What|Those|That)\b/g,
    "begin a doc comment with the thing or the verb, not with 'What', 'Those' or 'That'",
  ],
  [/\bstand(?:s|ing)? (?:for|in the place of|in)\b/g, "'replaces', 'is in', 'means'"],
  [
    /\bseeds?[ -]\d|\bR\d\.\d|\bseeds'|\((?:strateg(?:y|ies)|science) /g,
    "say the rule itself, or its public source",
  ],
];
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const faults = [
  ...listedFiles("src/*.ts").flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) =>
      faultsOf(file, comment, lineAt(text, index), IN_COMMENTS),
    );
  }),
  ...listedFiles("README.md", "CONTRIBUTING.md", "docs/*.md").flatMap((file) =>
    faultsOf(file, readFileSync(file, "utf8"), 1, ANYWHERE),
  ),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`${faults.length} places to word better`);
  process.exitCode = 1;
}

function faultsOf(file, text, firstLine, list) {
  return list.flatMap(([pattern, advice]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      const line = firstLine + lineAt(text, index) - 1;
      return `${file}:${line}: "${found.replace(/\s+/g, " ").trim()}": ${advice}`;
    }),
  );
}

function lineAt(text, index) {
  return text.slice(0, index).split("\n").length;
}
