import { ElisionError } from "../../base/errors.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { FROM_CHAR, fileArgument, linesAsked, type McpTool, outputOf } from "./mcp-tool.ts";

/** Returns one or more turns of a saved session. */
export const turnTool: McpTool = {
  name: "turn",
  description:
    "Reads turns of a saved agent session: what the agent thought, did and saw, masked results as they were. " +
    "`file` is a path, or a session's name such as `@latest` or `@latest:claude`.",
  parameters: {
    file: { type: "string", description: "the session's file, or its name" },
    turn: { type: "integer", description: "the turn to give, from 1" },
    to_turn: { type: "integer", description: "the last of several turns" },
    line: { type: "integer", description: "of the transcript that starts on this line" },
    from_line: { type: "integer", description: "the first line of these turns to give, from 1" },
    to_line: { type: "integer", description: "the last line to give" },
    from_char: FROM_CHAR,
    search: { type: "string", description: "gives only lines that hold this text, with numbers" },
  },
  required: ["file", "turn"],
  isReadOnly: true,
  async call({ file, turn, to_turn, line, ...lines }, { run, archiveArgv }) {
    if (to_turn !== undefined && Number(to_turn) < Number(turn))
      throw new ElisionError("bad-option", `to_turn: ${to_turn} is before turn ${turn}`, {
        hint: "pass a to_turn that is not before turn, or leave it out",
      });
    const asked =
      to_turn === undefined
        ? ["--turn", String(turn)]
        : ["--turns", `${turn}-${to_turn}`, "--window", String(ALL)];
    const of = line === undefined ? [] : ["--line", String(line)];
    const argv = ["show", ...asked, ...of, ...archiveArgv, fileArgument(file)];
    const text = outputOf(await run(argv));
    return excerptLines(text.trimEnd(), linesAsked(lines));
  },
};

/** A window larger than any session. */
export const ALL = 1_000_000;
