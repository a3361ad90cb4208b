import { appendFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Sent } from "../../../src/api/live/sent-memo.ts";
import { fileMemo } from "../../../src/serve/editor/memo-file.ts";
import { folderWith } from "../../support/folder.ts";

const key = (digit: string) => digit.repeat(32);

const KNOWN: ReadonlyMap<string, Sent> = new Map<string, Sent>([
  [key("0"), { as: "raw", stays: false }],
  [key("1"), { as: "raw", stays: true }],
  [key("2"), { as: "short", limit: 8000, hasRef: true }],
  [key("3"), { as: "short", limit: undefined, hasRef: false }],
  [key("4"), { as: "masked", text: 'a "text"\nof two lines — and more' }],
  [key("5"), { as: "seen", step: 7 }],
]);

describe("a memo in a file", () => {
  it("is the same when it is opened again, and its owner's alone", () => {
    const path = join(folderWith({}), "sent");
    fileMemo(path).setAll(KNOWN);
    const again = fileMemo(path);
    for (const [each, sent] of KNOWN) expect(again.get(each)).toEqual(sent);
    expect(again.get(key("6"))).toBeUndefined();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("writes what is known already no second time", () => {
    const path = join(folderWith({}), "sent");
    fileMemo(path).setAll(KNOWN);
    const before = readFileSync(path);
    fileMemo(path).setAll(KNOWN);
    expect(readFileSync(path)).toEqual(before);
  });

  it("passes over a line that a crash tore, and begins the next on its own", () => {
    const path = join(folderWith({}), "sent");
    fileMemo(path).setAll(KNOWN);
    appendFileSync(path, `${key("7")} m "torn`);
    fileMemo(path).setAll(new Map([[key("8"), { as: "raw", stays: true }]]));
    const memo = fileMemo(path);
    expect([memo.get(key("7")), memo.get(key("8"))]).toEqual([
      undefined,
      { as: "raw", stays: true },
    ]);
  });

  it("keeps the last that was said of a result", () => {
    const path = join(folderWith({}), "sent");
    const memo = fileMemo(path);
    memo.setAll(new Map([[key("9"), { as: "short", limit: 500, hasRef: false }]]));
    memo.setAll(new Map([[key("9"), { as: "masked", text: "gone" }]]));
    expect(fileMemo(path).get(key("9"))).toEqual({ as: "masked", text: "gone" });
  });

  it("learns what another on the same file has sent, also once that has written it anew", () => {
    const path = join(folderWith({}), "sent");
    const [one, other] = [fileMemo(path), fileMemo(path)];
    one.setAll(KNOWN);
    appendFileSync(path, `${key("7")} r`);
    expect(other.get(key("2"))).toBeUndefined();
    other.refresh();
    for (const [each, sent] of KNOWN) expect(other.get(each)).toEqual(sent);
    expect([other.get(key("7")), other.leastEdited]).toEqual([undefined, 0]);
    appendFileSync(path, "\n");
    other.refresh();
    expect(other.get(key("7"))).toEqual({ as: "raw", stays: false });
    writeFileSync(`${path}.new`, `${key("8")} R\n`);
    renameSync(`${path}.new`, path);
    other.refresh();
    expect(other.get(key("8"))).toEqual({ as: "raw", stays: true });
    rmSync(path);
    other.refresh();
    expect(other.get(key("8"))).toBeDefined();
  });
});
