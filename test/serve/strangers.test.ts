import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EditorMessage } from "../../src/serve/editor/editor-messages.ts";
import { createMemoNotice } from "../../src/serve/editor/memo-notice.ts";
import type { EditorThread } from "../../src/serve/editor/replaceable-thread.ts";
import { editorHere } from "../support/editor-here.ts";
import { folderWith } from "../support/folder.ts";
import { bodyOf, type LiveStep, resultsIn } from "../support/live-agent.ts";
import { proxyWorld } from "../support/proxy-world.ts";

/** Large results are shortened when they are new; small ones never are. */
const LARGE: LiveStep = ["a line of output\n".repeat(300)];
const SMALL: readonly LiveStep[] = Array.from({ length: 150 }, (_, at) => [`${at} `.repeat(600)]);

const conversation = (task: string, steps: readonly LiveStep[]) =>
  bodyOf("anthropic", steps, { task });

describe("a large request of a conversation that was never seen", () => {
  it("does not wait for the thread that edits where nothing in it can be edited", async () => {
    const notice = createMemoNotice();
    const kinds: EditorMessage["kind"][] = [];
    const start = (): EditorThread => {
      const real = editorHere({ policy: "first-sight", firstSight: 4000, notice });
      const post = (message: EditorMessage) => {
        kinds.push(message.kind);
        real.post(message);
      };
      return { ...real, post };
    };
    const { arrived, post, lines } = await proxyWorld({
      editing: { firstSight: 4000, notice },
      start,
    });
    await post("/v1/messages", conversation("Begin.", [LARGE]));
    const bodies = [SMALL, [...SMALL, LARGE]].map((steps) => conversation("Go on.", steps));
    for (const body of bodies) await post("/v1/messages", body);
    expect(arrived[1]?.body.toString()).toBe(bodies[0]);
    expect(resultsIn(arrived[2]?.body ?? "").at(-1)).toContain("[shortened at first sight");
    expect(kinds).toEqual(["edit", "see", "edit"]);
    expect(lines.slice(1)).toMatchObject([
      { results: 150, shortened: 0 },
      { results: 151, shortened: 1, fresh: 1 },
    ]);
  });

  it.each([
    ["before a restart", false],
    ["by another proxy, meanwhile", true],
  ])("is sent as it was %s, whatever is shortened today", async (_, isMeanwhile) => {
    const memo = join(folderWith({}), "sent");
    const today = () => proxyWorld({ editing: { memo, firstSight: 8000 } });
    const early = isMeanwhile ? await today() : undefined;
    await early?.post("/v1/messages", conversation("Begin.", SMALL));
    const before = await proxyWorld({ editing: { memo, firstSight: 4000 } });
    for (const steps of [
      [...SMALL, LARGE],
      [...SMALL, LARGE, ["done"] as const],
    ])
      await before.post("/v1/messages", conversation("Go on.", steps));
    const after = early ?? (await today());
    if (!isMeanwhile) await after.post("/v1/messages", conversation("Begin.", [["done"]]));
    await after.post("/v1/messages", conversation("Go on.", [...SMALL, LARGE, ["done"]]));
    expect(after.arrived.at(-1)?.body).toEqual(before.arrived.at(-1)?.body);
  });
});
