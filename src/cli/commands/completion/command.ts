import { oneOf } from "../../options/argument-types.ts";
import { command } from "../../options/command-declaration.ts";
import { COMPLETION_SHELLS } from "./flags.ts";

export const completion = command({
  summary: "prints a script that completes commands and options in a shell",
  takes: { usage: "<shell>", type: oneOf(COMPLETION_SHELLS) },
  flags: {},
  examples: [["elision completion bash > /etc/bash_completion.d/elision", "for all users"]],
  exitCodes: [
    ["0", "done"],
    ["2", "usage or output error"],
  ],
  run: async (shell, [name], _flags, program) =>
    (await import("./run.ts")).completionCommand(shell, name, program),
});
