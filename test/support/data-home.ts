import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the folders begin with in which the user's archive is in tests: the setup makes one a file. */
export const DATA_HOMES = join(tmpdir(), "elision-test-data-");

/** The folder of this test file. */
export function dataHome(): string {
  const { XDG_DATA_HOME } = process.env;
  if (!XDG_DATA_HOME?.startsWith(DATA_HOMES))
    throw new Error("the tests would write to the archive of whoever runs them");
  return XDG_DATA_HOME;
}
