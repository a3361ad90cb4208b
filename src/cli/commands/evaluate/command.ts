import { backupSuffix } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { EVALUATE_FLAGS } from "./flags.ts";

export const evaluate = command({
  summary: "asks your model whether what a window hides changes its next reply",
  description:
    "Measures how likely a model of yours finds the recorded replies of finished transcripts, with " +
    "nothing hidden and with what a policy hides, and whether it would have called another tool or " +
    "named another path. Reads stdin, files or folders, changes nothing.",
  takes: { usage: "[files...]" },
  flags: EVALUATE_FLAGS,
  common: [
    "model",
    "modelUrl",
    "modelCache",
    "steps",
    "noGreedy",
    "maxModelTokens",
    "window",
    "every",
    "dryRun",
    "report",
  ],
  notes: `The server speaks OpenAI's protocol and gives log-probabilities of prompts
(echo and logprobs of /v1/completions): vLLM does, llama-server does not.
With --model-cache a run that was stopped goes on where it was, and a second
one asks nothing. Two controls are measured as well: results that are never
used again, where hiding should change nothing, and results that the reply
uses, where it should. It says what this model makes of these transcripts,
and nothing of whether tasks succeed.`,
  examples: [
    ["elision evaluate logs -n", "how many calls would it take?"],
    ["elision evaluate logs --model openai:NAME --model-url URL", "URL as http://host:8000/v1"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but replies were not measured (see the report), or bad lines were left out"],
    ["2", "usage, input or output error, or no reply could be measured"],
  ],
  run: async (shell, files, flags, program) =>
    (await import("./run.ts")).evaluateCommand(shell, files, {
      flags: { ...flags, ...backupSuffix(program) },
      settings: program.settingsOf(EVALUATE_FLAGS),
    }),
});
