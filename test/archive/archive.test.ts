import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openArchive, type TextEntry } from "../../src/archive/archive.ts";
import { folderWith } from "../support/folder.ts";

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

function textEntry(text: string, raw = JSON.stringify(text)): TextEntry {
  return { kind: "text", digest: digestOf(text), raw: Buffer.from(raw) };
}

test("gives back what was added, to another reader as well", () => {
  const dir = folderWith();
  const archive = openArchive(dir, { mode: "write" });
  const entry = textEntry("ls: 12 files");
  archive.add(entry);
  expect(archive.find(entry.digest.slice(0, 12))).toEqual([entry]);
  archive.close();
  const again = openArchive(dir);
  expect(again.find(entry.digest.slice(0, 12))).toEqual([entry]);
  expect(again.find("000000000000")).toEqual([]);
  again.close();
});
