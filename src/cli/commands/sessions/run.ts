import { resolve } from "node:path";
import { didYouMean } from "../../../base/nearest.ts";
import { quoted } from "../../../base/quoted.ts";
import { reportSessions } from "../../../report/sessions/index.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { usage } from "../../options/usage-error.ts";
import { listSessions, totalsOf } from "../../sessions/list-sessions.ts";
import { measureSessions, NEWEST } from "../../sessions/measure-sessions.ts";
import type { SavedFile } from "../../sessions/saved-files.ts";
import {
  isOfProject,
  notLookedInto,
  openSessionIndex,
  type SessionIndex,
} from "../../sessions/session-index.ts";
import { agentNamed, knownAgents } from "../../sessions/session-places.ts";
import { wantsColor } from "../../terminal/color.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { tableWidth } from "../../terminal/stream-width.ts";
import { textOutput } from "../../terminal/text-output.ts";
import type { SessionsFlags } from "./flags.ts";

/** Lists the sessions on this machine. Gives the exit code. */
export async function sessionsCommand(shell: Shell, flags: SessionsFlags): Promise<number> {
  const { stdout, env } = shell;
  const formats = await formatsFrom({ formatModule: flags.formatModule });
  const agent = flags.agent?.map((name) => agentNamed(name, formats.among.all));
  const index = await openSessionIndex(formats.among.all, shell, {
    agents: agent && new Set(agent),
  });
  const chosen = await chosenFiles(shell, index, {
    ...flags,
    agent,
    agents: knownAgents(formats.among.all),
  });
  const { quiet = false } = flags;
  const notices = createNotices(shell.stderr, { quiet });
  for (const fault of index.faults) notices.warn(notLookedInto(fault));
  if (chosen.length === 0)
    notices.note(
      index.files.length === 0
        ? "no sessions of any agent were found on this machine"
        : `none of the ${index.files.length} sessions on this machine is asked for`,
    );
  const isList = flags.report === "table" && flags.all !== true;
  const readable = chosen.filter(({ format }) => format !== undefined);
  const unread = chosen.filter(({ format }) => format === undefined);
  const shown = isList ? readable.slice(0, NEWEST) : readable;
  await measureSessions(shell, index, {
    files: shown,
    formats,
    isWhole: flags.whole === true,
    quiet,
  });
  const sessions = await listSessions(
    index,
    [...shown, ...unread].sort((a, b) => b.changedMs - a.changedMs),
  );
  index.save();
  const output = textOutput(shell);
  await reportSessions(
    flags.report,
    {
      sessions,
      totals: totalsOf(sessions),
      more: readable.length - shown.length,
      now: stdout.isTerminal ? shell.now() : undefined,
    },
    {
      write: output.put,
      columns: tableWidth(stdout, env),
      color: wantsColor(flags.color, env, stdout),
    },
  );
  await output.flush();
  return EXIT.done;
}

async function chosenFiles(
  shell: Shell,
  index: SessionIndex,
  {
    agent: agents,
    project,
    since,
    agents: known,
  }: SessionsFlags & { readonly agents: readonly string[] },
): Promise<readonly SavedFile[]> {
  for (const agent of agents ?? [])
    if (!known.includes(agent))
      throw usage(
        `--agent: no agent ${quoted(agent)}${didYouMean(agent, known)}`,
        `known are ${known.join(", ")}`,
      );
  const files = index.files.filter(
    ({ agent, changedMs }) =>
      (agents === undefined || agents.includes(agent)) &&
      (since === undefined || shell.now() - changedMs <= since),
  );
  if (project === undefined) return files;
  const wanted = /^\.{1,2}$|\//.test(project) ? resolve(project) : project;
  const chosen: SavedFile[] = [];
  for (const file of files) if (isOfProject(await index.head(file), wanted)) chosen.push(file);
  return chosen;
}
