import { openArchive } from "../../../archive/open-archive.ts";
import { REF_DIGITS } from "../../../base/digest.ts";
import { jsonText } from "../../../report/json-text.ts";
import { type KeptText, textsFor } from "../../../restore/show/kept-text.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";

/** The references to show, and their archive. */
export interface ShownRefs {
  readonly refs: readonly string[];
  readonly dir: string;
  readonly json: boolean;
}

/**
 * Prints the originals of references: the text alone, exactly; with a line before each if there are several. Gives
 * the exit code: 1 if one is not known, 2 if one is damaged.
 */
export async function showRefs(shell: Shell, { refs, dir, json }: ShownRefs): Promise<number> {
  const archive = openArchive(dir);
  const notices = createNotices(shell.stderr, { quiet: false });
  const shown: (KeptText & { readonly ref: string })[] = [];
  const unknown: string[] = [];
  const damaged: string[] = [];
  try {
    for (const ref of new Set(refs)) {
      const kept = textsFor(archive, ref);
      for (const text of kept.texts) shown.push({ ref, ...text });
      damaged.push(...kept.damaged);
      if (kept.texts.length + kept.damaged.length === 0) unknown.push(ref);
    }
  } finally {
    archive.close();
  }
  const output = json ? `${jsonText({ texts: shown, unknown, damaged })}\n` : plain(shown);
  if (output !== "") await shell.stdout.write([Buffer.from(output)]);
  for (const ref of unknown) notices.warn(`${dir}: no text with the ref ${ref}`);
  for (const digest of damaged)
    notices.warn(
      `${dir}: the text ${digest.slice(0, REF_DIGITS)} is damaged and is not shown: elision archive verify ${dir}`,
    );
  if (damaged.length > 0) return EXIT.failed;
  return unknown.length > 0 ? EXIT.incomplete : EXIT.done;
}

function plain(shown: readonly KeptText[]): string {
  const [only] = shown;
  if (only === undefined || shown.length === 1) return only?.text ?? "";
  return shown
    .map(({ digest, text }) => `==> ${digest} <==\n${text}${text.endsWith("\n") ? "" : "\n"}`)
    .join("\n");
}
