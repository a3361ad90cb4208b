/** Reads that later reads or edits have made stale, and all that must not count as one. */
import { describe, expect, it } from "vitest";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { textsAfter } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";

const CODE = "const carrots = plant();\n".repeat(12);
const AGAIN = `[a.ts was read again later by Read, ${CODE.length} chars]`;
const EDITED = `[a.ts was edited later, ${CODE.length} chars]`;

/** What becomes of the reads of a session, the window masking nothing. */
const readsAfter = (events: readonly PlainEvent[], options: ReduceOptions = {}, step?: number) => {
  const given = { staleReads: true, observationMasking: false, preserveRecentRawTurns: 100 };
  const texts = textsAfter(events, { ...given, ...options }, { ...(step && { step }) });
  return texts.filter((text) => text !== "Done.").map((text) => NAMES.get(text) ?? text);
};
const NAMES = new Map([
  [CODE, "whole"],
  [AGAIN, "again"],
  [EDITED, "edited"],
]);

const read = (args: object = {}, text = CODE, about = {}) =>
  used("Read", text, { args: JSON.stringify({ file_path: "a.ts", ...args }), ...about });
const edit = (path = "a.ts", text = "Done.", about = {}) =>
  used("Edit", text, { args: JSON.stringify({ file_path: path }), ...about });
const turns = (...uses: readonly (readonly PlainEvent[])[]) => uses.flat();

describe("a read is superseded", () => {
  it("by a later one of the same lines, from then on", () => {
    const events = turns(read(), read());
    expect(readsAfter(events)).toEqual(["again", "whole"]);
    expect(readsAfter(events, {}, 1)).toEqual(["whole"]);
  });

  it("by one of more lines, not of fewer", () => {
    const some = { offset: 10, limit: 20 };
    expect(readsAfter(turns(read(some), read()))).toEqual(["again", "whole"]);
    expect(readsAfter(turns(read(), read(some)))).toEqual(["whole", "whole"]);
    expect(readsAfter(turns(read(some), read({ offset: 15, limit: 20 })))).toEqual([
      "whole",
      "whole",
    ]);
  });

  it("not by one of another file, or of a path that is written otherwise", () => {
    expect(readsAfter(turns(read(), read({ file_path: "b.ts" })))).toEqual(["whole", "whole"]);
    expect(readsAfter(turns(read(), read({ file_path: "/w/a.ts" })))).toEqual(["whole", "whole"]);
    expect(readsAfter(turns(read(), read({ file_path: "./a.ts" })))).toEqual(["again", "whole"]);
  });

  it("not by one that failed", () => {
    const failed = read({}, `Error: EACCES\n${CODE}`, { isError: true });
    expect(readsAfter(turns(read(), failed))[0]).toBe("whole");
    const says = read({}, `Error: EACCES: cannot read\n${CODE}`);
    expect(readsAfter(turns(read(), says))[0]).toBe("whole");
  });

  it("not by one that was cut off, is shorter, or says that nothing changed", () => {
    const cut = read({}, `${CODE}[Showing lines 1-12 of 400. Use offset=13 to continue.]`);
    expect(readsAfter(turns(read(), cut))[0]).toBe("whole");
    expect(readsAfter(turns(read(), read({}, CODE.slice(25))))[0]).toBe("whole");
    const stub = "File unchanged since last read. The content from the earlier Read is current.";
    expect(readsAfter(turns(read(), read({}, stub.padEnd(400))))[0]).toBe("whole");
  });

  it("not by one that is masked itself", () => {
    const masked = read({}, "[Old tool result content cleared]");
    expect(readsAfter(turns(read(), masked))[0]).toBe("whole");
  });

  it("not by one whose answer was late, nor does a late one count", () => {
    const [call, answer] = read({}, CODE, { id: "late" });
    const user: PlainEvent = { kind: "said", role: "user", text: "Go on." };
    const events = [call, user, ...read(), user, answer] as readonly PlainEvent[];
    expect(readsAfter(events)).toEqual(["whole", "whole"]);
  });
});

