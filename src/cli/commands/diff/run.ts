import { diffRead } from "../../../analyses/diff/diff-read.ts";
import type { Policy, PolicyDefaults } from "../../../reduce/pipeline/checked-policy.ts";
import { createPolicy, looksForErrors, PROGRAM_DEFAULTS } from "../../../reduce/pipeline/policy.ts";
import { createDiffReporter, type DiffReporter } from "../../../report/diff/index.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import {
  countIn,
  createInputCounts,
  discarding,
  type InputCounts,
} from "../../inputs/input-counts.ts";
import { type InputTaker, overInputs } from "../../inputs/over-inputs.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import type { Layer } from "../../options/settings.ts";
import { watchGlobs } from "../../options/typed-in-vain.ts";
import { usage } from "../../options/usage-error.ts";
import { wantsColor } from "../../terminal/color.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { DiffFlags } from "./flags.ts";
import { pagedOutput } from "./paged-output.ts";

const HELP = "elision diff --help";

/** The width of a line where there is no terminal. */
const DEFAULT_COLUMNS = 100;

/** How a diff is made. */
interface DiffRun {
  readonly flags: DiffFlags;
  readonly settings: Layer;
  /** Whether placeholders will have references, as with an archive. */
  readonly refs?: boolean;
  readonly placeholder?: string;
  readonly whenResumed?: NonNullable<PolicyDefaults["whenResumed"]>;
}

/** Shows what a run would change in the inputs that the arguments name. Gives the exit code. */
export async function diffCommand(
  shell: Shell,
  names: readonly string[],
  { flags, settings, refs = false, placeholder, whenResumed = "keep" }: DiffRun,
): Promise<number> {
  if (flags.answers !== undefined && flags.interactive !== true)
    throw usage("--answers needs --interactive", HELP);
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const options = {
    ...reduceOptionsFrom(flags),
    refs,
    ...(placeholder !== undefined && { placeholder }),
    ...(counter !== undefined && { counter }),
  };
  const globs = watchGlobs(settings);
  const policy = globs.watch(createPolicy(options, { ...PROGRAM_DEFAULTS, whenResumed }));
  const { follow, column } = flags;
  const found = findInputsFor(shell, names, { help: HELP, follow, column });
  if (flags.interactive === true) {
    const { askAboutChanges } = await import("./ask-about-changes.ts");
    return askAboutChanges(shell, found, { flags, settings, policy, notesAtEnd: globs.notes });
  }
  const { env, stdout } = shell;
  const output = pagedOutput(shell, {
    isPaged: flags.report === "table" && flags.pager !== false,
  });
  const columns = Number(stdout.columns ?? env.COLUMNS);
  const reporter = await createDiffReporter(
    flags.report,
    {
      write: output.put,
      columns: columns > 0 ? columns : DEFAULT_COLUMNS,
      color: wantsColor(flags.color, env, stdout),
    },
    { isStat: flags.stat === true },
  );
  const counts = createInputCounts();
  try {
    await overInputs(shell, found, {
      flags,
      notesAtEnd: globs.notes,
      taker: {
        ...diffedInputs(policy, { counts, reporter }),
        flush: output.flush,
        async finish() {
          await reporter.finish(counts.totals);
          await output.flush();
        },
      },
    });
  } finally {
    await output.end();
  }
  return counts.exitCode;
}

/** Reports the diff of each transcript under a policy, and counts the inputs. */
function diffedInputs(
  policy: Policy,
  { counts, reporter }: { readonly counts: InputCounts; readonly reporter: DiffReporter },
): Omit<InputTaker, "flush" | "finish"> {
  let formats = new Map<string, number>();
  return {
    looksFor: {
      findsErrors: looksForErrors(policy),
      findsModels: policy.rules["bound-reasoning"]?.binding === "auto",
    },
    transcript(read, file) {
      const diff = diffRead(read, { file, policy });
      countIn(formats, diff.format);
      reporter.transcript(diff);
    },
    file(read) {
      counts.file(read, formats);
      formats = new Map();
      reporter.file(read);
    },
    ...discarding(counts, () => {
      formats = new Map();
      reporter.discard();
    }),
  };
}
