import { expect, it } from "vitest";
import { fateOf, LONG } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";

const session = [1, 2, 3].flatMap(() => used("read", LONG));

it("masks what is outside the window", () => {
  const fate = fateOf(session, { preserveRecentRawTurns: 1 });
  expect(fate).toEqual(["masked", "masked", "window"]);
});

it("masks neither demonstrations nor what cannot be replaced nor what is masked already", () => {
  const [call, answer] = used("read", LONG) as [PlainEvent, PlainEvent];
  const masked = "[Old tool result content cleared]";
  const events = [
    ...[call, { ...answer, fixed: true }],
    ...[call, { ...answer, editable: false }],
    ...[call, { ...answer, text: masked }],
    ...[call, { ...answer, text: "short" }],
  ] as PlainEvent[];
  const fate = ["fixed", "not-editable", "masked-before", "not-shorter"];
  expect(fateOf(events, {})).toEqual(fate);
});

it("masks what no longer reaches the model, however large the window is", () => {
  const fate = fateOf(session, { preserveRecentRawTurns: 9 }, { firstLive: 3 });
  expect(fate).toEqual(["masked", "window", "window"]);
});
