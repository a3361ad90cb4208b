import { ElisionError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { type McpTool, outputOf } from "./mcp-tool.ts";

/** Gives the original behind a reference: all of it, some lines, or those that hold a text. */
export const showTool: McpTool = {
  name: "show",
  description:
    "Reads a tool result again that was masked or shortened. Such a text names a reference, as in " +
    "`elision show 0123456789ab`. Use it if you need what is no longer there.",
  parameters: {
    ref: { type: "string", description: "the reference, 12 digits of 0-9 and a-f" },
    from_line: { type: "integer", description: "the first line to give, from 1" },
    to_line: { type: "integer", description: "the last line to give" },
    search: { type: "string", description: "gives only lines that hold this text, with numbers" },
  },
  required: ["ref"],
  isReadOnly: true,
  async call({ ref, from_line, to_line, search }, { run, archiveArgv }) {
    const digits = String(ref).trim().toLowerCase();
    if (!/^[0-9a-f]{12,64}$/.test(digits))
      throw new ElisionError(
        "bad-option",
        `ref: expected 12 digits of 0-9 and a-f (got ${quoted(ref)})`,
        {
          hint: "copy the reference from the text in the result's place",
        },
      );
    const text = outputOf(await run(["show", ...archiveArgv, digits]));
    return excerptLines(text, {
      from: from_line as number | undefined,
      to: to_line as number | undefined,
      search: search as string | undefined,
    });
  },
};
