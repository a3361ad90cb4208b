import { command } from "../../options/command-declaration.ts";
import { FORMATS_FLAGS } from "./flags.ts";

/** Lists the formats. */
export const formats = command({
  summary: "lists the formats that can be read, and how",
  flags: FORMATS_FLAGS,
  notes: `Layouts: lines (the lines are one transcript together), rows (each line is a
transcript), document (one JSON document). Dropping is what summarization and
fallback may do to meet a budget: remove (messages are taken out), native (they
stay, and a record of the format's own says that the agent begins after them)
or never. Known from says what elision learned the format from: recordings of
its program, the source of programs that write or read it, or documentation
alone.`,
  examples: [["elision formats --report json", "the same for programs"]],
  exitCodes: [
    ["0", "done"],
    ["2", "usage or output error"],
  ],
  run: async (shell, _words, flags) => (await import("./run.ts")).formatsCommand(shell, flags),
});
