/** Highlights words in an element without changing it; does nothing in browsers without support. */
export function highlight(within: Element | undefined, words: string): void {
  const { highlights } = CSS as {
    readonly highlights?: { set(name: string, value: unknown): void; delete(name: string): void };
  };
  highlights?.delete("found");
  if (within === undefined || words === "" || highlights === undefined) return;
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const wanted = words.toLowerCase();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    for (
      let at = text.indexOf(wanted);
      at >= 0 && ranges.length < 500;
      at = text.indexOf(wanted, at + wanted.length)
    ) {
      const range = document.createRange();
      range.setStart(node, Math.min(at, (node.nodeValue ?? "").length));
      range.setEnd(node, Math.min(at + wanted.length, (node.nodeValue ?? "").length));
      ranges.push(range);
    }
  }
  if (ranges.length > 0) highlights.set("found", new Highlight(...ranges));
  ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
}
