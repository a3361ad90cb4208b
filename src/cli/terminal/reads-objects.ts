import type { Shell } from "./shell.ts";

/** Whether every conversation is to be read as objects, as `ELISION_OBJECTS=1` says: see CONTRIBUTING.md. */
export function readsObjects({ env }: Pick<Shell, "env">): boolean {
  return env.ELISION_OBJECTS === "1";
}
