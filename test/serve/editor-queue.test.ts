import { describe, expect, it } from "vitest";
import { createEditing } from "../../src/serve/editing.ts";
import type { EditorAnswer } from "../../src/serve/editor-messages.ts";
import { editorQueue } from "../../src/serve/editor-queue.ts";
import { requestBody } from "../support/live-agent.ts";

const body = (task: string, steps = 1) => Buffer.from(requestBody("anthropic", steps, { task }));

describe("the queue of an editor", () => {
  it("passes over what was sent meanwhile, and keeps it raw ever after", () => {
    const answers: EditorAnswer[] = [];
    const editing = createEditing({ policy: "first-sight", firstSight: 1000 });
    const queue = editorQueue(editing, (answer) => answers.push(answer));
    queue.put({ kind: "edit", id: 1, body: body("One."), format: "anthropic" });
    queue.put({ kind: "edit", id: 2, body: body("Two."), format: "anthropic" });
    queue.put({ kind: "sent-raw", id: 1 });
    expect(answers).toEqual([{ id: 1, edit: { reason: "late" } }]);
    queue.next();
    expect(answers[1]).toMatchObject({ id: 2, edit: { account: { fresh: 1 } } });
    // There is time for the first now, which nobody waits for.
    expect([queue.next(), queue.next(), answers.length]).toEqual([true, false, 2]);
    queue.put({ kind: "edit", id: 3, body: body("One."), format: "anthropic" });
    queue.next();
    expect(answers[2]?.edit).toMatchObject({ account: { shortened: 0, leftRaw: 1 } });
    expect(answers[2]?.edit.splices).toBeUndefined();
  });
});
