import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { NO_CALL } from "../../transcript/model/heads.ts";
import type { Role } from "../../transcript/model/message.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink } from "../format.ts";
import { readCallOf, readObservationOf, readTexts } from "../shared/part-heads.ts";
import { OPENAI_COUNTS, readUsage } from "../shared/read-usage.ts";
import { toolNameOf } from "../shared/tool-name.ts";
import { checkTrajectory } from "./atif-check.ts";
import { trajectoriesIn } from "./atif-trajectories.ts";

/**
 * Trajectories in the Agent Trajectory Interchange Format 1.x, as Harbor's agents and others write them:
 * steps with a message, tool calls and observations. Contents are strings or, since 1.6, parts. Trajectories
 * of subagents, embedded since 1.7, are separate transcripts.
 *
 * Checked in NVIDIA's reference of 1.7 and in models derived from Harbor's for it (contents, what is
 * validated, embedded trajectories) and in saved 1.5 trajectories; Harbor's own source was not available.
 * Steps are numbered without a gap, so none is ever removed.
 */
export const atif: Format<"atif"> = {
  name: "atif",
  writtenBy: "Harbor and others that write ATIF",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["schema_version", "steps"] }],
  dropping: "never",
  kindOf: (tree, record) => (isTrajectory(tree, record) ? "conversation" : undefined),
  detect: (head) => head.some((tree) => isTrajectory(tree, tree.root)),
  read(tree, record, into) {
    if (!isTrajectory(tree, record)) return;
    let thread: string | undefined;
    let subagents = 0;
    for (const trajectory of trajectoriesIn(tree, record)) {
      const steps = tree.get(trajectory, "steps");
      // `readItem` reads steps of this trajectory only.
      if (thread === undefined) into.array(steps);
      tree.items(steps).forEach((step, number) => {
        readStep(tree, step, { into, thread, reply: String(number) });
      });
      thread = `subagent ${++subagents}`;
    }
  },
  readItem: (tree, step, into) => readStep(tree, step, { into, thread: undefined, reply: "own" }),
  arrange: arrangeThreads,
  check: checkTrajectory,
};

function isTrajectory(tree: Tree, record: Node): boolean {
  const version = getString(tree, record, "schema_version");
  return (
    tree.excerpt(version, PREFIX.length).startsWith(PREFIX) &&
    tree.isArray(tree.get(record, "steps"))
  );
}

const PREFIX = "ATIF-v1.";

/** A step is the message of one side and then, as a separate message, its observations. */
function readStep(
  tree: Tree,
  step: Node,
  about: {
    readonly into: MessageSink;
    readonly thread: string | undefined;
    readonly reply: string;
  },
): void {
  const role = ROLES.get(getText(tree, step, "source") ?? "");
  if (role === undefined) return;
  const { into, thread, reply } = about;
  const results = tree.items(tree.get(tree.get(step, "observation"), "results"));
  const calls = tree.items(tree.get(step, "tool_calls"));
  into.message(role, step, { thread, reply: role === "assistant" ? reply : undefined });
  if (into.wantsUsage && role === "assistant")
    readUsage(tree, tree.get(step, "metrics"), { into, keys: OPENAI_COUNTS });
  const reasoning = getString(tree, step, "reasoning_content");
  if (reasoning !== NONE) into.part({ kind: "reasoning", signed: false }, reasoning);
  readTexts(tree, tree.get(step, "message"), into);
  const joined = results.some((result) => tree.isString(tree.get(result, "source_call_id")));
  for (const call of calls) {
    // Results that name no call answer in order; they are paired with calls without an id.
    const isNamed = joined || results.length === 0;
    const id = isNamed ? into.id(tree.get(call, "tool_call_id")) : undefined;
    const name = toolNameOf(tree, call, "function_name", into);
    readCallOf(tree, tree.get(call, "arguments"), { into, id, name });
  }
  for (const result of results) {
    into.message("tool", result, { thread });
    // A result of no call is the environment's own.
    const ofNone = joined || calls.length === 0 ? NO_CALL : undefined;
    const callId = into.id(tree.get(result, "source_call_id")) ?? ofNone;
    readObservationOf(tree, tree.get(result, "content"), { into, callId });
    // What a subagent did is in a file of its own.
    const elsewhere = tree.get(result, "subagent_trajectory_ref");
    if (elsewhere !== NONE) into.ignore(elsewhere);
  }
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>(
  Object.entries({
    user: "user",
    system: "system",
    agent: "assistant",
  }),
);
