import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { ElisionError } from "../../../base/errors.ts";
import { quoted } from "../../../base/quoted.ts";

/** The session that a hook is about. */
export interface HookedSession {
  /** Its file, or its name as commands take it. */
  readonly word: string;
  readonly format: string;
  readonly hasEnded: boolean;
}

/** The events of Claude Code that the hook acts on, and whether the session has ended by then. */
const EVENTS: Readonly<Record<string, boolean>> = { PreCompact: false, SessionEnd: true };

/**
 * The session of an event that Claude Code writes to a hook's stdin (code.claude.com/docs/en/hooks); undefined for
 * any other event.
 */
export function sessionOfClaudeCode(event: string): HookedSession | undefined {
  const { hook_event_name: name, transcript_path: path } = objectIn(event);
  const hasEnded = typeof name === "string" ? EVENTS[name] : undefined;
  if (hasEnded === undefined) return undefined;
  if (typeof path !== "string" || !isAbsolute(path))
    throw bad(`expected the path of a session under "transcript_path" (got ${quoted(path)})`);
  // A session without messages has no file.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return { word: path, format: "claude-code", hasEnded };
}

/** The session of what Codex hands its `notify` program as the last word. It goes on. */
export function sessionOfCodex(notification: string): HookedSession | undefined {
  const { type, "thread-id": id } = objectIn(notification);
  if (type !== undefined && type !== "agent-turn-complete") return undefined;
  if (typeof id !== "string" || !/^[\w-]+$/.test(id))
    throw bad(`expected the id of a session under "thread-id" (got ${quoted(id)})`);
  return { word: `@${id}`, format: "codex", hasEnded: false };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw bad(`expected an event as JSON (got ${quoted(text.slice(0, 40))})`);
}

function bad(message: string): ElisionError {
  return new ElisionError("bad-event", message);
}
