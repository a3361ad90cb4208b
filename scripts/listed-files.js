import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The files that Git knows or would add, of these patterns, but for those that were removed. */
export function listedFiles(...patterns) {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...patterns],
    { encoding: "utf8" },
  );
  return listed.split("\n").filter((name) => name !== "" && existsSync(name));
}
