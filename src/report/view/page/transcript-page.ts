import type { ViewedTranscript } from "../../../analyses/view/result.ts";
import { visible } from "../../../base/visible.ts";
import { RULES } from "../../../reduce/rules/index.ts";
import { escaped, jsonInScript, securityPolicy } from "../../html.ts";
import { indexOf, type PageQuote } from "./index-of.ts";
import type { PageManifest } from "./page-index.ts";
import { leadOf, pageText } from "./page-text.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "./transcript-page.generated.ts";

/** The generator that a page names, by which a later run knows that it may overwrite it. */
export const PAGE_GENERATOR = "elision view";

/** The parts of a page besides its transcripts. */
export interface TranscriptPageParts {
  readonly title: string;
  /** Transcripts that were left out, since the page would be too large. */
  readonly leftOut: number;
  quoteFor(transcript: ViewedTranscript): PageQuote;
}

/** Chars of text in a block, which is decoded as a whole when one of its texts is needed. */
const BLOCK_CHARS = 200_000;

/**
 * Transcripts as one page that stands alone, piece after piece. Its security policy lets nothing be
 * loaded and no other script or style run. Texts are in blocks of JSON, which the script decodes when a
 * turn is unfolded.
 */
export function* transcriptPage(
  transcripts: readonly ViewedTranscript[],
  parts: TranscriptPageParts,
): Iterable<string> {
  const names = namesFor(transcripts);
  const reasons = transcripts.flatMap((each) =>
    each.parts.flatMap(({ spans = [] }) => spans.map(({ by }) => by)),
  );
  const manifest: PageManifest = {
    transcripts: names.map((name) => ({ name })),
    reasons: reasonTexts(reasons),
    leftOut: parts.leftOut,
  };
  yield headOf(parts.title);
  yield block("manifest", manifest);
  for (const [number, transcript] of transcripts.entries()) {
    const { texts } = transcript;
    const blocks = blocksOf(texts);
    const quote = parts.quoteFor(transcript);
    yield block(
      `index-${number}`,
      indexOf(transcript, { name: names[number] ?? "", blocks, quote }),
    );
    for (const [at, first] of blocks.entries())
      yield block(`texts-${number}-${at}`, texts.slice(first, blocks[at + 1]).map(pageText));
  }
  yield `<script>${PAGE_SCRIPT}</script>\n</body>\n</html>\n`;
}

function block(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonInScript(value)}</script>\n`;
}

/** Chars of a task that the chooser shows. */
const TASK_CHARS = 60;

/** Names for the chooser: the file if it has one transcript, else a number and the task. */
function namesFor(all: readonly ViewedTranscript[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { file } of all) counts.set(file, (counts.get(file) ?? 0) + 1);
  let number = 0;
  let last: string | undefined;
  return all.map((transcript) => {
    const { file } = transcript;
    number = file === last ? number + 1 : 1;
    last = file;
    const name = visible(file.split(/[\\/]/).at(-1) ?? file);
    const task = leadOf(taskIn(transcript)).slice(0, TASK_CHARS);
    if (counts.get(file) === 1) return `${name}: ${task}`;
    return `${counts.size === 1 ? "" : `${name} `}${number}: ${task}`;
  });
}

/** The first text of the first user message. */
function taskIn({ messages, parts, texts }: ViewedTranscript): string {
  const at = messages.findIndex(({ role }) => role === "user");
  const own = parts.slice(messages[at]?.first ?? 0, messages[at + 1]?.first);
  return texts[own.find(({ kind }) => kind === "text")?.text ?? -1] ?? "";
}

/** The places at which blocks of texts begin. */
function blocksOf(texts: readonly string[]): readonly number[] {
  const blocks: number[] = [];
  let chars = BLOCK_CHARS;
  for (const [place, text] of texts.entries()) {
    if (chars >= BLOCK_CHARS) {
      blocks.push(place);
      chars = 0;
    }
    chars += text.length;
  }
  return blocks;
}

function headOf(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="${PAGE_GENERATOR}">
<meta http-equiv="Content-Security-Policy" content="${securityPolicy({ script: PAGE_SCRIPT, style: PAGE_STYLE })}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escaped(title)} · elision view</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<noscript><p>This page unfolds the transcript with its own script: allow scripts to read it. It loads nothing.</p></noscript>
<header id="about">
<h1>${escaped(title)}</h1>
</header>
<main id="session"></main>
`;
}

/** Texts of reasons that are no rules, or that the page words differently. */
const OTHERS: Readonly<Record<string, string>> = {
  window: "it is older than the window",
  pressure: "too little would be saved in all",
  "not-shorter": "a placeholder would not be shorter",
  "min-gain": "a placeholder would save too little",
  fixed: "it is a demonstration",
  "not-editable": "its format does not allow it",
  dead: "it no longer reaches the model",
  "no-masking": "nothing is masked",
};

/** Why an observation is masked or kept, in words, by the name of the reason. */
function reasonTexts(names: Iterable<string>): Readonly<Record<string, string>> {
  const rules: Readonly<Record<string, { readonly reason: string }>> = RULES;
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, OTHERS[name] ?? rules[name]?.reason ?? name]),
  );
}
