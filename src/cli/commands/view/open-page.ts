import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** Opens a file with the system's program for it. Waits until that has started, not until it ends. */
export function openPage(
  path: string,
  {
    env,
    platform = process.platform,
  }: { readonly env: NodeJS.ProcessEnv; readonly platform?: string },
): Promise<"opened" | "failed"> {
  const [program, ...argv] = openerFor(platform);
  return new Promise((done) => {
    const opener = spawn(program, [...argv, resolve(path)], {
      env,
      detached: true,
      stdio: "ignore",
    });
    opener.on("error", () => done("failed"));
    opener.on("spawn", () => {
      opener.unref();
      done("opened");
    });
  });
}

function openerFor(platform: string): readonly [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  // Not `start`: it needs a shell, which would interpret characters of the name.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
