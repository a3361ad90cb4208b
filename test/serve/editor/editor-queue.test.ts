import { describe, expect, it } from "vitest";
import { createEditing } from "../../../src/serve/editor/editing.ts";
import type { EditorAnswer } from "../../../src/serve/editor/editor-messages.ts";
import { editorQueue } from "../../../src/serve/editor/editor-queue.ts";
import { requestBody } from "../../support/live-agent.ts";

const body = (task: string, steps = 1) => Buffer.from(requestBody("anthropic", steps, { task }));

describe("the queue of an editor", () => {
  it("passes over what was sent meanwhile, and keeps it raw once it is seen", () => {
    const answers: EditorAnswer[] = [];
    const editing = createEditing({ policy: "first-sight", firstSight: 1000 });
    let now = 1000;
    const queue = editorQueue(editing, {
      answer: (given) => void answers.push(...given),
      now: () => now++,
    });
    queue.put({ kind: "edit", id: 1, body: body("One."), format: "anthropic", since: 900 });
    queue.put({ kind: "edit", id: 2, body: body("Two."), format: "anthropic", since: 900 });
    queue.put({ kind: "sent-raw", id: 1 });
    const time = { waitedMs: 100, workedMs: 0 };
    expect(answers).toEqual([{ id: 1, edit: { reason: "late", time } }]);
    queue.next();
    expect(answers[1]).toMatchObject({ id: 2, edit: { account: { fresh: 1 } } });
    expect(answers[1]?.edit.time).toEqual({ waitedMs: 101, workedMs: 1 });
    // It comes again as one that was sent: there is time for it now.
    const sent = { id: 4, body: body("One."), format: "anthropic" } as const;
    queue.put({ kind: "see", requests: [sent, { ...sent, id: 5, body: body("Two.") }] });
    expect([queue.next(), answers.length]).toEqual([true, 2]);
    expect([queue.next(), queue.next()]).toEqual([true, false]);
    expect(answers.slice(2)).toMatchObject([
      { id: 4, edit: { account: { shortened: 0, fresh: 0, leftRaw: 1 } } },
      { id: 5, edit: { account: { shortened: 1, fresh: 0 } } },
    ]);
    queue.put({ kind: "edit", id: 3, body: body("One."), format: "anthropic", since: 900 });
    queue.next();
    expect(answers[4]?.edit).toMatchObject({ account: { shortened: 0, leftRaw: 1 } });
    expect(answers[4]?.edit.splices).toBeUndefined();
  });
});
