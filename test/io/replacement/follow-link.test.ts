import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { followLink } from "../../../src/io/replacement/follow-link.ts";
import { folderWith } from "../../support/folder.ts";

it("follows links to what is not there yet", () => {
  const folder = folderWith({ "deep/file": "x" });
  symlinkSync("deep", join(folder, "folder"));
  symlinkSync(join("folder", "new"), join(folder, "one"));
  symlinkSync(join(folder, "one"), join(folder, "two"));
  expect(followLink(join(folder, "two"))).toBe(join(folder, "deep", "new"));
  expect(followLink(join(folder, "folder", "file"))).toBe(join(folder, "deep", "file"));
  expect(followLink(join(folder, "other"))).toBe(join(folder, "other"));
});

it("ends at a loop, and at a folder that is missing", () => {
  const folder = folderWith();
  symlinkSync("b", join(folder, "a"));
  symlinkSync("a", join(folder, "b"));
  symlinkSync(join("none", "file"), join(folder, "c"));
  const codeOf = (name: string) => {
    try {
      return followLink(join(folder, name));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
  };
  expect([codeOf("a"), codeOf("c")]).toEqual(["ELOOP", "ENOENT"]);
});
