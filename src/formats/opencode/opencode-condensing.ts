import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { contentId } from "../shared/content-id.ts";
import type {
  CondenseContext,
  NativeCondensation,
  NativeDropping,
} from "../shared/native-condense.ts";

/**
 * A compaction as opencode writes it, after all messages: the user's message with a `compaction` part that
 * names the first message to keep (`tail_start_id`, since 2026), and the assistant's answer with the summary
 * (session/compaction.ts, message-v2.ts). Versions without a tail keep none.
 *
 * Agent, model and paths are the neighbours'. Messages are ordered by time and id, so both have the latest
 * time, and ids that sort after the last.
 */
export const opencodeDropping: NativeDropping = { keeps: "newest", condense };

function condense(context: CondenseContext): NativeCondensation {
  const { summary, first, newest, encode } = context;
  const { tree } = newest;
  const infos = tree
    .items(tree.get(tree.root, "messages"))
    .map((message) => tree.get(message, "info"));
  const newestOf = (role: string) =>
    infos.findLast((info) => tree.is(tree.get(info, "role"), role)) ?? NONE;
  const latest = infos.at(-1) ?? NONE;
  const id = idsAfter(getText(tree, latest, "id") ?? "", summary ?? "");
  const session = copied(context, latest, ["sessionID"]);
  const time = timeOf(tree, latest);
  const tail = first && getText(first.tree, tree.get(first.node, "info"), "id");
  const request = id("msg", 1);
  const answer = id("msg", 2);
  return {
    insert: [
      message({
        info: [
          `"id":"${request}"`,
          ...session,
          `"role":"user","time":{"created":${time}}`,
          ...copied(context, newestOf("user"), ["agent", "model"]),
        ],
        part: [
          `"id":"${id("prt", 1)}"`,
          ...session,
          `"messageID":"${request}","type":"compaction","auto":false`,
          ...(tail === undefined ? [] : [`"tail_start_id":${encode(tail)}`]),
        ],
      }),
      message({
        info: [
          `"id":"${answer}"`,
          ...session,
          `"role":"assistant","parentID":"${request}","mode":"compaction","agent":"compaction"`,
          ...copied(context, newestOf("assistant"), ["path", "modelID", "providerID"]),
          `"summary":true,"cost":0`,
          `"tokens":{"input":0,"output":0,"reasoning":0,"cache":{"read":0,"write":0}}`,
          `"time":{"created":${time},"completed":${time}},"finish":"stop"`,
        ],
        part:
          summary === undefined
            ? []
            : [
                `"id":"${id("prt", 2)}"`,
                ...session,
                `"messageID":"${answer}","type":"text","text":${encode(summary)}`,
              ],
      }),
    ],
    at: "end",
  };
}

/** A message with an info and at most one part, each given by its members. */
function message({
  info,
  part,
}: {
  readonly info: readonly string[];
  readonly part: readonly string[];
}): string {
  const parts = part.length === 0 ? "" : `{${part.join(",")}}`;
  return `{"info":{${info.join(",")}},"parts":[${parts}]}`;
}

/**
 * Ids that sort after another, the `count`-th: opencode's are a word, 12 hexadecimal digits that increase
 * with time, and 14 arbitrary characters.
 */
function idsAfter(last: string, content: string): (word: string, count: number) => string {
  const counter = Number.parseInt(/^[a-z]+_([0-9a-f]{12})/.exec(last)?.[1] ?? "0", 16);
  return (word, count) => {
    const digits = (counter + count).toString(16).padStart(12, "0");
    return `${word}_${digits}${contentId(word, `${count}`, last, content).slice(0, 14)}`;
  };
}

/** The latest time in a message. */
function timeOf(tree: Tree, info: Node): string {
  const time = tree.get(info, "time");
  const completed = tree.get(time, "completed");
  const latest = tree.isNumber(completed) ? completed : tree.get(time, "created");
  return tree.isNumber(latest) ? tree.text(latest) : "0";
}

/** Copies these members of another object, byte for byte. */
function copied(
  { newest: { tree }, encode }: CondenseContext,
  from: Node,
  keys: readonly string[],
): string[] {
  return keys.flatMap((key) => {
    const value = tree.get(from, key);
    const text = tree.text(value);
    return value === NONE ? [] : [`"${key}":${tree.isString(value) ? encode(text) : text}`];
  });
}
