import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll } from "vitest";

/** A script in Python, started once for a file of tests: each line of JSON that it is given is answered by one. */
export function answeringScript(path: string): <T>(asked: unknown) => Promise<T> {
  const script = spawn("python3", [path], { stdio: ["pipe", "pipe", "inherit"] });
  script.on("error", () => {}); // There is no Python here: nothing asks it.
  script.stdin.on("error", () => {}); // It has ended: so has what it says, which is found out below.
  const answers = createInterface({ input: script.stdout })[Symbol.asyncIterator]();
  afterAll(() => void script.stdin.end());
  return async (asked) => {
    script.stdin.write(`${JSON.stringify(asked)}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error(`${path} has ended: what it says is on stderr`);
    return JSON.parse(value);
  };
}
