import fc from "fast-check";
import { Outline } from "../../src/transcript/model/outline.ts";
import { createTranscript, type Transcript } from "../../src/transcript/model/transcript.ts";

/** A message of a transcript that lies in no file: what was said, called or observed. */
export type PlainEvent =
  | { readonly kind: "said"; readonly role: "system" | "user" | "assistant"; readonly text: string }
  | { readonly kind: "reasoned"; readonly text: string }
  | { readonly kind: "call"; readonly id: string; readonly name: string; readonly args: string }
  | {
      readonly kind: "observation";
      readonly id: string;
      readonly text: string;
      readonly isError?: boolean;
      readonly editable?: boolean;
      readonly fixed?: boolean;
      /** Chars around the text that stay, where it is a string in JSON in a string. */
      readonly frame?: number;
    };

/** A transcript with a message for each event. Messages before `firstLive` no longer reach the model. */
export function transcriptFrom(
  events: readonly PlainEvent[],
  { firstLive = 0 }: { readonly firstLive?: number } = {},
): Transcript {
  const outline = new Outline();
  const texts: string[] = [];
  const ids: (string | undefined)[] = [];
  events.forEach((event, record) => {
    if (event.kind === "said") {
      outline.addMessage(event.role, record);
      outline.addPart({ kind: "text" }, event.text.length);
      texts.push(event.text);
    } else if (event.kind === "reasoned") {
      outline.addMessage("assistant", record);
      outline.addPart({ kind: "reasoning", signed: false }, event.text.length);
      texts.push(event.text);
    } else if (event.kind === "call") {
      outline.addMessage("assistant", record);
      const { id, name, args } = event;
      outline.addPart({ kind: "call", id, name }, name.length + args.length);
      texts.push(name + args);
    } else {
      const { id: callId, text, isError = false, editable = true, fixed = false } = event;
      outline.addMessage("tool", record, { fixed });
      const frame = event.frame && { chars: event.frame, textChars: text.length };
      outline.addPart(
        { kind: "observation", callId, isError, editable },
        text.length + (event.frame ?? 0),
        frame ? { frame } : {},
      );
      texts.push(text);
    }
    ids.push(event.kind === "said" || event.kind === "reasoned" ? undefined : event.id);
  });
  const text = ({ index }: { readonly index: number }) => texts[index] ?? "";
  return createTranscript(outline, {
    label: "plain",
    firstLive,
    texts: {
      text,
      raw: (part) =>
        part.kind === "call"
          ? undefined
          : { bytes: Buffer.from(JSON.stringify(text(part)).slice(1, -1)), isEscaped: true },
      excerpt: (part, count) => (count < 0 ? text(part).slice(count) : text(part).slice(0, count)),
      includes: (part, literal) => text(part).includes(literal),
      mayBeginWith: (part, code) => text(part).charCodeAt(0) === code,
      mayEndWith: (part, code) => text(part).charCodeAt(text(part).length - 1) === code,
      fingerprint: text,
      callId: ({ index }) => ids[index],
      savedBytes: (part, now) =>
        Buffer.byteLength(JSON.stringify(text(part))) - Buffer.byteLength(JSON.stringify(now)),
    },
  });
}

/** A call to a tool and what it answers, for a session written by hand. */
export function used(
  name: string,
  text: string,
  about: { readonly id?: string; readonly args?: string; readonly isError?: boolean } = {},
): readonly PlainEvent[] {
  const { id = `${name}-${count++}`, args = "{}", isError = false } = about;
  return [
    { kind: "call", id, name, args },
    { kind: "observation", id, text, isError },
  ];
}
let count = 0;

const text = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 400 }).map((n) => "x".repeat(n)) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => "an élan\n".repeat(n)) },
  { weight: 1, arbitrary: fc.constant("[Old tool result content cleared]") },
);

const id = fc.integer({ min: 0, max: 6 }).map((n) => `c${n}`);

const event: fc.Arbitrary<PlainEvent> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("said"),
      role: fc.constantFrom("system", "user", "assistant"),
      text,
    } as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("call"),
      id,
      name: fc.constantFrom("read", "bash", "skill", "TodoWrite"),
      args: fc.constantFrom("{}", '{"path":"src/a.ts"}', '{"file_path":"./README.md"}'),
    } as const),
  },
  {
    // Late, repeated and orphaned ones among them, as they come.
    weight: 5,
    arbitrary: fc.record(
      {
        kind: fc.constant("observation"),
        id,
        text,
        isError: fc.boolean(),
        editable: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
        fixed: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      } as const,
      { requiredKeys: ["kind", "id", "text"] },
    ),
  },
);

/** Sessions in which anything may follow anything. */
export const plainEvents: fc.Arbitrary<readonly PlainEvent[]> = fc.array(event, {
  maxLength: 40,
  size: "max",
});
