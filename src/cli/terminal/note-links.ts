import type { BigIntStats } from "node:fs";
import type { Notices } from "./notices.ts";

/** Notes that a replaced file has hard links, which still have the old content. */
export function noteLinks(
  notices: Notices,
  name: string,
  { nlink }: Pick<BigIntStats, "nlink">,
): void {
  const others = Number(nlink) - 1;
  if (others < 1) return;
  const links = others === 1 ? "a hard link to it keeps" : `${others} hard links to it keep`;
  notices.note(`${name}: ${links} the file as it was: -i replaces one name`);
}
