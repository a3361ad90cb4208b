import { onSignal } from "./signals.ts";

/** Whether a process can lead a group, so that what it starts can be ended with it. */
export const HAS_GROUPS = process.platform !== "win32";

/**
 * Keeps a group from outliving the program, since a terminal's signals reach the program alone. To be called
 * before the group is started: a signal may come as soon as it is. Returns the function to call when the group
 * has ended.
 */
export function watchGroup(leader: () => number | undefined): () => void {
  return onSignal(() => {
    const pid = leader();
    if (pid !== undefined) killGroup(pid);
  });
}

/** Ends a group at once, whatever its first process has become. */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // It has ended.
  }
}
