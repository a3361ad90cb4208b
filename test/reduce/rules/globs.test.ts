import { describe, expect, it } from "vitest";
import { globTest } from "../../../src/reduce/rules/globs.ts";

const matches = (glob: string, text: string) => globTest("keepTools", [glob])?.(text);

describe("globs", () => {
  it.each([
    ["mcp__*", "mcp__github__get_issue"],
    ["read", "Read"],
    ["Read", "read"],
    ["{read,write}_file", "write_file"],
    ["[bB]ash", "bash"],
    ["*", "anything/at.all"],
    ["*.md", "docs/guide.md"],
    ["src/**", "src/a/b.ts"],
    ["src/**/*.ts", "src/a.ts"],
    ["**/.env", "app/.env"],
    ["[!a-y]*", "zsh"],
    ["{mcp__{a,b}__*,bash}", "mcp__b__get"],
    ["(x)+!a|b$", "(x)+!a|b$"],
    ["{a}", "{a}"],
    ["a}", "a}"],
    ["C:\\*", "c:\\work"],
    ["app/[id]/*.tsx", "app/[id]/page.tsx"],
    ["src/*", "src/a/"],
    ["**/x.ts", "../x.ts"],
  ])("%s matches %s", (glob, text) => {
    expect(matches(glob, text)).toBe(true);
  });

  it.each([
    ["mcp__*", "read"],
    ["read", "read_file"],
    ["src/*", "src/a/b.ts"],
    ["src/**", "test/src/a.ts"],
    ["!read", "write"],
    ["+(a|b)", "ab"],
    ["[!a-y]*", "read"],
  ])("%s does not match %s", (glob, text) => {
    expect(matches(glob, text)).toBe(false);
  });

  it("are no test at all where there are none", () => {
    expect(globTest("keepTools", [])).toBeUndefined();
    expect(globTest("keepTools", undefined)).toBeUndefined();
  });

  it.each(["", "[abc", "{a,b", "a[", "{{a,b}"])(
    "are refused with their option's name: %j",
    (glob) => {
      expect(() => globTest("keepPaths", ["src/**", glob])).toThrow(
        `keepPaths: expected a glob, such as mcp__* or src/**/*.ts (got ${JSON.stringify(glob)})`,
      );
    },
  );
});
