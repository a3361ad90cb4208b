import type { BigIntStats } from "node:fs";
import type { Notices } from "./notices.ts";

/** Says that a file which was replaced has other names, hard links, under which the old one stays. */
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
