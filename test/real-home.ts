/** Fails a run of the tests that wrote to the archive of whoever runs them. */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { LOG_NAME } from "../src/archive/log/open-log.ts";

export function setup(): () => void {
  const before = archives().map(stateOf);
  return () => {
    archives().forEach((archive, index) => {
      if (stateOf(archive) === before[index]) return;
      process.exitCode = 1; // What a teardown throws is only printed.
      throw new Error(`the tests wrote to the real archive ${archive}`);
    });
  };
}

function archives(): readonly string[] {
  const { XDG_DATA_HOME = "" } = process.env;
  const homes = [join(homedir(), ".local", "share"), XDG_DATA_HOME].filter(isAbsolute);
  return homes.map((home) => join(home, "elision", "archive"));
}

/** Says whether an archive is there, and how much is in it. */
function stateOf(archive: string): string {
  const folder = statSync(archive, { throwIfNoEntry: false });
  const log = statSync(join(archive, LOG_NAME), { throwIfNoEntry: false });
  return `${folder?.ino} ${log?.ino} ${log?.size}`;
}
