/** What is published: it packs, installs into an empty folder, runs, and can be imported. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { folderWith, makeFolder } from "./support/folder.ts";
import { PLAIN_BASH } from "./support/process.ts";
import { sessionLines } from "./support/sessions.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

function npm(argv: readonly string[], cwd: string): string {
  return execFileSync("npm", [...argv], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Packs what is published, once. */
function packed() {
  known ??= pack();
  return known;
}

let known: ReturnType<typeof pack> | undefined;
const destination = makeFolder({});
afterAll(() => rmSync(destination, { recursive: true, force: true }));

function pack() {
  // It was built before the tests ran; building again would pull the program from under them.
  const to = ["--ignore-scripts", "--pack-destination", destination];
  const [{ filename, files }] = JSON.parse(npm(["pack", "--json", ...to], ROOT));
  return { name: filename as string, file: join(destination, filename), files };
}

describe("the package", () => {
  it("installs into an empty folder, runs and can be imported", () => {
    const folder = folderWith({
      "package.json": '{"type":"module"}',
      "run.jsonl": sessionLines(12),
    });
    const { file, files } = packed();
    const names: string[] = files.map(({ path }: { path: string }) => path);
    expect(names).toEqual(
      expect.arrayContaining([
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "bin/elision.js",
        "dist/index.js",
        "dist/index.d.ts",
      ]),
    );
    expect(names.filter((name) => /^(src|test|fixtures|bench|\.ci)\//.test(name))).toEqual([]);

    npm(["install", "--prefer-offline", "--no-audit", "--no-fund", file], folder);
    const program = join(folder, "node_modules", ".bin", "elision");
    const output = execFileSync(program, ["-q", "run.jsonl"], { cwd: folder, encoding: "utf8" });
    expect(output).toContain("[observation masked \\u2014 400 chars]");

    // The tokenizer's tables are thirty megabytes, so it is installed by those who ask for it.
    const exact = spawnSync(program, ["-q", "--tokenizer", "o200k", "run.jsonl"], { cwd: folder });
    expect(`${exact.stdout}${exact.stderr}`).toBe(
      "elision: the tokenizer o200k needs the package gpt-tokenizer\n" +
        "elision:   npm install gpt-tokenizer; npm install -g gpt-tokenizer where elision is installed with -g\n",
    );
    expect(exact.status).toBe(2);

    // So is what the MCP server takes: 90 packages.
    const served = spawnSync(program, ["mcp"], { cwd: folder, encoding: "utf8" });
    expect(served.stderr).toContain("elision mcp needs the package @modelcontextprotocol/sdk");
    expect(served.status).toBe(2);

    writeFileSync(
      join(folder, "use.js"),
      `import { compact, HistoryReducer } from "elision";
       import { readFileSync } from "node:fs";
       const { transcripts } = compact(readFileSync("run.jsonl"));
       console.log(transcripts[0].maskedCount, typeof new HistoryReducer().reduce);`,
    );
    const used = execFileSync(process.execPath, ["use.js"], { cwd: folder, encoding: "utf8" });
    expect(used).toBe("2 function\n");
  }, 180_000);

  it("is run by npx as the README names it", () => {
    const { name, file } = packed();
    const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
    const [, command = "", named] =
      /^(?:npm pack && )(npx (\.\/elision-\S+\.tgz) .*)$/m.exec(textOf("README.md")) ?? [];
    expect(named).toBe(`./${name}`);
    const { version } = JSON.parse(textOf("package.json"));
    expect(name).toBe(`elision-${version}.tgz`);
    const fixture = "fixtures/openai-chat/session.jsonl";
    const folder = folderWith({ [fixture]: textOf(fixture), [name]: readFileSync(file) });
    const told = spawnSync(
      "bash",
      [...PLAIN_BASH, command.replace("npx ", "npx --yes --prefer-offline ")],
      {
        cwd: folder,
        env: { ...process.env, HOME: folder },
        encoding: "utf8",
      },
    );
    expect(told).toMatchObject({ status: 0, stdout: "" });
    expect(told.stderr).toContain("bytes 9,568 -> 8,116");
  }, 180_000);

  it("depends on nothing that runs scripts when it is installed", () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
      packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
    };
    const scripted = Object.entries(packages).filter(
      ([name, { dev, hasInstallScript }]) => name !== "" && !dev && hasInstallScript,
    );
    expect(scripted).toEqual([]);
  });

  it("has a lock file without addresses", () => {
    expect(readFileSync(join(ROOT, "package-lock.json"), "utf8")).not.toContain('"resolved"');
  });
});
