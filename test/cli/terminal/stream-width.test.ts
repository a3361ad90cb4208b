import { expect, it } from "vitest";
import { knownWidth } from "../../../src/cli/terminal/stream-width.ts";

it("takes a terminal that is 0 columns wide for one that does not know", () => {
  expect([0, 60, undefined].map(knownWidth)).toEqual([undefined, 60, undefined]);
});
