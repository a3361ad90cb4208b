import { FOUND_BY_CONTENT } from "../../formats/registry/format-choice.ts";
import { number } from "../../report/figures.ts";
import { wrap, wrapped } from "../../report/list-table.ts";
import { timeSince } from "../../report/sessions/time-since.ts";
import type { Shell } from "../terminal/shell.ts";
import { DEFAULT_COLUMNS } from "../terminal/stream-width.ts";
import { openSessionIndex, projectOf } from "./session-index.ts";

/** The commands to begin with, and what each is for. */
const STEPS: readonly (readonly [command: string, about: string])[] = [
  ["elision sessions", "list them: size, savings, money spent"],
  ["elision -n @latest", "what masking would remove from the newest"],
  ["elision compare @latest", "which window would have cost least"],
];
const WIDEST = Math.max(...STEPS.map(([command]) => command.length));

/** A command with what it is for on the same line, or below it where there is no room. */
function shownStep([command, about]: (typeof STEPS)[number], columns: number): string {
  const line = `  ${command.padEnd(WIDEST)}   ${about}`;
  if (line.length < columns) return `${line}\n`;
  const below = wrap(about, columns - 6).map((words) => `      ${words}\n`);
  return `  ${command}\n${below.join("")}`;
}

/**
 * The sessions on this machine in a sentence or two, and three commands to begin with, for a user who typed
 * nothing but the program's name. Undefined where there are none.
 */
export async function firstSteps(
  shell: Pick<Shell, "env" | "now" | "stderr">,
): Promise<string | undefined> {
  const index = await openSessionIndex(FOUND_BY_CONTENT.among.all, shell, {
    opens: "none",
  });
  const readable = index.files.filter(({ format }) => format !== undefined);
  const [newest] = readable;
  if (newest === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const { agent } of readable) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  const agents = [...counts].map(([agent, count]) => `${agent} ${number(count)}`).join(", ");
  const project = projectOf(await index.head(newest));
  index.save();
  const when = timeSince(new Date(newest.changedMs).toISOString(), shell.now());
  const about = [newest.agent, project, when].filter((each) => each !== undefined).join(", ");
  const found = `${number(readable.length)} ${readable.length === 1 ? "session" : "sessions"}`;
  const said = `elision found ${found} on this machine (${agents}). The newest: ${about}. Try:`;
  const columns = shell.stderr.columns ?? DEFAULT_COLUMNS;
  return `${wrapped(said, columns)}
${STEPS.map((step) => shownStep(step, columns)).join("")}
${wrapped("elision -h shows the options; elision FILE compacts a file to stdout.", columns)}`;
}
