import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { beginReplacement } from "../../../src/io/replacement/replacement.ts";
import { folderWith } from "../../support/folder.ts";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const PIECE = Buffer.alloc(3 * 1024 * 1024, "x");

it("flushes a large file while it is written, and again before it is in place", async () => {
  const fsync = vi.spyOn(fs, "fsync");
  syncBuiltinESMExports();
  const path = join(folderWith(), "out");
  const replacement = beginReplacement(path);
  await replacement.write([PIECE]);
  expect(fsync).not.toHaveBeenCalled();
  await replacement.write([PIECE]);
  expect(fsync).toHaveBeenCalledTimes(1);
  await replacement.commit();
  expect(fsync).toHaveBeenCalledTimes(2);
  expect(fs.statSync(path).size).toBe(2 * PIECE.length);
});

it("puts nothing in place of which a part could not be flushed, which the system says only once", async () => {
  const error = Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
  vi.spyOn(fs, "fsync").mockImplementationOnce((_, done) => void setImmediate(done, error));
  syncBuiltinESMExports();
  const folder = folderWith({ out: "as it was" });
  const replacement = beginReplacement(join(folder, "out"));
  await replacement.write([PIECE, PIECE]);
  await expect(replacement.commit()).rejects.toThrow(error);
  expect(fs.readdirSync(folder)).toEqual(["out"]);
  expect(fs.readFileSync(join(folder, "out"), "utf8")).toBe("as it was");
});
