import { openArchive } from "../archive/archive.ts";
import { type KeptText, textsFor } from "../show/kept.ts";
import { EXIT, type Shell } from "./shell.ts";

/** What is to be shown of an archive. */
export interface ShownRefs {
  readonly refs: readonly string[];
  readonly dir: string;
  readonly json: boolean;
}

/**
 * Prints what references stand for: the text alone, exactly; with a line before each where there are
 * several. Gives the exit code: 1 where one is not known.
 */
export async function showRefs(shell: Shell, { refs, dir, json }: ShownRefs): Promise<number> {
  const archive = openArchive(dir);
  const shown: (KeptText & { readonly ref: string })[] = [];
  const unknown: string[] = [];
  try {
    for (const ref of new Set(refs)) {
      const texts = textsFor(archive, ref);
      for (const text of texts) shown.push({ ref, ...text });
      if (texts.length === 0) unknown.push(ref);
    }
  } finally {
    archive.close();
  }
  const output = json ? `${JSON.stringify({ texts: shown, unknown })}\n` : plain(shown);
  if (output !== "") await shell.stdout.write([Buffer.from(output)]);
  for (const ref of unknown) shell.stderr.write(`elision: ${dir}: no text with the ref ${ref}\n`);
  return unknown.length > 0 ? EXIT.incomplete : EXIT.done;
}

function plain(shown: readonly KeptText[]): string {
  const [only] = shown;
  if (only === undefined || shown.length === 1) return only?.text ?? "";
  return shown
    .map(({ digest, text }) => `==> ${digest} <==\n${text}${text.endsWith("\n") ? "" : "\n"}`)
    .join("\n");
}
