import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findConfigFiles } from "../../../../src/cli/options/toml/find-config-files.ts";
import { readToml } from "../../../../src/cli/options/toml/toml.ts";
import { folderWith } from "../../../support/folder.ts";

/** The files found, as paths below a folder. */
function found(folder: string, workingFolder: string, env: Record<string, string> = {}): string[] {
  const files = findConfigFiles(join(folder, workingFolder), env);
  return files.map(({ kind, path }) => `${kind} ${path.slice(folder.length + 1)}`);
}

describe("the project's file", () => {
  it("is the nearest one from the working folder up to the root of the repository", () => {
    const folder = folderWith({
      "repo/.git/HEAD": "",
      "repo/elision.toml": "",
      "repo/a/elision.toml": "",
      "repo/a/b/c/x": "",
      "repo/d/x": "",
    });
    expect(found(folder, "repo/a/b/c")).toEqual(["project repo/a/elision.toml"]);
    expect(found(folder, "repo/a")).toEqual(["project repo/a/elision.toml"]);
    expect(found(folder, "repo/d")).toEqual(["project repo/elision.toml"]);
    expect(findConfigFiles(join(folder, "repo/d"), {})[0]?.name).toBe("../elision.toml");
  });

  it("is not looked for beyond the root of the repository, where .git may be a file", () => {
    const folder = folderWith({
      ".git/HEAD": "",
      "elision.toml": "",
      "inner/.git": "",
      "inner/a/x": "",
    });
    expect(found(folder, "inner/a")).toEqual([]);
    expect(found(folder, "inner")).toEqual([]);
  });

  it("is the working folder's alone outside of a repository", () => {
    const folder = folderWith({ "elision.toml": "", "a/x": "" });
    expect(found(folder, ".")).toEqual(["project elision.toml"]);
    expect(found(folder, "a")).toEqual([]);
  });

  it("is a folder of that name too, which reading it refuses", () => {
    const folder = folderWith({ ".git/HEAD": "", "elision.toml": "", "a/elision.toml/x": "" });
    expect(found(folder, "a")).toEqual(["project a/elision.toml"]);
    const [file] = findConfigFiles(join(folder, "a"), {});
    expect(() => readToml(file?.path ?? "", file?.name ?? "")).toThrow("is a folder");
  });
});

describe("the user's file", () => {
  it("comes after the project's, and is where XDG_CONFIG_HOME says, else below HOME", () => {
    const folder = folderWith({
      "p/elision.toml": "",
      "xdg/elision/elision.toml": "",
      "home/.config/elision/elision.toml": "",
    });
    const home = join(folder, "home");
    const project = "project p/elision.toml";
    const below = [project, "user home/.config/elision/elision.toml"];
    const xdg = [project, "user xdg/elision/elision.toml"];
    expect(found(folder, "p", { HOME: home })).toEqual(below);
    expect(found(folder, "p", { HOME: home, XDG_CONFIG_HOME: join(folder, "xdg") })).toEqual(xdg);
    expect(found(folder, "p", { HOME: home, XDG_CONFIG_HOME: "xdg" })).toEqual(below);
    expect(found(folder, "p", { HOME: home, XDG_CONFIG_HOME: "" })).toEqual(below);
    expect(found(folder, "p", { XDG_CONFIG_HOME: join(folder, "p") })).toEqual([project]);
  });

  it("is not taken for a project's where it is the working folder's", () => {
    const folder = folderWith({ "home/.config/elision/elision.toml": "" });
    const user = "user home/.config/elision/elision.toml";
    const env = { HOME: join(folder, "home") };
    expect(found(folder, "home/.config/elision", env)).toEqual([user]);
  });

  it("is found without a working folder", () => {
    const folder = folderWith({ "elision/elision.toml": "" });
    mkdirSync(join(folder, "a"));
    expect(findConfigFiles(undefined, { XDG_CONFIG_HOME: folder })).toHaveLength(1);
  });
});
