import { afterEach, describe, expect, it, vi } from "vitest";
import { dataHome } from "./data-home.ts";
import { cleanEnvironment } from "./environment.ts";
import { folderWith } from "./folder.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("the environment of tests", () => {
  it("has nothing of the developer's shell", () => {
    const env = {
      NO_COLOR: "1",
      FORCE_COLOR: "3",
      CI: "true",
      COLUMNS: "40",
      LANG: "de_DE.UTF-8",
      LC_ALL: "C",
      NODE_OPTIONS: "--max-old-space-size=1",
      BASH_ENV: "/etc/profile",
      ELISION_WINDOW: "3",
      ELISION_ARCHIVE: "/somewhere",
      XDG_DATA_HOME: "/somewhere",
      PATH: "/usr/bin",
      ELISION_SEED: "7",
    };
    cleanEnvironment(env);
    expect(env).toEqual({ PATH: "/usr/bin", ELISION_SEED: "7" });
  });

  it("is clean by now", () => {
    const { XDG_DATA_HOME, ...others } = process.env;
    expect(XDG_DATA_HOME).toBe(dataHome());
    const cleaned = { ...others };
    cleanEnvironment(cleaned);
    expect(cleaned).toEqual(others);
  });
});

describe("a shell line", () => {
  it("reads no file of the user's", async () => {
    const home = folderWith({ ".bashrc": "echo from bashrc\n", ".bash_profile": "echo profile\n" });
    vi.stubEnv("HOME", home);
    vi.resetModules();
    const { shell } = await import("./process.ts");
    const { stdout } = await shell('echo "said"; echo $HOME', home);
    expect(stdout).not.toContain("bashrc");
    expect(stdout).toContain("said\n");
    expect(stdout).not.toContain(home);
  });
});
