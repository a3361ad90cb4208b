/** The command that writes pages: where they go, and what it leaves alone. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderWith } from "../support/folder.ts";
import { homeWith, NOW, SESSIONS } from "../support/home.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

/** A folder to be in while the test runs. */
function workingFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = folderWith(files);
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  return folder;
}

describe("elision view", () => {
  it("writes a page under the session's name in the current folder, and over it again", async () => {
    workingFolder({ "logs/run.jsonl": sessionLines(12) });
    const outcome = await elision(["view", "logs/run.jsonl"]);
    expect(outcome).toEqual({
      stdout: "",
      stderr: "elision: wrote run.html; open it in a browser, or add --open\n",
      exitCode: 0,
    });
    const page = readFileSync("run.html", "utf8");
    expect(page).toMatch(/^<!doctype html>/);
    expect((await elision(["view", "-q", "logs/run.jsonl"])).stderr).toBe("");
    expect(readFileSync("run.html", "utf8")).toBe(page);
    expect(readFileSync("logs/run.jsonl", "utf8")).toBe(sessionLines(12));
  });

  it("never writes over a file that it did not make", async () => {
    workingFolder({ "run.jsonl": sessionLines(2), "run.html": "<p>mine</p>" });
    const refusal =
      'elision: "run.html" exists, and elision view did not write it\n' +
      "elision:   name another file with -o, or remove this one first\n";
    for (const argv of [
      ["view", "run.jsonl"],
      ["view", "run.jsonl", "-o", "run.html"],
    ])
      expect(await elision(argv)).toEqual({ stdout: "", stderr: refusal, exitCode: 2 });
    expect(readFileSync("run.html", "utf8")).toBe("<p>mine</p>");
    expect(await elision(["view", "run.jsonl", "-o", "run.jsonl"])).toMatchObject({ exitCode: 2 });
    expect(readFileSync("run.jsonl", "utf8")).toBe(sessionLines(2));
  });

  it.each([
    ["run.jsonl.gz", "run.html"],
    ["a.b.traj", "a.b.html"],
    ["noname", "noname.html"],
    [".jsonl", ".jsonl.html"],
  ])("names the page of %s %s", async (name, page) => {
    const bytes = Buffer.from(sessionLines(2));
    workingFolder({ [name]: name.endsWith(".gz") ? gzipSync(bytes) : bytes });
    expect(await elision(["view", name])).toMatchObject({ exitCode: 0 });
    expect(existsSync(page)).toBe(true);
  });

  it("reads stdin, folders and several files, and writes to stdout", async () => {
    workingFolder({ "logs/a.jsonl": sessionLines(2), "logs/b/c.jsonl": sessionRow(3).repeat(2) });
    expect(await elision(["view"], { stdin: sessionLines(2) })).toMatchObject({ exitCode: 0 });
    expect(readFileSync("stdin.html", "utf8")).toContain("<h1>stdin</h1>");
    const folder = await elision(["view", "logs"]);
    expect(folder.stderr).toContain("wrote logs.html (3 transcripts);");
    await elision(["view", "logs/a.jsonl", "logs/b/c.jsonl"]);
    expect(readFileSync("transcripts.html", "utf8")).toContain("<h1>a.jsonl and 1 more</h1>");
    const piped = await elision(["view", "-o", "-", "logs/a.jsonl"]);
    expect(piped.stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(piped.stderr).toBe("");
  });

  it("names the page of a session that was found as its file is", async () => {
    const home = homeWith();
    workingFolder({});
    const world = { env: { HOME: home, XDG_DATA_HOME: undefined }, now: () => NOW };
    const [newest = ""] = SESSIONS[0] ?? [];
    const name = basename(newest, ".jsonl");
    expect((await elision(["view", "@latest"], world)).stderr).toContain(`wrote ${name}.html`);
    expect(readFileSync(`${name}.html`, "utf8")).toContain(`<h1>${name}.jsonl</h1>`);
  });

  it("writes no page where there is no transcript, and says so", async () => {
    workingFolder({ "empty.jsonl": "", "notes.txt": "hello" });
    const empty = await elision(["view", "empty.jsonl"]);
    expect(empty.exitCode).toBe(0);
    expect(empty.stderr).toContain("no transcripts: no page was written");
    expect(await elision(["view", "notes.txt"])).toMatchObject({ exitCode: 2 });
    expect(await elision(["view", "gone.jsonl"])).toMatchObject({ exitCode: 2 });
    expect(existsSync("empty.html") || existsSync("notes.txt.html")).toBe(false);
  });

  it("has the originals of masked results from the archive that is named", async () => {
    workingFolder({ "run.jsonl": sessionLines(12) });
    await elision(["-q", "-i", "--archive", "kept", "run.jsonl"]);
    expect(readFileSync("run.jsonl", "utf8")).not.toContain('"0 ooo');
    await elision(["view", "-q", "run.jsonl"]);
    expect(readFileSync("run.html", "utf8")).not.toContain('"0 ooo');
    await elision(["view", "-q", "run.jsonl", "--archive", "kept"]);
    expect(readFileSync("run.html", "utf8")).toContain(`"${"0 ".padEnd(400, "o")}"`);
  });

  it("takes the prices of the session's own model, of one that is named, or says that they are another's", async () => {
    const line = (model: string) =>
      `${JSON.stringify({ type: "assistant", uuid: "u", sessionId: "s", parentUuid: null, message: { id: "m", model, role: "assistant", content: [{ type: "text", text: "hello there" }] } })}\n`;
    const priceIn = async (model: string, ...argv: string[]) => {
      workingFolder({ "s.jsonl": line(model) });
      await elision(["view", "-q", "s.jsonl", ...argv]);
      return /"price":(\{[^}]*\})/.exec(readFileSync("s.html", "utf8"))?.[1];
    };
    expect(await priceIn("claude-haiku-4-5-20251001")).toBe(
      '{"name":"claude-haiku-4.5","isOwn":true}',
    );
    expect(await priceIn("anthropic/claude-sonnet-5")).toBe(
      '{"name":"claude-sonnet-5","isOwn":true}',
    );
    expect(await priceIn("glm-4.7")).toBe('{"name":"claude-sonnet-5.5","isOwn":false}');
    expect(await priceIn("glm-4.7", "--price", "gpt-6-sol")).toBe(
      '{"name":"gpt-6-sol","isOwn":true}',
    );
  });

  it("opens the page with the system's program, and says what to do where there is none", async () => {
    const folder = workingFolder({ "run.jsonl": sessionLines(2) });
    const none = await elision(["view", "--open", "run.jsonl"], {
      env: { PATH: join(folder, "none") },
    });
    expect(none).toMatchObject({ exitCode: 0 });
    expect(none.stderr).toContain("found no program that opens pages: open run.html in a browser");
    expect(await elision(["view", "--open", "-o", "-", "run.jsonl"])).toMatchObject({
      exitCode: 2,
    });
    if (process.platform !== "linux") return;
    mkdirSync("bin");
    writeFileSync(
      "bin/xdg-open",
      `#!/bin/sh\nprintf %s "$1" > "${folder}/opened.new" && mv "${folder}/opened.new" "${folder}/opened"\n`,
    );
    chmodSync("bin/xdg-open", 0o755);
    const env = { PATH: `${join(folder, "bin")}:${process.env.PATH}` };
    const opened = await elision(["view", "--open", "run.jsonl"], { env });
    expect(opened.stderr).toBe("elision: wrote run.html\n");
    await expect.poll(() => existsSync("opened")).toBe(true);
    expect(readFileSync("opened", "utf8")).toBe(join(process.cwd(), "run.html"));
  });

  it("shows control characters and marks of direction, and ends no script early", async () => {
    const evil = "</script><!-- \u001b[31m \u202eevil\u2028 \u0000 tab\t end";
    const lines = `${JSON.stringify({ role: "user", content: evil })}\n${JSON.stringify({ role: "assistant", content: "ok" })}\n`;
    workingFolder({ "run.jsonl": lines });
    await elision(["view", "-q", "run.jsonl"]);
    const page = readFileSync("run.html", "utf8");
    expect(page).toContain(
      "\\u003c/script>\\u003c!-- \\\\x1b[31m \\\\u202eevil\\\\u2028 \\\\x00 tab\\t end",
    );
    expect(page.match(/<\/script>/g)?.length).toBe(page.match(/<script/g)?.length);
    expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e\u2028]/);
  });
});