describe("a read is stale", () => {
  it("after an edit and a later read of any lines, or an edit once it is outside the window", () => {
    const some = read({ offset: 1, limit: 2 }, "two lines");
    expect(readsAfter(turns(read(), edit(), some))).toEqual(["edited", "two lines"]);
    expect(readsAfter(turns(read(), edit()), { preserveRecentRawTurns: 1 })).toEqual(["edited"]);
  });

  it("not while it is the latest inside the window", () => {
    expect(readsAfter(turns(read(), edit()))).toEqual(["whole"]);
    expect(readsAfter(turns(read(), edit(), edit()), { preserveRecentRawTurns: 3 })).toEqual([
      "whole",
    ]);
  });

  it("not by an edit before it, or of another file", () => {
    const some = read({ offset: 1, limit: 2 }, "two lines");
    expect(readsAfter(turns(edit(), read(), some))[0]).toBe("whole");
    expect(readsAfter(turns(read(), edit("b.ts"), some))[0]).toBe("whole");
  });

  it("not by an edit that failed, was not answered, or of which the answer is masked", () => {
    const some = read({ offset: 1, limit: 2 }, "two lines");
    const fate = (...tries: readonly (readonly PlainEvent[])[]) =>
      readsAfter(turns(read(), ...tries, some))[0];
    expect(fate(edit("a.ts", "Done.", { isError: true }))).toBe("whole");
    expect(fate(edit("a.ts", "String to replace not found in file."))).toBe("whole");
    expect(fate(edit().slice(0, 1))).toBe("whole");
    expect(fate(edit("a.ts", "[Old tool result content cleared]"))).toBe("whole");
    expect(fate(edit("a.ts", "not found"), edit())).toBe("edited");
  });

  it("by a patch, but for the files whose hunks failed", () => {
    const input = "*** Begin Patch\n*** Update File: a.ts\n*** Update File: b.ts\n*** End Patch";
    const patch = (text: string) => used("apply_patch", text, { args: JSON.stringify({ input }) });
    const some = read({ offset: 1, limit: 2 }, "two lines");
    const fate = (text: string) => readsAfter(turns(read(), patch(text), some))[0];
    expect(fate("Done.")).toBe("edited");
    expect(fate("Success. Updated the following files:\nM b.ts")).toBe("whole");
    expect(fate("error: patch failed: a.ts:3")).toBe("whole");
    expect(fate("error: patch failed: b.ts:3")).toBe("edited");
  });
});

describe("a shell's read", () => {
  const run = (name: string, args: object, text = CODE) =>
    used(name, text, { args: JSON.stringify(args) });
  const codex = (cmd: string, workdir?: string, text = CODE) =>
    run("exec_command", { cmd, ...(workdir !== undefined && { workdir }) }, text);
  const bash = (command: string, text = CODE) => run("bash", { command }, text);
  /** What became of the first of them: whole, or what its note says. */
  const fate = (...uses: readonly (readonly PlainEvent[])[]) => {
    const [first = ""] = readsAfter(turns(...uses));
    return first === "whole" ? first : (/ was (.*), \d+ chars\]$/.exec(first)?.[1] ?? first);
  };

  it("is superseded by one of at least its lines, whichever commands they are", () => {
    const again = "read again later by exec_command";
    expect(fate(codex("sed -n '10,20p' a.ts"), codex("nl -ba a.ts | sed -n '1,30p'"))).toBe(again);
    expect(fate(codex("head -50 a.ts"), codex("cat a.ts"))).toBe(again);
    expect(fate(codex("cat a.ts"), codex("head -50 a.ts"))).toBe("whole");
    expect(fate(codex("sed -n '10,20p' a.ts"), codex("sed -n '11,90p' a.ts"))).toBe("whole");
    expect(fate(codex("cat a.ts"), codex("cat b.ts"))).toBe("whole");
  });

  it("is one of the file that it names, seen from its folder", () => {
    const again = "read again later by exec_command";
    expect(fate(codex("cat a.ts", "/w"), codex("cat a.ts", "/x"))).toBe("whole");
    expect(fate(codex("cat a.ts", "/w"), codex("cat a.ts"))).toBe("whole");
    expect(fate(codex("cat src/a.ts", "/w"), codex("cat a.ts", "/w/src"))).toBe(again);
    expect(fate(codex("cat src/a.ts", "/w"), codex("cd src && cat a.ts", "/w"))).toBe(again);
    expect(fate(codex("cat /w/a.ts"), read({ file_path: "/w/a.ts" }))).toBe(
      "read again later by Read",
    );
  });

  it("in a shell that may have gone elsewhere since is compared by absolute paths only", () => {
    const again = "read again later by bash";
    expect(fate(bash("cat a.ts"), bash("cat a.ts"))).toBe(again);
    expect(fate(bash("cat a.ts"), bash("cd src && ls"), bash("cat a.ts"))).toBe("whole");
    expect(fate(bash("cat a.ts"), bash("pushd src"), bash("cat a.ts"))).toBe("whole");
    expect(fate(bash("cat /w/a.ts"), bash("cd src && ls"), bash("cat /w/a.ts"))).toBe(again);
    expect(fate(bash("cd /w && cat a.ts"), bash("cd /w && cat a.ts"))).toBe(again);
    expect(fate(bash("cd w && cat a.ts"), bash("cd w && cat a.ts"))).toBe("whole");
    expect(fate(codex("cat a.ts"), codex("cd src && ls"), codex("cat a.ts"))).toBe(
      "read again later by exec_command",
    );
    expect(fate(bash("cat a.ts"), read())).toBe("whole");
  });

  it("is stale after a patch to its file, and a later read of any lines", () => {
    const patch = "*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch";
    const applied = (args: object, text = "Success. Updated the following files:\nM a.ts") =>
      used("exec_command", text, { args: JSON.stringify(args) });
    const by = (cmd: string) => ({ cmd: `${cmd} <<'EOF'\n${patch}\nEOF`, workdir: "/w" });
    const some = codex("sed -n '1,2p' a.ts", "/w", "two lines");
    const first = codex("cat a.ts", "/w");
    expect(fate(first, applied(by("apply_patch")), some)).toBe("edited");
    expect(fate(first, applied(by("cd src && apply_patch")), some)).toBe("whole");
    expect(fate(first, applied(by("apply_patch"), "error: patch failed: a.ts:3"), some)).toBe(
      "whole",
    );
    expect(fate(first, edit("/w/a.ts"), some)).toBe("edited");
    // What else a shell may write is not looked into.
    expect(fate(first, codex("sed -i 's/x/y/' a.ts", "/w", "Done."), some)).toBe("whole");
  });

  it("does not count where it failed, goes on, or was cut off", () => {
    const missing = `cat: a.ts: No such file or directory\n${CODE}`;
    expect(fate(codex("cat a.ts"), codex("cat a.ts", undefined, missing))).toBe("whole");
    const running = `Process running with session ID 4\nOutput:\n${CODE}`;
    expect(fate(codex("cat a.ts"), codex("cat a.ts", undefined, running))).toBe("whole");
    const some = codex("sed -n '1,2p' a.ts", undefined, "two lines");
    const asked = codex("cat a.ts", undefined, running);
    expect(readsAfter(turns(asked, edit(), some))[0]).toBe(running);
    const cut = `${CODE}…310 tokens truncated…${CODE}`;
    expect(fate(codex("cat a.ts"), codex("cat a.ts", undefined, cut))).toBe("whole");
  });
});

