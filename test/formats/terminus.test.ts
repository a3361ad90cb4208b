/** Rows of Terminus: which messages of the user are the terminal's, and that quotes of its headers are not. */
import { expect, it } from "vitest";
import { inspect } from "../../src/api/inspect.ts";
import { terminus } from "../../src/formats/terminus.ts";
import { foundIn } from "../support/found.ts";
import { linesOf } from "../support/lines.ts";

const row = (...said: (readonly [role: string, content: string])[]) => ({
  conversations: said.map(([role, content]) => ({ role, content })),
  ...{ agent: "terminus-2", episode: "episode-0", trial_name: "t__1" },
});

it.each([
  ["New Terminal Output:\n$ ls\na", "tool"],
  [
    "Current terminal state:\n$ ls\na\n\nAre you sure you want to mark the task as complete?",
    "tool",
  ],
  ["Previous response had warnings:\n- Extra text\n\nNew Terminal Output:\n$ ", "tool"],
  ["Previous response had parsing errors:\nERROR: no JSON", "user"],
  ["Here are the answers the other agent provided.", "user"],
])("gives %j to the %s", (content, role) => {
  const { messages } = foundIn(
    terminus,
    row(["user", "go"], ["assistant", "{}"], ["user", content]),
  );
  expect(messages[2]?.role).toBe(role);
});

it("takes no result before the first reply", () => {
  const { messages } = foundIn(terminus, row(["user", "New Terminal Output:\n$ "]));
  expect(messages.map(({ role }) => role)).toEqual(["user"]);
});

it("is known by the names of a run, and not without", () => {
  const said = [
    ["user", "go"],
    ["assistant", "{}"],
    ["user", "New Terminal Output:\na"],
  ] as const;
  const { conversations } = row(...said);
  expect(inspect(linesOf([row(...said)])).transcripts).toMatchObject([{ format: "terminus" }]);
  expect(() => inspect(linesOf([{ conversations }]))).toThrow("no transcript of a known format");
});
