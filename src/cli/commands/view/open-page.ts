import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** Opens a file with the program that the system has for it. Waits for its start, not for its end. */
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
  // Not `start`, which a shell would have to run, with its own ideas of what a name is.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
