import type { Agent } from "./agent.ts";
import { countingFrom, type Plan } from "./provider.ts";
import type { Said } from "./talk.ts";
import type { Wish } from "./tool-calls.ts";

/** The scenes that an agent is prompted to play, in their order. */
export const PROMPTED = ["calls", "picture", "helper", "full", "more", "open", "end"] as const;

export type Scene = (typeof PROMPTED)[number] | "counting";

/** A file with a picture in the agent's project, and a pipe that nobody writes to. */
export const PICTURE = "picture.png";
export const PIPE = "pipe";

/** The prompt for a scene; the words say nothing to the model but which it is. */
export const promptOf = (scene: Scene): string => `Scene ${scene}: count things.`;

/** Requests after which the model says no more than that it is done: an agent may read its prompts otherwise. */
const MOST = 60;

/** What the model wants, from what was said since the last prompt of a scene. */
export function planScenes(
  project: string,
  { helper, window = 200_000 }: Pick<Agent, "helper" | "window">,
): (talk: readonly Said[], count: number) => Plan {
  return (talk, count) => {
    const at = talk.findLastIndex(({ from, text }) => from === "user" && SCENE.test(text));
    const after = talk.slice(at + 1);
    const scene = (SCENE.exec(talk[at]?.text ?? "")?.[1] ?? "end") as Scene;
    // A request for a summary may have the tools as well.
    const own =
      after.findLast(({ from, text }) => from === "user" && !SUMMED.test(text))?.text ?? "";
    const isFull = scene === "full" && talk.filter(({ from }) => from === "tool").length > 4;
    const inputTokens = isFull ? window - 5000 : 100;
    if (ASIDE.test(own)) return { wishes: [], text: "Things are counted.", inputTokens };
    // As long as the prompt that it is to take the place of: Qwen Code looks.
    if (SUMMARY.test(own) || WHOLE.test(talk[at]?.text ?? ""))
      return { ...SUMMED_UP, inputTokens: window - 5000 };
    const run = (first = count * 100): Wish => ({ do: "run", text: countingFrom(first) });
    const steps: Readonly<Record<Scene, readonly (readonly Wish[])[]>> = {
      // Two calls at once, of which one fails.
      calls: [[run(), { do: "run", text: `${countingFrom(count * 100 + 50)}; exit 3` }], [run()]],
      picture: [[{ do: "look", text: `${project}/${PICTURE}` }], [run()]],
      helper: [[{ do: "hand over", text: promptOf("counting"), to: helper }], [run()]],
      counting: [[run()]],
      full: [[run()], [run()]],
      more: [[run()]],
      // A command that waits to be aborted, after one that does not.
      open: [[run()], [{ do: "run", text: `cat ${project}/${PIPE}` }]],
      end: [],
    };
    const wishes = count > MOST ? [] : (steps[scene][stepsIn(after)] ?? []);
    return { wishes, inputTokens };
  };
}

const SCENE = /Scene (\w+): count things/;

/** What agents ask for on the side, with the tools. */
const ASIDE = /session title|dashboard line/i;

const SUMMARY = /summar|compact|hand.?off|state_snapshot/i;

/** A summary that was made. */
const SUMMED = /<compaction_summary>/;

/** A request for a summary that has the conversation in itself. */
const WHOLE = /^(Please summarize the following|## Message 1\n)/;

const SUMMED_UP: Plan = {
  wishes: [],
  text: "Summary: things were counted, and are being counted.",
};

/** The scene that a request is about; undefined where it is one on the side. */
export function sceneOf(talk: readonly Said[]): Scene | undefined {
  const said = talk.findLast(({ from, text }) => from === "user" && SCENE.test(text));
  return SCENE.exec(said?.text ?? "")?.[1] as Scene | undefined;
}

/** Replies with calls in what was said: calls of one reply may come in several pieces. */
function stepsIn(talk: readonly Said[]): number {
  return talk.filter(({ from, calls }, at) => {
    const before = talk[at - 1];
    return from === "model" && calls > 0 && !(before?.from === "model" && before.calls > 0);
  }).length;
}
