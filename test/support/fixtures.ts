import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FormatName } from "../../src/formats/index.ts";

/** A transcript written by hand, and the format that it is of. */
export interface Fixture {
  readonly format: FormatName;
  /** Below `fixtures/`. */
  readonly name: string;
  readonly bytes: Buffer;
}

const FOLDER = fileURLToPath(new URL("../../fixtures", import.meta.url));

const READ = new Map<FormatName, readonly Fixture[]>();

/** The fixtures of a format, which are read once. */
export function fixturesOf(format: FormatName): readonly Fixture[] {
  const known = READ.get(format);
  if (known !== undefined) return known;
  const fixtures = readdirSync(join(FOLDER, format)).map((file) => {
    const name = join(format, file);
    return { format, name, bytes: readFileSync(join(FOLDER, name)) };
  });
  READ.set(format, fixtures);
  return fixtures;
}
