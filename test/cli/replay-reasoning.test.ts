/** Prompts replayed from sessions whose reasoning is bound to everything before it. */
import { describe, expect, it } from "vitest";
import { anthropicProvider } from "../support/binding-providers.ts";
import { boundSession, THOUGHT, TURNS } from "../support/bound-session.ts";
import { elision } from "../support/shell.ts";

interface Prompt {
  readonly role: string;
  readonly content: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}

interface Row {
  readonly messages: readonly Prompt[];
  readonly reply?: Prompt;
}

/** What was replayed: several tests ask of the same prompts. */
const replayed = new Map<string, Promise<readonly Row[]>>();

function rows(...argv: readonly string[]): Promise<readonly Row[]> {
  const key = argv.join(" ");
  const known = replayed.get(key) ?? replay(argv);
  replayed.set(key, known);
  return known;
}

async function replay(argv: readonly string[]): Promise<readonly Row[]> {
  const { stdout, exitCode } = await elision(["replay", ...argv], { stdin: boundSession() });
  expect(exitCode).toBe(0);
  return stdout
    .trimEnd()
    .split("\n")
    .map((row) => JSON.parse(row) as Row);
}

async function prompts(...argv: readonly string[]): Promise<readonly (readonly Prompt[])[]> {
  return (await rows(...argv)).map(({ messages }) => messages);
}

/** The replies whose reasoning each prompt brings back, and those of which it is no longer valid. */
function brought(all: readonly Row[]) {
  const signatures = new Map<string | undefined, string>();
  const idOf = (reply: Prompt | undefined) => reply?.tool_calls?.[0]?.id;
  for (const { messages, reply } of all)
    signatures.set(idOf(reply), anthropicProvider.sign(asItems(messages)));
  return all.map(({ messages }) => {
    const sent = messages.flatMap((message, at) =>
      message.reasoning_content === undefined ? [] : [{ id: idOf(message), at }],
    );
    const isValid = ({ id, at }: { readonly id: string | undefined; readonly at: number }) =>
      signatures.get(id) === anthropicProvider.sign(asItems(messages.slice(0, at)));
    return {
      ids: sent.map(({ id }) => id),
      broken: sent.filter((each) => !isValid(each)).map(({ id }) => id),
    };
  });
}

/** Messages of which a digest sees everything. */
const asItems = (messages: readonly Prompt[]) =>
  messages.map((message) => ({ role: message.role, content: message }));

/** How many prompts do not begin with the one before. */
function changed(all: readonly (readonly Prompt[])[]): number {
  const texts = all.map((messages) => messages.map((message) => JSON.stringify(message)));
  return texts.filter((each, at) => at > 0 && texts[at - 1]?.some((text, k) => each[k] !== text))
    .length;
}

const masked = (messages: readonly Prompt[] = []) =>
  messages.filter(({ role, content }) => role === "tool" && content?.startsWith("[")).length;

describe("replay --reasoning fit", () => {
  it.each([
    ["with a window of none", []],
    ["within a budget", ["--max-input-chars", "20k"]],
    ["past a trigger", ["--trigger", "20k"]],
  ])(
    "%s leaves masked what it masked when it was new, and all else as it was sent",
    async (_, more) => {
      const all = await prompts("--window", "0", "--reasoning", "fit", ...more);
      expect(changed(all)).toBe(0);
      expect(masked(all.at(-1))).toBeGreaterThan(TURNS / 2);
      const kept = await prompts("--window", "0", "--reasoning", "keep", ...more);
      expect(changed(kept) + masked(kept.at(-1))).toBeGreaterThan(masked(all.at(-1)) - 1);
    },
  );

  it("masks nothing that only a window over older turns would", async () => {
    const all = await prompts("--window", "1", "--reasoning", "fit");
    expect([changed(all), masked(all.at(-1))]).toEqual([0, 0]);
    const kept = await prompts("--window", "1");
    expect(changed(kept)).toBeGreaterThan(0);
    expect(masked(kept.at(-1))).toBe(TURNS - 2);
  });

  it("says the same of one step as of all", async () => {
    const argv = ["--window", "0", "--reasoning", "fit", "--max-input-chars", "20k"];
    const all = await prompts(...argv);
    expect((await prompts(...argv, "--step", "8"))[0]).toEqual(all[8]);
  });
});

const POLICIES = [
  ["a sliding window", ["--window", "2"]],
  ["a window that moves on in steps", ["--window", "2", "--every", "4"]],
  ["a budget", ["--window", "3", "--max-input-chars", "40k"]],
  ["a budget that takes a summary", ["--window", "3", "--max-input-chars", "20k"]],
  ["results shortened when they are new", ["--preset", "first-sight", "--first-sight", "1k"]],
  ["a window over shortened results", ["--window", "2", "--first-sight", "1k"]],
  ["reasoning cleared", ["--window", "2", "--every", "4", "--keep-thinking", "3"]],
] as const;

describe.each(POLICIES)("replay under %s", (_, policy) => {
  it.each(["drop", "fit"])(
    "sends only reasoning that its provider accepts, with %s",
    async (choice) => {
      const all = brought(await rows(...policy, "--reasoning", choice));
      expect(all.map(({ broken }) => broken)).toEqual(all.map(() => []));
    },
  );

  it("brings back no reasoning that it took out once", async () => {
    const all = brought(await rows(...policy, "--reasoning", "drop"));
    const returned = all.flatMap(({ ids }, step) =>
      ids.filter((id) => step > Number(id?.slice(6)) && !all[step - 1]?.ids.includes(id)),
    );
    expect(returned).toEqual([]);
  });

  it("says the same of one step as of all", async () => {
    const all = await prompts(...policy, "--reasoning", "drop");
    const one = await prompts(...policy, "--reasoning", "drop", "--step", "9");
    expect(one).toEqual([all[9]]);
  });
});

describe("replay --reasoning drop", () => {
  it("keeps what was written in answer to a prompt that was edited before", async () => {
    const policy = ["--window", "2", "--every", "4"];
    const all = brought(await rows(...policy, "--reasoning", "drop"));
    // The window moves on after turns 4 and 8: what the model thinks after that stays.
    expect(all.at(-1)?.ids).toEqual(["toolu_1", "toolu_9", "toolu_10", "toolu_11"]);
    expect(all[7]?.ids).toEqual(["toolu_1", "toolu_5", "toolu_6", "toolu_7"]);
    const kept = brought(await rows(...policy, "--reasoning", "keep"));
    expect(kept.at(-1)?.broken.length).toBeGreaterThan(0);
  });
});

it("replay leaves out reasoning that --keep-thinking clears", async () => {
  const last = (await prompts("--keep-thinking", "2", "--no-masking")).at(-1) ?? [];
  const thought = last.filter(({ reasoning_content }) => reasoning_content === THOUGHT);
  expect(thought).toHaveLength(2);
});

it("replay masks within a budget at every later step what it masked at one", async () => {
  const all = await prompts("--window", "3", "--max-input-chars", "60k", "--reasoning", "keep");
  const counts = all.map((messages) => masked(messages));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBeGreaterThan(0);
});
