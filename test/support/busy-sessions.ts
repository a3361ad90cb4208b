/** Sessions in which what the passes look for is common: same results, re-reads, edits, failed runs. */
import fc from "fast-check";
import type { Conversation } from "./conversations.ts";
import type { PlainEvent } from "./plain-transcript.ts";

const path = fc.constantFrom("src/a.ts", "./src/a.ts", "src/b.ts");
const range = fc.constantFrom({}, {}, { offset: 1, limit: 40 }, { offset: 10, limit: 20 });

/** What commands read: the file, its first line, and the line after the last. */
export const SHELL_READS: Readonly<Record<string, readonly [string, number, number]>> = {
  "cat src/a.ts": ["src/a.ts", 1, Number.POSITIVE_INFINITY],
  "nl -ba src/a.ts | sed -n '10,29p'": ["src/a.ts", 10, 30],
  "head -n 40 ./src/a.ts": ["src/a.ts", 1, 41],
  "cd /w && sed -n '1,40p' src/a.ts": ["/w/src/a.ts", 1, 41],
  "cat -n /w/src/a.ts": ["/w/src/a.ts", 1, Number.POSITIVE_INFINITY],
};

const call = fc.oneof(
  fc.tuple(path, range).map(([file_path, lines]) => ["Read", { file_path, ...lines }] as const),
  path.map((file_path) => ["Edit", { file_path, old_string: "a", new_string: "b" }] as const),
  fc
    .constantFrom("ls", "pytest -q", "cd /w && pytest -q 2>&1 | tail -20", "npm test")
    .map((command) => ["bash", { command }] as const),
  fc
    .constantFrom(...Object.keys(SHELL_READS), "cat src/a.ts src/b.ts", "cd src && ls")
    .map((command) => ["bash", { command }] as const),
  path.map((file) => {
    const patch = `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch`;
    return ["apply_patch", { input: patch }] as const;
  }),
);

const lines = (word: string, count: number) =>
  Array.from({ length: count }, (_, k) => `${word} ${k}`).join("\n");

/** Long enough for it to matter that its lines come again. */
const LONG = lines("delta", 260);

const FAILED = `${lines("ran", 60)}\nFAILED tests/a.py::one\nE   assert 1 == 2\n${lines("took", 30)}`;

/** Of several lengths, two of one length among them; failures often, since they have to meet. */
const answer = fc.constantFrom(
  lines("alpha", 40),
  lines("gamma", 40),
  lines("alpha", 42),
  lines("beta", 120),
  "ok",
  FAILED,
  FAILED,
  `error[E0308]: mismatched types\n${lines("note", 50)}`,
  "[Old tool result content cleared]",
  LONG,
  LONG.replace("delta 100\n", "delta 7000\n"),
  lines("delta", 200),
);

interface Use {
  readonly call: readonly [name: string, args: object];
  readonly text: string | undefined;
  readonly isError: boolean;
  /** How many others come between the call and its answer. */
  readonly delay: number;
  readonly user: boolean;
}

const use: fc.Arbitrary<Use> = fc.record({
  call,
  text: fc.option(answer, { freq: 8, nil: undefined }),
  isError: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  delay: fc.constantFrom(0, 0, 0, 0, 1, 3),
  user: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});

/** Uses of tools one after another, some answered late or never. */
export const busySessions: fc.Arbitrary<readonly PlainEvent[]> = fc
  .array(use, { minLength: 4, maxLength: 24, size: "max" })
  .map((uses) => {
    const events: PlainEvent[] = [{ kind: "said", role: "user", text: "Mend it." }];
    const due = new Map<number, PlainEvent[]>();
    uses.forEach(({ call: [name, args], text, isError, delay, user }, k) => {
      const id = `c${k}`;
      events.push({ kind: "call", id, name, args: JSON.stringify(args) });
      if (text !== undefined) {
        const late = due.get(k + delay) ?? [];
        due.set(k + delay, [...late, { kind: "observation", id, text, isError }]);
      }
      events.push(...(due.get(k) ?? []));
      if (user) events.push({ kind: "said", role: "user", text: "Go on." });
    });
    return events;
  });

/** The same as a conversation that can be written in any format, each answer right after its call. */
export const busyConversations: fc.Arbitrary<Conversation> = fc
  .array(use, { minLength: 4, maxLength: 14, size: "max" })
  .map((uses) => ({
    task: "Mend it.",
    turns: uses.map(({ call: [name, args], text, user }, k) => ({
      said: null,
      calls: [
        {
          id: `call_${k}`,
          name,
          args: JSON.stringify(args),
          ...(text !== undefined && { answer: text }),
        },
      ],
      ...(user && { user: "Go on." }),
    })),
  }));
