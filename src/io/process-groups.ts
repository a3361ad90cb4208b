/** Groups of processes that were started and have not ended, by the id of their first. */
const running = new Set<number>();

/** Whether a process can lead a group, so that what it starts can be ended with it. */
export const HAS_GROUPS = process.platform !== "win32";

/** Keeps a group that was started from outliving the program; gives what to call when it has ended. */
export function watchGroup(leader: number): () => void {
  running.add(leader);
  return () => void running.delete(leader);
}

/** Ends a group at once, whatever its first process has become. */
export function killGroup(leader: number): void {
  running.delete(leader);
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // It has ended.
  }
}

/** Ends all that are running: a terminal's signals reach this program alone. */
export function killGroups(): void {
  for (const leader of running) killGroup(leader);
}
