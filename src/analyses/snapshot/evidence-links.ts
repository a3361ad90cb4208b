/** An address, of the web or of an artifact: `https://…`, `tool-output://…`; the first 2000 chars of it. */
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s<>"'`|\\^{}]{1,2000}/gi;

/** The target of a Markdown link. */
const MARKDOWN = /\]\(\s*<?([^\s<>()]+)>?[^()]*\)/g;

/** A path of a file: it has a folder and an extension, and perhaps a line. */
const PATH =
  /(?<![\w/.:~@+-])(?:~\/|\.{0,2}\/)?(?:[\w@.+-]+\/)+[\w@+.-]*\.[a-z][a-z0-9]{0,9}(?::\d+)?\b/gi;

/** The links in a text, each once, in order: addresses, what Markdown links to, paths of files. */
export function linksIn(text: string): readonly string[] {
  const found: { at: number; link: string }[] = [];
  for (const { 0: address, index } of text.matchAll(ADDRESS))
    found.push({ at: index, link: trimmed(address) });
  const rest = withoutAddresses(text);
  for (const { 1: target = "", index } of rest.matchAll(MARKDOWN))
    if (/[/.]/.test(target)) found.push({ at: index, link: target });
  for (const { 0: path, index } of rest.matchAll(PATH)) found.push({ at: index, link: path });
  found.sort((a, b) => a.at - b.at);
  return [...new Set(found.map(({ link }) => link))];
}

/** The same text, as long as it was, with white space for addresses: they may hold any word. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, (address) => " ".repeat(address.length));
}

/** An address without the punctuation of the sentence around it. */
function trimmed(address: string): string {
  let link = address.replace(/[.,;:!?*_]+$/, "");
  while (/[)\]]$/.test(link) && isUnopened(link))
    link = link.slice(0, -1).replace(/[.,;:!?*_]+$/, "");
  return link;
}

function isUnopened(link: string): boolean {
  const closing = link.at(-1) === ")" ? ")" : "]";
  const opening = closing === ")" ? "(" : "[";
  return link.split(opening).length < link.split(closing).length;
}