describe("stale reads", () => {
  it("stay where a guard keeps them", () => {
    expect(readsAfter(turns(read(), read()), { keepTools: ["Read"] })).toEqual(["whole", "whole"]);
    expect(readsAfter(turns(read(), read()), { keepPaths: ["*.ts"] })).toEqual(["whole", "whole"]);
  });

  it("of tools that are named are known by their arguments", () => {
    const slurp = (args: object) => used("slurp", CODE, { args: JSON.stringify(args) });
    const events = turns(slurp({ path: "a.ts", n: 1 }), slurp({ path: "a.ts" }));
    expect(readsAfter(events)).toEqual(["whole", "whole"]);
    const twice = turns(slurp({ path: "a.ts" }), slurp({ path: "a.ts" }));
    expect(readsAfter(events, { readTools: ["slurp"] })).toEqual(["whole", "whole"]);
    expect(readsAfter(twice, { readTools: ["sl*"] })[0]).toContain("was read again later by slurp");
    const spat = used("spit", "Done.", { args: '{"path":"a.ts"}' });
    const events2 = turns(read(), spat, read({ limit: 1 }, "a line"));
    expect(readsAfter(events2)).toEqual(["whole", "a line"]);
    expect(readsAfter(events2, { editTools: ["spit"] })).toEqual(["edited", "a line"]);
  });

  it("are masked by the window where that holds, and never change their note before", () => {
    const events = turns(read(), edit(), read(), read());
    const texts = [2, 3, 4].map((step) => readsAfter(events, {}, step)[0]);
    expect(texts).toEqual(["whole", "again", "again"]);
    const window = { observationMasking: true, preserveRecentRawTurns: 2 };
    expect(readsAfter(events, window)[0]).toBe(`[observation masked — ${CODE.length} chars]`);
  });

  it("beside --dedupe: no note points at a read that goes for what happened to its own file", () => {
    const events = turns(
      read({ file_path: "b.ts" }),
      read(),
      edit(),
      read({ limit: 2 }, "two lines"),
    );
    expect(readsAfter(events, { dedupe: true })).toEqual(["whole", "edited", "two lines"]);
    expect(readsAfter(turns(read(), read()), { dedupe: true })).toEqual(["again", "whole"]);
  });
});
