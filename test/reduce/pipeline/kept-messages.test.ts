import { describe, expect, it } from "vitest";
import { keptMessages, keptNatively } from "../../../src/reduce/pipeline/kept-messages.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { windowOf } from "../../../src/reduce/windows/window-ends.ts";
import { Outline } from "../../../src/transcript/model/outline.ts";
import { createTranscript, type Texts } from "../../../src/transcript/model/transcript.ts";

/** Replies with a call each; `+` is one that is written in an item with the reply before it. */
function keptOf(replies: string): string {
  const outline = new Outline();
  outline.addMessage("user", 0);
  outline.addPart({ kind: "text" }, 5);
  [...replies].forEach((reply, k) => {
    outline.addMessage("assistant", k + 1, { joined: reply === "+" });
    outline.addPart({ kind: "call", id: `${k}`, name: "f" }, 1);
    const head = { kind: "observation", callId: `${k}`, isError: false, editable: true } as const;
    outline.addPart(head, 100);
  });
  const texts = { text: () => "" } as unknown as Texts;
  const transcript = createTranscript(outline, { label: "", texts });
  const policy = createPolicy({ preserveRecentRawTurns: 1 }, PROGRAM_DEFAULTS);
  const window = windowOf(transcript, policy.window);
  return keptMessages(transcript, policy, { window, step: transcript.turns.count }).join("");
}

/** A task, a reply of three messages and what answers it, of which a window of messages has the newest. */
function nativelyKept(size: number, { tags }: { readonly tags?: readonly string[] } = {}): string {
  const outline = new Outline();
  outline.addMessage("user", 0);
  outline.addPart({ kind: "text" }, 5);
  outline.addMessage("user", 1, { fixed: true, tags });
  outline.addPart({ kind: "text" }, 5);
  for (let k = 0; k < 3; k++) {
    outline.addMessage("assistant", 2, { reply: "r" });
    outline.addPart({ kind: "call", id: `${k}`, name: "f" }, 1);
  }
  outline.addMessage("user", 3);
  outline.addPart({ kind: "text" }, 5);
  const transcript = createTranscript(outline, { label: "", texts: {} as Texts });
  const policy = createPolicy(
    {},
    { ...PROGRAM_DEFAULTS, windowSize: size, windowUnit: "messages" },
  );
  const window = windowOf(transcript, policy.window);
  const step = transcript.turns.count;
  return keptNatively(transcript, policy, { window, step, keeps: "any" }).kept.join("");
}

describe("the messages that are kept where only the newest part can stay", () => {
  it("are a whole reply or nothing of it", () => {
    expect(nativelyKept(1)).toBe("110001");
    expect(nativelyKept(2)).toBe("111111");
    expect(nativelyKept(3)).toBe("111111");
  });

  it("are without the summary of an earlier compaction, wherever it stands", () => {
    expect(nativelyKept(1, { tags: ["summary"] })).toBe("100001");
    expect(nativelyKept(10, { tags: ["summary"] })).toBe("101111");
  });
});

describe("the messages that are kept", () => {
  it("are the task and those of the window", () => {
    expect(keptOf("----")).toBe("10001");
  });

  it("have all of an item with them", () => {
    expect(keptOf("--++")).toBe("10111");
    expect(keptOf("-+-+")).toBe("10011");
    expect(keptOf("-++-")).toBe("10001");
  });
});
