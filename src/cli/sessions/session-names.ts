import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ElisionError } from "../../base/errors.ts";
import { didYouMean } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import type { Format } from "../../formats/format.ts";
import { FOUND_BY_CONTENT, type FormatChoice } from "../../formats/registry/format-choice.ts";
import { shortNames } from "../../report/sessions/short-names.ts";
import { timeSince } from "../../report/sessions/time-since.ts";
import type { Shell } from "../terminal/shell.ts";
import { isSessionName } from "./is-session-name.ts";
import type { SavedFile } from "./saved-files.ts";
import {
  isOfProject,
  isWithin,
  notLookedInto,
  onePerSession,
  openSessionIndex,
  projectOf,
  type SessionIndex,
} from "./session-index.ts";
import { agentNamed, knownAgents } from "./session-places.ts";

/** The words of a command, with session names replaced by files. */
export interface NamedFiles {
  readonly words: readonly string[];
  /** The files of the named sessions. */
  readonly sessions: ReadonlySet<string>;
  /** For the user: the sessions of a name that cannot be read yet. */
  readonly notes: readonly string[];
}

/** Candidates that an error lists. */
const MAX_CANDIDATES = 8;

/**
 * Finds the files of `@latest`, `@latest:AGENT`, `@project`, `@project:NAME` and `@ID`, the start of an id.
 * Other words are left as they are.
 *
 * @throws {ElisionError} `no-session` where a name names none, or several where it should be one; the hint has
 * candidates.
 */
export async function filesOfNames(
  words: readonly string[],
  { shell, formats }: { readonly shell: Naming; readonly formats: FormatChoice },
): Promise<NamedFiles> {
  const index = await openSessionIndex(formats.among.all, shell, {
    agents: agentsIn(words, formats.among.all),
  });
  const sessions = new Set<string>();
  const faults = index.faults.map(notLookedInto);
  const notes = [...faults];
  const found: string[] = [];
  for (const word of words) {
    if (!isSessionName(word)) {
      found.push(word);
      continue;
    }
    const files = await sessionsOf(word, index, { shell, formats: formats.among.all }).catch(
      (error) => {
        throw error instanceof ElisionError ? withFaults(error, faults) : error;
      },
    );
    const paths = files.flatMap(({ format, path }) => (format === undefined ? [] : [path]));
    if (paths.length === 0) throw notRead(word, files);
    if (paths.length < files.length)
      notes.push(
        `${word}: sessions that no format reads yet, left out: ${files.length - paths.length}`,
      );
    for (const path of paths) sessions.add(path);
    found.push(...paths);
  }
  index.save();
  return { words: found, sessions, notes };
}

/** The agents whose newest sessions are requested; undefined for any agent. */
function agentsIn(
  words: readonly string[],
  formats: readonly Format[],
): ReadonlySet<string> | undefined {
  const agents = new Set<string>();
  for (const word of words.filter(isSessionName)) {
    const [, agent] = /^@latest:(.+)$/s.exec(word) ?? [];
    if (agent === undefined) return undefined;
    agents.add(agentNamed(agent, formats));
  }
  return agents;
}

type Naming = Pick<Shell, "env" | "now">;

/** The sessions of a name, at least one. */
async function sessionsOf(
  word: string,
  index: SessionIndex,
  { shell, formats }: { readonly shell: Naming; readonly formats: readonly Format[] },
): Promise<readonly SavedFile[]> {
  const [, name = "", rest] = /^@([^:]*)(?::(.*))?$/s.exec(word) ?? [];
  if (name === "latest")
    return [latest(word, index, rest === undefined ? undefined : agentNamed(rest, formats))];
  if (name === "project") return ofProject(word, index, rest);
  return [await ofId(word, index, shell)];
}

function latest(word: string, { files }: SessionIndex, agent: string | undefined): SavedFile {
  const readable = files.filter(({ format }) => format !== undefined);
  const found = readable.find((file) => agent === undefined || file.agent === agent);
  if (found !== undefined) return found;
  const agents = [...new Set(readable.map((file) => file.agent))];
  const guess = didYouMean(agent ?? "", knownAgents(FOUND_BY_CONTENT.among.all));
  throw noSession(
    agent === undefined
      ? `${word}: no sessions of any agent were found on this machine`
      : `${word}: no sessions of ${quoted(agent)}${guess}`,
    agents.length === 0 ? undefined : `there are sessions of ${agents.join(", ")}`,
  );
}

async function ofProject(
  word: string,
  index: SessionIndex,
  name: string | undefined,
): Promise<readonly SavedFile[]> {
  const here = process.cwd();
  const wanted = name?.includes("/") ? resolve(name) : name;
  const found: SavedFile[] = [];
  const projects = new Set<string>();
  for (const file of index.files) {
    const head = await index.head(file);
    const project = projectOf(head);
    if (project !== undefined) projects.add(project);
    if (wanted === undefined ? isWithin(head, here) : isOfProject(head, wanted)) found.push(file);
  }
  if (found.length > 0) return found;
  const what = name === undefined ? `the current folder, ${here}` : `a project ${quoted(name)}`;
  const known = [...projects];
  throw noSession(
    `${word}: no sessions of ${what}${didYouMean(name ?? "", known)}`,
    known.length === 0
      ? undefined
      : `there are sessions of ${listed(known)}; @project:NAME takes those of one`,
  );
}

async function ofId(word: string, index: SessionIndex, { now }: Naming): Promise<SavedFile> {
  const start = word.slice(1);
  const found: SavedFile[] = [];
  if (start !== "")
    for (const file of index.files)
      if ((await index.head(file)).id.startsWith(start)) found.push(file);
  const candidates = await onePerSession(found, index);
  const [one, ...others] = candidates;
  if (one !== undefined && others.length === 0) return one;
  const nearest = one === undefined ? index.files.slice(0, MAX_CANDIDATES) : candidates;
  const heads = await Promise.all(nearest.map((file) => index.head(file)));
  const short = shortNames(heads.map(({ id }) => id));
  const lines = nearest.map((file, at) => {
    const head = heads[at] ?? { id: "" };
    const when = timeSince(new Date(file.changedMs).toISOString(), now());
    const about = [file.agent, projectOf(head), when].filter((each) => each !== undefined);
    return `@${short.get(head.id)} (${about.join(", ")})`;
  });
  const hints = [
    ...(existsSync(word) ? [`the file of that name is ./${word}`] : []),
    ...(lines.length === 0 ? [] : [`there are ${listed(lines)}`]),
  ];
  throw noSession(
    one === undefined
      ? `${word}: no session has an id that begins so`
      : `${word}: ${candidates.length} sessions have ids that begin so`,
    hints.length === 0 ? undefined : hints.join("; "),
  );
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_CANDIDATES;
  const shown = names.slice(0, MAX_CANDIDATES).join(", ");
  return more > 0 ? `${shown}, and ${more} more` : shown;
}

function notRead(word: string, files: readonly SavedFile[]): ElisionError {
  const [file] = files;
  const hint = file?.place.hint;
  return noSession(
    `${word}: sessions of ${file?.agent ?? "this agent"} are not read yet`,
    hint === undefined ? undefined : `what "${hint}" prints is read`,
  );
}

/** A name that names none says as well where sessions could not be looked for. */
function withFaults({ message, hint }: ElisionError, faults: readonly string[]): ElisionError {
  const hints = [...(hint === undefined ? [] : [hint]), ...faults];
  return noSession(message, hints.length === 0 ? undefined : hints.join("; "));
}

function noSession(message: string, hint: string | undefined): ElisionError {
  return new ElisionError("no-session", message, hint === undefined ? {} : { hint });
}
