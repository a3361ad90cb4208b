import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { quoted } from "../../../base/quoted.ts";
import { lookAt } from "../../../io/look-at.ts";
import { PAGE_GENERATOR } from "../../../report/view/page/transcript-page.ts";
import { usage } from "../../options/usage-error.ts";

/** The name of the page for inputs as they were named: the session's, without what says its format. */
export function pageNameFor(names: readonly string[]): string {
  const [first = "-"] = names;
  if (names.length > 1) return "transcripts.html";
  if (first === "-") return "stdin.html";
  const name = basename(first).replace(/\.(?:gz|zst)$/i, "");
  const bare = name.replace(/(?<=.)\.(?:jsonl?|ndjson|traj)$/i, "");
  return `${/^\.*$/.test(bare) ? "transcripts" : bare}.html`;
}

/** Refuses a file that is there and is no page that this command made. */
export function refuseForeign(path: string): void {
  if (lookAt(path)?.isFile() !== true || isOwnPage(path)) return;
  throw usage(
    `${quoted(path)} is there already, and is no page of elision view`,
    "name another file with -o, or remove this one first",
  );
}

/** Bytes in which a page says what made it. */
const HEAD_BYTES = 512;

function isOwnPage(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const count = readSync(file, head, 0, HEAD_BYTES, 0);
    return head
      .toString("latin1", 0, count)
      .includes(`<meta name="generator" content="${PAGE_GENERATOR}">`);
  } finally {
    closeSync(file);
  }
}
