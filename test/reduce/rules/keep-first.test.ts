import { expect, it } from "vitest";
import { fateOf, LONG } from "../../support/masked-by.ts";
import { used } from "../../support/plain-transcript.ts";

const session = [1, 2, 3].flatMap(() => used("read", LONG));

it("keeps the first observations raw, so many", () => {
  expect(fateOf(session, { keepFirst: 2 })).toEqual(["first", "first", "masked"]);
  expect(fateOf(session, { keepFirst: 9 })).toEqual(["first", "first", "first"]);
});

it("does not count demonstrations among them", () => {
  const demonstration = used("read", LONG).map((event) =>
    event.kind === "observation" ? { ...event, fixed: true } : event,
  );
  const fate = fateOf([...demonstration, ...session], { keepFirst: 1 });
  expect(fate).toEqual(["fixed", "first", "masked", "masked"]);
});
