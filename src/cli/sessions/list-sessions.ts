import { SESSION_TOKENS } from "../../analyses/sessions/measure-session.ts";
import type {
  ListedSession,
  SessionTotals,
  SubagentFiles,
} from "../../analyses/sessions/result.ts";
import { spentWithSubagents, sumOfSpending } from "../../analyses/sessions/spending.ts";
import type { SavedFile } from "./saved-files.ts";
import type { SessionHead } from "./session-facts.ts";
import { onePerSession, projectOf, type SessionIndex } from "./session-index.ts";

/** Sessions with their known facts; tokens of those that were only partly read are estimated. */
export async function listSessions(
  index: SessionIndex,
  files: readonly SavedFile[],
): Promise<readonly ListedSession[]> {
  const tokensIn = tokensPerByte(index, files);
  const listed: ListedSession[] = [];
  for (const file of await onePerSession(files, index)) {
    const head = await index.head(file);
    const subagents = subagentsOf(index, await index.partsOf(file));
    listed.push({
      ...about(file, head),
      ...figuresOf(index, file, tokensIn),
      ...(subagents !== undefined && { subagents }),
    });
  }
  return listed;
}

function subagentsOf(
  { cache }: SessionIndex,
  parts: readonly SavedFile[],
): SubagentFiles | undefined {
  if (parts.length === 0) return undefined;
  const spent = sumOfSpending(parts.flatMap((part) => cache.get(part).measured?.spent ?? []));
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return { files: parts.length, bytes, ...(spent !== undefined && { spent }) };
}

function about(
  { agent, path, bytes, changedMs }: SavedFile,
  head: SessionHead,
): Omit<ListedSession, "read"> {
  const project = projectOf(head);
  return {
    id: head.id,
    agent,
    path,
    bytes,
    changed: new Date(changedMs).toISOString(),
    ...(project !== undefined && { project }),
    ...(head.folder !== undefined && { folder: head.folder }),
    ...(head.model !== undefined && { model: head.model }),
  };
}

type Figures = Partial<ListedSession> & Pick<ListedSession, "read">;

function figuresOf(
  { cache }: SessionIndex,
  file: SavedFile,
  tokensIn: ReadonlyMap<string, number>,
): Figures {
  const { hint } = file.place;
  if (file.format === undefined) return { read: "not yet", ...(hint !== undefined && { hint }) };
  const { measured, problem } = cache.get(file);
  if (measured !== undefined) {
    const { transcripts: _, ...figures } = measured;
    return { read: "whole", ...figures };
  }
  if (problem !== undefined) return { read: "failed", problem };
  const rate = tokensIn.get(file.agent) ?? tokensIn.get("");
  return {
    read: "head",
    format: file.format.name,
    ...(rate !== undefined && { tokens: Math.ceil(file.bytes * rate) }),
  };
}

/** Tokens per byte of the sessions of each agent that were read, and of all of them as agent "". */
function tokensPerByte(
  { cache }: SessionIndex,
  files: readonly SavedFile[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, { bytes: number; tokens: number }>();
  for (const file of files) {
    const { measured } = cache.get(file);
    if (measured === undefined) continue;
    for (const agent of [file.agent, ""]) {
      const { bytes, tokens } = sums.get(agent) ?? { bytes: 0, tokens: 0 };
      sums.set(agent, { bytes: bytes + file.bytes, tokens: tokens + measured.tokens });
    }
  }
  return new Map([...sums].map(([agent, { bytes, tokens }]) => [agent, tokens / bytes]));
}

/** The sums over sessions. */
export function totalsOf(sessions: readonly ListedSession[]): SessionTotals {
  const whole = sessions.filter(({ read }) => read === "whole");
  const priced = whole.filter((session) => spentWithSubagents(session)?.usd !== undefined);
  const sum = (key: "tokens" | "windowTokens" | "losslessTokens") =>
    whole.reduce((all, session) => all + (session[key] ?? 0), 0);
  return {
    sessions: sessions.length,
    wholeSessions: whole.length,
    bytes: sessions.reduce((all, { bytes }) => all + bytes, 0),
    tokenizer: SESSION_TOKENS.name,
    tokens: sum("tokens"),
    windowTokens: sum("windowTokens"),
    losslessTokens: sum("losslessTokens"),
    usd: priced.reduce((all, session) => all + (spentWithSubagents(session)?.usd ?? 0), 0),
    pricedSessions: priced.length,
  };
}
