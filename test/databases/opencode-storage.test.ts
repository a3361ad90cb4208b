/** Sessions of an opencode that had no database yet: a file each for a session, a message and a part. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision, type World } from "../support/shell.ts";

const STORAGE = ".local/share/opencode/storage";

const OUTPUT = "fish ü\n".repeat(100);

function homeWith(more: Readonly<Record<string, string>> = {}): string {
  const pretty = (value: object) => JSON.stringify(value, null, 2);
  const session = { id: "ses_pond", title: "Count the fish", directory: "/home/dev/pond" };
  const files = {
    "session/global/ses_pond.json": pretty({ ...session, time: { created: 1, updated: 5000 } }),
    "session/global/ses_empty.json": pretty({ id: "ses_empty", title: "Nothing" }),
    "message/ses_pond/msg_1.json": pretty({ id: "msg_1", role: "user", sessionID: "ses_pond" }),
    "message/ses_pond/msg_2.json": pretty({ id: "msg_2", role: "assistant" }),
    "message/ses_pond/.oc-msg_3.json.1.tmp": "{",
    "part/msg_1/prt_1.json": pretty({ id: "prt_1", type: "text", text: "Count the fish." }),
    "part/msg_2/prt_2.json": pretty({ id: "prt_2", type: "text", text: "I count." }),
    "part/msg_2/prt_3.json": pretty({
      id: "prt_3",
      type: "tool",
      tool: "bash",
      callID: "c1",
      state: { status: "completed", input: { command: "count" }, output: OUTPUT, metadata: {} },
    }),
    ...more,
  };
  return folderWith(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [join(STORAGE, name), text])),
  );
}

const world = (HOME: string): World => ({ env: { HOME, XDG_DATA_HOME: undefined } });

it("is exported as opencode export prints it, messages and parts in order", async () => {
  const home = homeWith();
  const { stdout, stderr, exitCode } = await elision(["export", join(home, STORAGE)], world(home));
  expect([stderr, exitCode]).toEqual(["", 0]);
  const { info, messages } = JSON.parse(stdout);
  expect(info).toMatchObject({ id: "ses_pond", directory: "/home/dev/pond" });
  expect(messages.map((each: { info: { id: string } }) => each.info.id)).toEqual([
    "msg_1",
    "msg_2",
  ]);
  expect(messages[1].parts[1].state.output).toBe(OUTPUT);
  expect(stdout.split("\n")).toHaveLength(2);
});

it("is listed, named and inspected like a database", async () => {
  const home = homeWith();
  const folder = join(home, STORAGE);
  const list = await elision(["sessions", "--report", "json"], world(home));
  expect(JSON.parse(list.stdout).sessions).toMatchObject([
    { id: "ses_pond", agent: "opencode", project: "pond", read: "whole" },
  ]);
  for (const word of ["@latest:opencode", folder, `${folder}#ses_pond`]) {
    const { stdout, exitCode } = await elision(["inspect", "--report", "json", word], world(home));
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).totals).toMatchObject({ observations: 1, formats: { opencode: 1 } });
  }
});

it("is never written", async () => {
  const home = homeWith();
  const folder = join(home, STORAGE);
  const part = join(folder, "part/msg_2/prt_3.json");
  const before = readFileSync(part, "utf8");
  for (const word of [folder, `${folder}#ses_pond`]) {
    const { stderr, exitCode } = await elision(["--window", "0", word], world(home));
    expect(exitCode).toBe(2);
    expect(stderr).toContain("elision export ");
    expect((await elision(["-i", "--window", "0", word], world(home))).exitCode).toBe(2);
  }
  expect(readFileSync(part, "utf8")).toBe(before);
  expect(existsSync(`${folder}#ses_pond`)).toBe(false);
});

it("is refused by name where a part is torn", async () => {
  const home = homeWith();
  const part = join(home, STORAGE, "part/msg_2/prt_2.json");
  writeFileSync(part, '{"id": "prt_2", ');
  const { stdout, stderr, exitCode } = await elision(["export", join(home, STORAGE)], world(home));
  expect(exitCode).toBe(2);
  expect(stdout).not.toContain("prt_3");
  expect(stderr).toContain(`${part}: a part of a session that is not JSON`);
});
