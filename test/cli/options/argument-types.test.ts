import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { size, webAddress, wholeNumber } from "../../../src/cli/options/argument-types.ts";
import { folderWith } from "../../support/folder.ts";
import { elisionIn } from "../../support/shell.ts";

it.each([
  ["0", 0],
  ["20000", 20_000],
  ["20k", 20_000],
  ["1.5M", 1_500_000],
])("takes %s for a whole number, and for a size", (text, value) => {
  expect(wholeNumber(text)).toBe(value);
  expect(size(text)).toBe(value);
});

it.each(["", "1.5", "1.0", "-1", "1.2345k", "k", "1e3", "3m"])(
  "takes %j for no whole number",
  (text) => {
    expect(() => wholeNumber(text)).toThrow(`expected a whole number, 0 or more (got "${text}")`);
  },
);

it.each(["http://127.0.0.1:8000/v1", "https://api.example.com"])(
  "takes %s for an address",
  (text) => {
    expect(webAddress(text)).toBe(text);
  },
);

it.each(["", "127.0.0.1:8000", "localhost:8000/v1", "ftp://example.com", "http://", "http:///v1"])(
  "takes %j for no address",
  (text) => {
    expect(() => webAddress(text)).toThrow(
      `expected an address such as http://127.0.0.1:8000/v1 (got "${text}")`,
    );
  },
);

it.each([
  ["compare", "--html"],
  ["-n", "--report-file"],
  ["-n", "--model-cache"],
  ["pipe", "--bad-rows"],
  ["pipe", "--metrics"],
])("makes no file called - with %s %s", async (...words) => {
  const folder = folderWith({ "run.jsonl": "" });
  const { stderr, exitCode } = await elisionIn(folder, [...words, "-"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${words[1]}: expected the name of a file`);
  expect(readdirSync(folder)).toEqual(["run.jsonl"]);
});
