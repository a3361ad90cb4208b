import { ElisionError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { FROM_CHAR, linesAsked, type McpTool, outputOf } from "./mcp-tool.ts";

/** Returns the original behind a reference: all of it, some lines, or those that contain a text. */
export const showTool: McpTool = {
  name: "show",
  description:
    "Reads a tool result again that was masked or shortened. Such a text names a reference, as in " +
    "`elision show 0123456789ab`. Use it if you need what is no longer there.",
  parameters: {
    ref: { type: "string", description: "the reference, 12 digits of 0-9 and a-f" },
    from_line: { type: "integer", description: "the first line to give, from 1" },
    to_line: { type: "integer", description: "the last line to give" },
    from_char: FROM_CHAR,
    search: { type: "string", description: "gives only lines that hold this text, with numbers" },
  },
  required: ["ref"],
  isReadOnly: true,
  async call({ ref, ...lines }, { run, archiveArgv }) {
    // Models copy the whole command.
    const [, digits] = /^(?:elision show )?([0-9a-f]{12,64})$/i.exec(String(ref).trim()) ?? [];
    if (digits === undefined)
      throw new ElisionError(
        "bad-option",
        `ref: expected 12 digits of 0-9 and a-f (got ${quoted(ref)})`,
        {
          hint: "copy the reference from the text in the result's place",
        },
      );
    const text = outputOf(await run(["show", ...archiveArgv, digits.toLowerCase()]));
    return excerptLines(text, linesAsked(lines));
  },
};
