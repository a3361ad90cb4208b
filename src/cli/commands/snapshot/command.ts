import { command } from "../../options/command-declaration.ts";
import { SNAPSHOT_FLAGS } from "./flags.ts";

export const snapshot = command({
  summary: "sorts an agent's notes into a snapshot of its active context",
  description:
    "Reduces an agent's memory, tasks and progress to what it needs for its next " +
    "iteration: its objective, hypotheses, blockers, next actions, questions and links. Reads and " +
    "writes the files of a state folder.",
  takes: { usage: "<dir...>" },
  flags: SNAPSHOT_FLAGS,
  common: ["memory", "tasks", "issue", "progress", "previous", "compare", "report"],
  notes: `It writes active-context.json, adds what is no longer active to
retired-trajectory.jsonl, and accounts for it in trajectory-reduction.json.
Entries are sorted by keywords. A model is asked only if one is named and the
snapshot has 400 tokens; its snapshot is used if every item comes from an
entry or a task and it saves 100 tokens. Otherwise the one by keywords is.
One of the input files may be -, which is stdin.`,
  examples: [
    ["elision snapshot state", "by keywords"],
    ["elision snapshot state --model anthropic", "by a model, if it does better"],
    ["elision snapshot it-3 --previous it-2", "a folder for each iteration"],
    ["elision snapshot state -n --report json", "only look at it"],
    ["elision snapshot state -n --compare", "what a model would change"],
    [
      "elision snapshot run-*/ -n --compare --model anthropic --price gpt-6-sol",
      "over several folders, with totals and money",
    ],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done by keywords: the model did not answer, or not as asked for"],
    ["2", "usage, input or output error; nothing was written"],
  ],
  run: async (shell, words, flags) =>
    (await import("./run.ts")).snapshotCommand(shell, words, flags),
});
