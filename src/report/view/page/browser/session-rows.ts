import type { PageIndex, PagePart } from "../page-index.ts";

/** One row of the page: a turn, or a message to the agent. */
export interface SessionRow {
  readonly who: "user" | "system" | "agent";
  /** From 1; 0 before the first turn. */
  readonly turn: number;
  readonly isDead: boolean;
  /** Numbers of messages. */
  readonly messages: readonly number[];
  /** Numbers of parts. */
  readonly parts: readonly number[];
}

/** Divides a session into rows. Tool results are in the row of the turn that made the calls. */
export function rowsOf({ messages, parts }: PageIndex): readonly SessionRow[] {
  const rows: { -readonly [K in keyof SessionRow]: SessionRow[K] }[] = [];
  messages.forEach(({ role, turn, first, isDead = false }, number) => {
    const end = messages[number + 1]?.first ?? parts.length;
    const own = Array.from({ length: end - first }, (_, k) => first + k);
    const isSaid = role === "user" || role === "system";
    const answers = own.some((part) => parts[part]?.kind === "observation");
    const who = isSaid && !answers ? role : "agent";
    const last = rows.at(-1);
    if (who === "agent" && last?.who === who && last.turn === turn && last.isDead === isDead) {
      last.messages = [...last.messages, number];
      last.parts = [...last.parts, ...own];
    } else rows.push({ who, turn, isDead, messages: [number], parts: own });
  });
  return rows;
}

/** The title of a row: its first call, else its first text. */
export function titleOf(
  row: SessionRow,
  parts: readonly PagePart[],
): { tool?: string; text: string; more: number } {
  const own = row.parts.flatMap((part) => parts[part] ?? []);
  const calls = own.filter(({ kind }) => kind === "call");
  const [first] = calls;
  if (first !== undefined)
    return { tool: first.tool ?? "tool", text: first.about ?? "", more: calls.length - 1 };
  const lead = (
    own.find(({ kind }) => kind === "text") ?? own.find(({ lead }) => lead !== undefined)
  )?.lead;
  const answer = own.find(({ kind }) => kind === "observation");
  if (lead === undefined && answer !== undefined)
    return { tool: answer.tool ?? "tool", text: "result", more: 0 };
  return {
    text: lead ?? (own.some(({ kind }) => kind === "image") ? "image" : "nothing"),
    more: 0,
  };
}
