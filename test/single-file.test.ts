/**
 * The program as one executable file: it is built here, and does what the installed one does. In a deep run: to build
 * it takes as long as a thousand other tests.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderWith, makeFolder } from "./support/folder.ts";
import { ACME_MODULE, acmeRow } from "./support/own-format.ts";
import { IS_DEEP } from "./support/runs.ts";
import { sessionLines, sessionRow } from "./support/sessions.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const canCarry = readFileSync(process.execPath).includes(FUSE);

describe.skipIf(!canCarry || !IS_DEEP)(
  "the single-file build (a deep run, and a Node that can carry a program)",
  () => {
    let built = "";
    let single = "";
    beforeAll(() => {
      built = makeFolder({});
      single = join(built, "elision");
      execFileSync(process.execPath, [join(ROOT, "scripts", "build-sea.js"), single], {
        stdio: "ignore",
      });
    }, 180_000);
    afterAll(() => rmSync(built, { recursive: true }));

    it("runs without Node or the package, threads and libraries included", () => {
      const folder = folderWith({
        "run.jsonl": sessionLines(14),
        "rows.jsonl": sessionRow(30).repeat(300),
        "bad-policy.toml": "windw = 3\n",
        "acme.mjs": ACME_MODULE,
        "acme.jsonl": acmeRow(12).repeat(3),
      });
      expect(readdirSync(built)).toEqual(["elision"]);
      const env = { PATH: "/nonexistent", HOME: folder, XDG_DATA_HOME: join(folder, "data") };
      const as = (program: readonly string[]) => (argv: readonly string[], input?: string) => {
        const [file = "", ...rest] = program;
        const options = { cwd: folder, env, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
        const { stdout, stderr, status } = spawnSync(file, [...rest, ...argv], {
          ...options,
          ...(input !== undefined && { input }),
        });
        return { stdout, stderr, status };
      };
      const one = as([single]);
      const installed = as([process.execPath, join(ROOT, "bin", "elision.js")]);
      for (const argv of [
        ["--version"],
        ["--help"],
        ["formats"],
        ["-n", "--report", "ndjson", "run.jsonl"],
        ["--report", "csv", "-j", "4", "rows.jsonl"],
        ["inspect", "run.jsonl"],
        ["compare", "run.jsonl"],
        ["compare", "-j", "2", "run.jsonl", "rows.jsonl"],
        ["check", "run.jsonl"],
        ["view", "-o", "-", "run.jsonl"],
        ["--policy-file", "bad-policy.toml", "run.jsonl"],
        ["--format-module", "acme.mjs", "--window", "3", "acme.jsonl"],
        ["--tokenizer", "nonsense", "run.jsonl"],
        ["--nonsense"],
      ]) {
        const told = one(argv);
        expect({ argv, ...told }).toEqual({ argv, ...installed(argv) });
        expect(told.stderr).not.toMatch(/internal error|Warning/);
      }
      expect(one(["-q", "-"], sessionLines(14)).stdout).toContain("[observation masked");
      expect(one(["-q", "-i", "run.jsonl"])).toMatchObject({ status: 0, stderr: "" });
      expect(readFileSync(join(folder, "run.jsonl"), "utf8")).not.toBe(sessionLines(14));
      expect(one(["restore", "-i", "run.jsonl"]).status).toBe(0);
      expect(readFileSync(join(folder, "run.jsonl"), "utf8")).toBe(sessionLines(14));
      writeFileSync(join(folder, "run.jsonl"), "nothing\n");
      expect(one(["run.jsonl"]).status).toBe(2);
    }, 180_000);

    it("serves, with a thread of its own that edits", async () => {
      const env = { PATH: "/nonexistent", HOME: folderWith({}) };
      const upstream = "http://127.0.0.1:9";
      const proxy = spawn(single, ["serve", "--port", "0", "--upstream", upstream], { env });
      try {
        let said = "";
        proxy.stderr.setEncoding("utf8");
        while (!said.includes("serving on")) said += (await once(proxy.stderr, "data"))[0];
        const [address = ""] = /http:[^ ]+/.exec(said) ?? [];
        const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
        const reply = await fetch(`${address}/v1/chat/completions`, { method: "POST", body });
        expect(await reply.text()).toContain("the upstream could not be reached");
      } finally {
        proxy.kill();
        await once(proxy, "exit");
      }
    }, 60_000);
  },
);
