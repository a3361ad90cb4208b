/** Words that say nothing of their own. Words of denial are none of them: they turn a meaning round. */
const EMPTY_WORDS = new Set(
  `a an the of in on at to for from by with and or as is are was were be been being it its this that
  these those there has have had do does did will would should can could may might also still so
  then than into onto over under via per about which who whose when while`.split(/\s+/),
);

const ENDINGS = [
  "ations",
  "ation",
  "ures",
  "ure",
  "ings",
  "ing",
  "ers",
  "er",
  "ies",
  "ied",
  "ed",
  "es",
  "s",
  "y",
  "e",
];

/** The least that is left of a word. */
const MIN_STEM = 3;

/** The words of a text that say something, in the form that they have in common with their inflections. */
export function contentStems(text: string): readonly string[] {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/n['’]t\b/g, " not")
    .replace(/\bcannot\b/g, "can not")
    .replace(/['’]s\b/g, "")
    .match(/[\p{L}\p{M}]+|\p{N}+/gu);
  return (words ?? []).filter((word) => !EMPTY_WORDS.has(word)).map(stemOf);
}

/** `fail` for failing, failed, failures; numbers and short words as they are. */
function stemOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const ending = ENDINGS.find(
    (each) => word.endsWith(each) && word.length - each.length >= MIN_STEM && !isPart(word, each),
  );
  const stem = ending === undefined ? word : word.slice(0, -ending.length);
  // shipping, ship
  return /([bdgkmnprt])\1$/.test(stem) && stem.length > MIN_STEM ? stem.slice(0, -1) : stem;
}

/** Whether an ending belongs to the word itself: pass, status. */
function isPart(word: string, ending: string): boolean {
  return ending === "s" && /(ss|us|is)$/.test(word);
}
