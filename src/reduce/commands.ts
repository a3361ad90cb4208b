/**
 * The command line that a call runs, by the arguments that agents have for it; undefined for a call
 * that runs none. Of `["bash", "-lc", "…"]` it is what the shell is given.
 */
export function commandIn(args: string): string | undefined {
  const value = parsed(args);
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of KEYS) {
    const command = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof command === "string" && command.trim() !== "") return command;
    if (Array.isArray(command) && command.every((word) => typeof word === "string"))
      return /^-\w*c$/.test(command[1] ?? "") ? command[2] : command.join(" ");
  }
  return undefined;
}

const KEYS = ["command", "cmd", "script"];

function parsed(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return undefined;
  }
}
