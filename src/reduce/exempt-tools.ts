/**
 * Tools whose observations stay raw unless that is turned off: what they say is meant to last. By the
 * names that Claude Code, Codex, Gemini CLI, opencode, Cline, OpenHands and others have for them.
 */
export const EXEMPT_TOOLS = {
  skill: ["Skill", "activate_skill", "use_skill", "load_skill"],
  memory: ["memory", "save_memory", "remember", "recall"],
  todo: ["TodoWrite", "TodoRead", "todo_write", "todo_read", "write_todos", "task_tracker"],
  plan: ["update_plan", "EnterPlanMode", "ExitPlanMode", "enter_plan_mode", "exit_plan_mode"],
  "ask-user": ["AskUserQuestion", "ask_user", "ask_followup_question", "request_user_input"],
} as const satisfies Record<string, readonly string[]>;

const NAMES: ReadonlySet<string> = new Set(Object.values(EXEMPT_TOOLS).flat().map(normalised));

/** Whether a tool is one of these, however its name is written (`todowrite`, `TodoWrite`). */
export function isExempt(name: string): boolean {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  const is = NAMES.has(normalised(name));
  KNOWN.set(name, is);
  return is;
}

/** What was said of names lately: a transcript has few, and each many times. */
const KNOWN = new Map<string, boolean>();
const MAX_KNOWN = 256;

function normalised(name: string): string {
  return name.toLowerCase().replaceAll("_", "").replaceAll("-", "");
}
