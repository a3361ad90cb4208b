import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { ElisionError } from "../../src/base/errors.ts";
import { createSpool } from "../../src/io/spool.ts";
import { folderWith } from "../support/folder.ts";

afterEach(() => vi.unstubAllEnvs());

it("names the folder for temporary files where that cannot be written to", () => {
  const folder = join(folderWith(), "none");
  vi.stubEnv("TMPDIR", folder);
  const spool = createSpool({ memoryBytes: 10 });
  spool.append(Buffer.from("0123456789"));
  let error: unknown;
  try {
    spool.append(Buffer.from("x"));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ElisionError);
  expect(error).toMatchObject({
    code: "io",
    file: folder,
    message: "no such file or folder",
    hint: "large input is kept in the folder for temporary files: TMPDIR names another",
  });
});
