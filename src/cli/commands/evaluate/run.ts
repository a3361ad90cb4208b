import { evaluationTotals } from "../../../analyses/evaluate/effects.ts";
import { TEMPLATES } from "../../../analyses/evaluate/prompt-template.ts";
import type { Evaluation } from "../../../analyses/evaluate/result.ts";
import { ElisionError } from "../../../base/errors.ts";
import type { Model } from "../../../model/model.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../reduce/pipeline/policy.ts";
import { number } from "../../../report/figures.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import type { BackupSuffix } from "../../inputs/backup-suffix.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import { overInputs } from "../../inputs/over-inputs.ts";
import { openScoringModelFor } from "../../options/open-model.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import type { Layer } from "../../options/settings.ts";
import { watchGlobs } from "../../options/typed-in-vain.ts";
import { usage } from "../../options/usage-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { askLikelihood, countQuestions } from "./ask-likelihood.ts";
import type { EvaluateFlags } from "./flags.ts";
import { type MeasuredInputs, measuredInputs } from "./measured-inputs.ts";
import { evaluationText } from "./view.ts";

const HELP = "elision evaluate --help";

/** Evaluates a policy by a model's likelihoods, over the inputs that the arguments name. Gives the exit code. */
export async function evaluateCommand(
  shell: Shell,
  names: readonly string[],
  { flags, settings }: { readonly flags: EvaluateFlags & BackupSuffix; readonly settings: Layer },
): Promise<number> {
  const { dryRun = false, greedy = true } = flags;
  if (flags.model === undefined && !dryRun)
    throw usage("evaluate: expected --model openai:NAME and --model-url URL", HELP);
  if (dryRun && flags.report === "json") throw usage("-n has no report", "leave --report off");
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const options = reduceOptionsFrom(flags);
  const globs = watchGlobs(settings);
  const template = TEMPLATES[flags.template];
  const planning = {
    policy: globs.watch(
      createPolicy(counter === undefined ? options : { ...options, counter }, PROGRAM_DEFAULTS),
    ),
    template,
    steps: flags.steps,
    seed: flags.seed,
    maxPromptTokens: flags.maxPromptTokens,
  };
  const found = findInputsFor(shell, names, {
    help: HELP,
    follow: flags.follow,
    backup: flags.backup,
  });
  const about = { greedy, stop: template.stop };
  if (dryRun) {
    const questions = countQuestions();
    const measured = measuredInputs(askLikelihood(questions, about), planning);
    await overInputs(shell, found, { flags, taker: measured, notesAtEnd: globs.notes });
    await write(shell, dryText(measured, questions.sums));
    return measured.exitCode;
  }
  const model = await openModel(shell, flags);
  try {
    const measured = measuredInputs(askLikelihood(model, about), planning);
    await overInputs(shell, found, { flags, taker: measured, notesAtEnd: globs.notes });
    return await report(shell, flags, measured);
  } finally {
    await model.close();
  }
}

function openModel(shell: Shell, flags: EvaluateFlags): Promise<Model> {
  const notices = createNotices(shell.stderr, { quiet: flags.quiet ?? false });
  return openScoringModelFor(shell, { ...flags, model: flags.model ?? "" }, notices);
}

async function report(
  shell: Shell,
  flags: EvaluateFlags,
  { steps, counts, unmeasured, exitCode }: MeasuredInputs,
): Promise<number> {
  const [reason] = Object.keys(unmeasured);
  if (reason !== undefined && steps.length === 0)
    throw new ElisionError("not-measured", `no reply could be measured: ${reason}`, {
      hint: "see that the server of --model-url runs, and that the caps leave room: elision evaluate -n",
    });
  const { seed, greedy = true } = flags;
  const evaluation: Evaluation = {
    settings: {
      model: flags.model ?? "",
      template: flags.template,
      stepsPerTranscript: flags.steps,
      seed,
      greedy,
    },
    steps,
    totals: evaluationTotals(steps, counts, { unmeasured, seed }),
  };
  await write(shell, evaluationText(shell, flags, evaluation));
  return Math.max(exitCode, reason === undefined ? EXIT.done : EXIT.incomplete);
}

function dryText(
  { counts: { replies, unchanged, sampled } }: MeasuredInputs,
  { calls, tokens }: { readonly calls: number; readonly tokens: number },
): string {
  return (
    `replies: ${number(replies)}; nothing is hidden before ${number(unchanged)} of them\n` +
    `drawn: ${number(sampled)}\n` +
    `calls: ${number(calls)}, about ${number(tokens)} tokens (chars/4), less those in --model-cache\n`
  );
}

async function write({ stdout }: Shell, text: string): Promise<void> {
  await stdout.write([Buffer.from(text)]);
}
