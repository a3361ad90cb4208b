const BEGIN = "BEGIN_DISPATCH_RESULT";
const END = "END_DISPATCH_RESULT";

/** The start of every complete block; a text without it is no dispatch result. */
export const DISPATCH_MARK = BEGIN;

const OWN_LINE = /^\[dispatch output masked — \d+ chars(?:, ref [0-9a-f]{12})?\](?:\n|$)/;

/**
 * A dispatch result with the text outside its blocks masked, or undefined if the text has no complete block.
 *
 * Every complete block stays exactly, markers included, joined by a newline; the text outside becomes one line
 * before them, left out where it would not be shorter. If there is nothing outside but our own line, the text is
 * returned. `ref` is that of the whole text, for an archive.
 */
export function maskDispatch(text: string, ref?: string): string | undefined {
  const blocks: string[] = [];
  let outside = "";
  let at = 0;
  for (;;) {
    const from = text.indexOf(BEGIN, at);
    const to = from < 0 ? -1 : text.indexOf(END, from + BEGIN.length);
    if (to < 0) break;
    outside += text.slice(at, from);
    blocks.push(text.slice(from, to + END.length));
    at = to + END.length;
  }
  if (blocks.length === 0) return undefined;
  outside += text.slice(at);

  const kept = blocks.join("\n");
  if (text.replace(OWN_LINE, "") === kept) return text;
  const reference = ref === undefined ? "" : `, ref ${ref}`;
  const line = `[dispatch output masked — ${outside.length} chars${reference}]`;
  return line.length < outside.length ? `${line}\n${kept}` : kept;
}
