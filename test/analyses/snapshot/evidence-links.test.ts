import { expect, it } from "vitest";
import { linksIn } from "../../../src/analyses/snapshot/evidence-links.ts";

it.each([
  ["see https://example.org/a.", ["https://example.org/a"]],
  ["(https://example.org/a_(b))", ["https://example.org/a_(b)"]],
  [
    "https://example.org/?q=a&b=c#d, twice: https://example.org/?q=a&b=c#d",
    ["https://example.org/?q=a&b=c#d"],
  ],
  ["kept as tool-output://call-17.txt", ["tool-output://call-17.txt"]],
  ["[the log](logs/ci.txt) and [top](#top)", ["logs/ci.txt"]],
  [
    "src/engine/input/line-frame.ts:71 and ./a/b.json, ~/x/y.toml",
    ["src/engine/input/line-frame.ts:71", "./a/b.json", "~/x/y.toml"],
  ],
  ["either/or, 1.5/2.0, and e.g. this", []],
  ["", []],
])("finds the links in %j", (text, expected) => expect(linksIn(text)).toEqual(expected));

it.each(["https://a/", ")", "a/", "+a/", "](", "a.", "https://a/)"])(
  "comes to an end on a long text of %j",
  (part) => void linksIn(part.repeat(200_000 / part.length)),
);
