import { backupSuffix } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { REPLAY_FLAGS } from "./flags.ts";

export const replay = command({
  summary: "writes what an agent with a window would have sent at every step",
  description:
    "Writes what an agent with such a policy would have sent at every step of a finished " +
    "transcript, whatever its format: a row for each reply of the model, with messages in " +
    "OpenAI's shape. Reads stdin or files, changes nothing.",
  takes: { usage: "[files...]" },
  flags: REPLAY_FLAGS,
  common: ["step", "output", "window", "windowUnit", "every", "keepTool", "preset", "format"],
  notes: `A row is {"messages":[…],"step":n,"reply":{…},"line":l}: what was sent when
the agent had seen n turns, what the model answered, and the line that the
transcript starts on. One trains on these rows: in a transcript that was masked
once it had ended, later replies follow placeholders that their author never
saw. Images are left out.`,
  examples: [
    ["elision replay run.jsonl --window 5 > rows.jsonl", "a row for each step"],
    ["elision replay run.jsonl --step 12 | jq .messages", "one prompt"],
    ["elision replay logs -o rows.parquet", "as Parquet"],
    ["elision replay x.jsonl | jq -c '.messages + [.reply]'", "examples to train on"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but bad lines were left out"],
    ["2", "usage, input or output error, or no such step"],
  ],
  run: async (shell, files, flags, program) =>
    (await import("./run.ts")).replayCommand(shell, files, {
      flags: { ...flags, ...backupSuffix(program) },
      settings: program.settingsOf(REPLAY_FLAGS),
    }),
});
