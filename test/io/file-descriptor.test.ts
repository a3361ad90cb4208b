/** Reading ahead from files, and from what is none. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { descriptorSource } from "../../src/io/file-descriptor.ts";

const folder = mkdtempSync(join(tmpdir(), "elision-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("reads a file ahead, on from where it was read to", async () => {
  writeFileSync(join(folder, "file"), "0123456789");
  const file = openSync(join(folder, "file"), "r");
  const source = descriptorSource(file);
  const first = Buffer.alloc(4);
  const rest = Buffer.alloc(20);
  expect(await source.read(first)).toBe(4);
  expect(source.readAhead?.(() => undefined)).toBeUndefined();
  expect(await source.readAhead?.(() => rest)).toBe(6);
  expect(`${first} ${rest.subarray(0, 6)}`).toBe("0123 456789");
  expect(await source.readAhead?.(() => rest)).toBe(0);
  closeSync(file);
});

it("asks for no room to read ahead from a pipe, which may give nothing for long", () => {
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const file = openSync(join(folder, "pipe"), "r+"); // Waits for no writer.
  const rooms: Buffer[] = [];
  const room = () => {
    rooms.push(Buffer.alloc(20));
    return rooms.at(-1);
  };
  expect(descriptorSource(file).readAhead?.(room)).toBeUndefined();
  expect(rooms).toEqual([]);
  closeSync(file);
});
