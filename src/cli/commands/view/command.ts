import { command } from "../../options/command-declaration.ts";
import { VIEW_FLAGS } from "./flags.ts";

export const view = command({
  summary: "writes a page to read transcripts in the browser",
  description:
    "Writes one HTML page to read transcripts: turns to unfold, what is masked in the file or would " +
    "be, with the reason and the original in its place, where the tokens are, a search, and a slider " +
    "for the window. The page needs no network. Reads stdin, files or folders, changes none of them.",
  takes: { usage: "[files...]" },
  flags: VIEW_FLAGS,
  common: ["output", "open", "window", "preset", "every", "keepTool", "archive", "price", "format"],
  notes: `The page holds the full text of the transcripts, secrets included: take care
whom you give it to. An existing file is overwritten only if it is such a page.`,
  examples: [
    ["elision view run.jsonl --open", "read a session in the browser"],
    ["elision view run.jsonl -o page.html", "write the page to a file of your own"],
    ["elision view --window 3 logs", "a folder, with a chooser"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but bad lines or transcripts were left out"],
    ["2", "usage, input or output error"],
  ],
  run: async (shell, files, flags, { settingsOf }) =>
    (await import("./run.ts")).viewCommand(shell, files, {
      flags,
      settings: settingsOf(VIEW_FLAGS),
    }),
});
