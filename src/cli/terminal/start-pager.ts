import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Pager } from "./pager.ts";

/** Starts a pager on this process's terminal, which handles interrupts while it runs. */
export function startPager(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Pager {
  const child = spawn(command, { shell: true, stdio: ["pipe", "inherit", "inherit"], env });
  const closed = new Promise<void>((resolve) => {
    child.on("close", () => resolve());
    child.on("error", () => resolve());
  });
  let isLeft = false;
  child.stdin.on("error", () => {
    isLeft = true;
  });
  const ignore = () => {};
  process.on("SIGINT", ignore);
  void closed.then(() => process.off("SIGINT", ignore));
  return {
    async write(text) {
      if (isLeft || !child.stdin.writable)
        throw Object.assign(new Error("the pager has gone"), { code: "EPIPE" });
      if (!child.stdin.write(text)) await Promise.race([once(child.stdin, "drain"), closed]);
    },
    async end() {
      child.stdin.end();
      await closed;
    },
  };
}
