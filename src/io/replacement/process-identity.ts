import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The machine, and on Linux the namespace that process ids are counted in. */
export function thisHost(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** When a process started, in ticks since the machine did: field 22 of `stat` (proc(5)). Empty if unknown. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/**
 * Whether a process of this host has ended for certain. `started`, where it is known, tells it from a
 * later process with the same id.
 */
export function hasProcessEnded(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  return started !== "" && startOf(pid) !== started;
}
