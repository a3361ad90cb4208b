import { remembered } from "../../base/remembered.ts";

/**
 * Tools whose observations stay raw by default, since they are meant to last. The names are those of Claude Code,
 * Codex, Gemini CLI, opencode, Cline, OpenHands and others.
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
export const isExempt: (name: string) => boolean = remembered(
  (name: string) => NAMES.has(normalised(name)),
  256, // A cache: a transcript has few names, each used many times.
);

function normalised(name: string): string {
  return name.toLowerCase().replaceAll("_", "").replaceAll("-", "");
}
