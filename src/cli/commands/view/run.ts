import { basename } from "node:path";
import { priceOfModel } from "../../../analyses/compare/billing/price-of-model.ts";
import type { ViewedTranscript } from "../../../analyses/view/result.ts";
import { viewRead } from "../../../analyses/view/view-read.ts";
import type { Archive } from "../../../archive/archive.ts";
import { createPolicy, looksForErrors, PROGRAM_DEFAULTS } from "../../../reduce/pipeline/policy.ts";
import { placeholderReader } from "../../../reduce/placeholders/placeholder-ref.ts";
import { number } from "../../../report/figures.ts";
import type { PageQuote } from "../../../report/view/page/index-of.ts";
import { transcriptPage } from "../../../report/view/page/transcript-page.ts";
import { originalFor } from "../../../restore/by-ref.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import { archiveIfAny } from "../../archives/archive-if-any.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import { createInputCounts } from "../../inputs/input-counts.ts";
import { type InputTaker, overInputs } from "../../inputs/over-inputs.ts";
import { priceFrom } from "../../options/price-option.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import type { Layer } from "../../options/settings.ts";
import { type WatchedGlobs, watchGlobs } from "../../options/typed-in-vain.ts";
import { usage } from "../../options/usage-error.ts";
import { placePage } from "../../reports/page-file.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { ViewFlags } from "./flags.ts";
import { openPage } from "./open-page.ts";
import { pageNameFor, refuseForeign, sessionName } from "./page-name.ts";

/** The most chars of text in a page: browsers get slow with more. */
const MAX_CHARS = 100_000_000;

/** Writes the page of the inputs that the arguments name. Gives the exit code. */
export async function viewCommand(
  shell: Shell,
  names: readonly string[],
  { flags, settings }: { readonly flags: ViewFlags; readonly settings: Layer },
): Promise<number> {
  const { open = false, quiet = false } = flags;
  if (flags.output === "-" && open) throw usage("--open needs a file", "leave out -o -");
  const quoteFor = quotesFor(flags);
  const found = findInputsFor(shell, names, {
    help: "elision view --help",
    follow: flags.follow,
    column: flags.column,
  });
  const session = sessionName(names, found.inputs);
  const output = flags.output ?? pageNameFor(session);
  const page = output === "-" ? undefined : placePage(output, found.inputs);
  if (page !== undefined) refuseForeign(output);
  const archive = archiveIfAny(flags.archive, shell.env);
  const notices = createNotices(shell.stderr, { quiet });
  try {
    const globs = watchGlobs(settings);
    const viewed = await viewedFrom(flags, { archive, globs });
    await overInputs(shell, found, { flags, taker: viewed, notesAtEnd: globs.notes });
    const { transcripts, leftOut } = viewed;
    if (transcripts.length === 0) {
      notices.note("no transcripts: no page was written");
      return viewed.exitCode;
    }
    const title =
      names.length > 1
        ? `${basename(names[0] ?? "")} and ${number(names.length - 1)} more`
        : session;
    const pieces = transcriptPage(transcripts, { title, leftOut, quoteFor });
    if (page === undefined) {
      for (const piece of pieces) await shell.stdout.write([Buffer.from(piece)]);
      return viewed.exitCode;
    }
    await page.write(pieces);
    const count = transcripts.length === 1 ? "" : ` (${number(transcripts.length)} transcripts)`;
    notices.note(`wrote ${output}${count}${open ? "" : "; open it in a browser, or add --open"}`);
    if (leftOut > 0)
      notices.warn(`transcripts left out, the page would be too large: ${number(leftOut)}`);
    if (open && (await openPage(output, { env: shell.env })) === "failed")
      notices.warn(`found no program that opens pages: open ${output} in a browser`);
    return viewed.exitCode;
  } finally {
    archive?.close();
  }
}

/** The transcripts of the inputs, up to what a page can hold, and the exit code. */
async function viewedFrom(
  flags: ViewFlags,
  { archive, globs }: { readonly archive: Archive | undefined; readonly globs: WatchedGlobs },
): Promise<
  InputTaker & {
    readonly transcripts: readonly ViewedTranscript[];
    readonly leftOut: number;
    readonly exitCode: number;
  }
> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const options = { ...reduceOptionsFrom(flags), ...(counter !== undefined && { counter }) };
  const policy = globs.watch(createPolicy(options, { ...PROGRAM_DEFAULTS, whenResumed: "keep" }));
  const refsIn = placeholderReader(policy.placeholder);
  const originalOf = (text: string) => {
    const refs = archive && refsIn(text);
    return refs && originalFor(archive, refs)?.text;
  };
  const counts = createInputCounts();
  const transcripts: ViewedTranscript[] = [];
  let chars = 0;
  let leftOut = 0;
  return {
    looksFor: { findsErrors: looksForErrors(policy), findsModels: true },
    transcript(read, file) {
      const { transcript } = read;
      chars += transcript.charsBefore(transcript.messages.length);
      if (chars > MAX_CHARS) leftOut++;
      else transcripts.push(viewRead(read, { file, policy, originalOf }));
    },
    file: (read) => counts.file(read, new Map()),
    fail: counts.fail,
    skip: counts.skip,
    empty: counts.empty,
    flush: async () => {},
    finish: async () => {},
    transcripts,
    get leftOut() {
      return leftOut;
    },
    get exitCode() {
      return Math.max(counts.exitCode, leftOut > 0 ? EXIT.incomplete : EXIT.done);
    },
  };
}

/** The prices for each transcript: the one that flags name, else that of its own model, else the default. */
function quotesFor(flags: ViewFlags): (transcript: ViewedTranscript) => PageQuote {
  const { price, prices } = priceFrom({ ...flags, outputPrice: undefined });
  return ({ model }) => {
    if (prices === undefined) return { price, isOwn: true };
    const own = model === undefined ? undefined : priceOfModel(model, prices);
    return own === undefined ? { price, isOwn: false } : { price: own, isOwn: true };
  };
}
