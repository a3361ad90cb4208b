import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { quoted } from "../../../base/quoted.ts";
import { fileStatus } from "../../../io/file-status.ts";
import { PAGE_GENERATOR } from "../../../report/view/page/transcript-page.ts";
import type { Input } from "../../inputs/input.ts";
import { usage } from "../../options/usage-error.ts";

/** The name of the file or folder that was requested; for `@latest` and the like, the name of the file found. */
export function sessionName(names: readonly string[], inputs: readonly Input[]): string {
  const [first = "-"] = names;
  const [input] = inputs;
  if (names.length > 1) return "transcripts";
  if (first === "-" || input?.kind === "stdin") return "stdin";
  if (!first.startsWith("@")) return basename(first) || "transcripts";
  return inputs.length === 1 && input !== undefined ? basename(input.name) : first.slice(1);
}

/** The page's file name for a session of this name: without its extensions. */
export function pageNameFor(session: string): string {
  const bare = session
    .replace(/\.(?:gz|zst)$/i, "")
    .replace(/(?<=.)\.(?:jsonl?|ndjson|traj)$/i, "");
  return `${/^\.*$/.test(bare) ? "transcripts" : bare.replaceAll(":", "-")}.html`;
}

/** Refuses to overwrite a file that this command did not make. */
export function refuseForeign(path: string): void {
  if (fileStatus(path)?.isFile() !== true || isOwnPage(path)) return;
  throw usage(
    `${quoted(path)} exists, and elision view did not write it`,
    "name another file with -o, or remove this one first",
  );
}

/** Bytes from the start within which a page names its generator. */
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
