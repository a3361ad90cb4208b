/** A message as it was sent, if that differs from its lines: results in it are side copies. */
export const SENT_MESSAGE = "api-request-blob";

/** Texts by which results are replaced when they are sent, also by a session that is resumed. */
export const REPLACEMENTS = "content-replacement";

/** Types of lines from which nothing is sent to the model. */
export const NOTES: ReadonlySet<string> = new Set([
  "agent-color",
  "agent-name",
  "agent-setting",
  "ai-title",
  // Requests by the digests of their messages: not read when a session is resumed.
  "api-request",
  "api-request-blob",
  "api-request-resumed",
  "api-request-shape",
  "atis-latch",
  "attachment",
  "attribution-snapshot",
  "bridge-session",
  REPLACEMENTS,
  "continued-in",
  "cost-state",
  "custom-title",
  "derived-from",
  "ended-by-model",
  "file-history-delta",
  "file-history-snapshot",
  "fork-context-ref",
  "frame-link",
  "isolation-latch",
  "last-prompt",
  "memory-mode",
  "mode",
  "observer-ref",
  "permission-mode",
  "pr-link",
  "progress",
  "queue-operation",
  "relocated",
  "result",
  "resume-head-vouch",
  "session-owner",
  "started",
  "summary",
  "system",
  "tag",
  "tools-used",
  "worktree-state",
]);
