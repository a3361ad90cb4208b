import type { Shell } from "./shell.ts";

/** Whether `ELISION_OBJECTS=1` forces the path by objects: see CONTRIBUTING.md. */
export function readsObjects({ env }: Pick<Shell, "env">): boolean {
  return env.ELISION_OBJECTS === "1";
}
