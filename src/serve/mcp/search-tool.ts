import { excerptOf, type FoundText, searchArchive } from "../../api/search-archive.ts";
import { ElisionError } from "../../base/errors.ts";
import { fileArgument, type McpTool, type McpWorld, outputOf } from "./mcp-tool.ts";
import { ALL } from "./turn-tool.ts";

/** Searches the archive, and a session, for a text. */
export const searchTool: McpTool = {
  name: "search",
  description:
    "Finds a text, in any case, in all results that were ever masked or shortened, and in the turns of a saved " +
    "session if `file` is given. The newest come first. Each hit says its reference (see `show`) or its turn (see `turn`).",
  parameters: {
    query: { type: "string", description: "the text to find, as it stands there" },
    file: { type: "string", description: "a session's file, or its name such as @latest" },
    limit: { type: "integer", description: "the most hits to give, 150 at most; 20 if not given" },
  },
  required: ["query"],
  isReadOnly: true,
  async call({ query, file, limit = 20 }, world) {
    const text = String(query);
    if (text === "")
      throw new ElisionError("bad-option", "query: expected a text that is not empty", {
        hint: "pass the text to find",
      });
    const most = Math.min(Number(limit), MOST_HITS);
    const hits: string[] = [];
    if (file !== undefined) {
      for (const hit of await hitsInSession(text, String(file), world)) hits.push(hit);
    }
    if (world.archive !== undefined) {
      const found = searchArchive(world.archive, text, { limit: most + 1 });
      for (const each of found) hits.push(lineOf(each));
    }
    if (hits.length === 0) return `nothing holds ${JSON.stringify(text)}`;
    const more =
      hits.length > most
        ? `\n[there are more: pass ${most < MOST_HITS ? "a larger limit, or " : ""}a longer text]`
        : "";
    return hits.slice(0, most).join("\n") + more;
  },
};

/** Each takes about 200 chars: more of them would exceed the limit of an answer. */
const MOST_HITS = 150;

function lineOf({ ref, line, text, lines }: FoundText): string {
  return `ref ${ref}, line ${line} of ${lines}: ${text}`;
}

interface NumberedTurn {
  readonly turn: number;
}

/** The hits in the turns of a session, each with its number. */
async function hitsInSession(
  query: string,
  file: string,
  { run, archiveArgv }: McpWorld,
): Promise<readonly string[]> {
  const asked = ["--turns", "1-", "--window", String(ALL), "--json"];
  const json = outputOf(await run(["show", ...asked, ...archiveArgv, fileArgument(file)]));
  const turns = JSON.parse(json) as readonly NumberedTurn[];
  const wanted = query.toLowerCase();
  return turns.flatMap((turn) =>
    stringsIn(turn)
      .flatMap((text) => text.split("\n"))
      .filter((line) => line.toLowerCase().includes(wanted))
      .map((line) => `turn ${turn.turn}: ${excerptOf(line.trim(), wanted)}`),
  );
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
