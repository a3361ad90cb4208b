import { exitOf } from "../../transcript/model/exit.ts";
import {
  type CallPart,
  type Message,
  type ObservationPart,
  SUMMARY_TAG,
} from "../../transcript/model/message.ts";
import { commandIn } from "../files/command-identity.ts";
import { fileUseOf } from "../files/file-use.ts";
import { argumentsOf } from "../pipeline/call-of.ts";
import { clipText } from "../texts/clip.ts";
import { oneLine } from "../texts/white-space.ts";
import type { MessagesToDrop, SummarySource } from "./summary-source.ts";

/** The lines that the detailed style adds to the contract; empty ones are left out. */
export function detailLines(transcript: SummarySource, dropped: Iterable<Message>): string[] {
  const { read, changed, commands, errors } = actionsIn(transcript, dropped);
  for (const path of changed) read.delete(path);
  const lines: [heading: string, items: readonly string[]][] = [
    ["User requests", newest(requests(transcript, dropped), 6)],
    ["Files changed", newest(changed, 20)],
    ["Files read", newest(read, 20)],
    ["Commands", newest(commands, 8).map(([line, outcome]) => `${line} -> ${outcome}`)],
    ["Last errors", newest(errors, 4).map(([line, count]) => line + times(count))],
  ];
  return lines.flatMap(([heading, items]) =>
    items.length === 0 ? [] : [`- ${heading}: ${items.join("; ")}`],
  );
}

/** The line of finished work: files changed, and commands with their outcomes. */
export function doneLines(transcript: SummarySource, dropped: MessagesToDrop): string[] {
  const { changed, commands } = newestActions(transcript, dropped, { changed: 8, commands: 6 });
  const done = [
    ...changed.map((path) => `changed ${path}`),
    ...commands.map(([line, outcome]) => `ran ${line} -> ${outcome}`),
  ];
  return done.length === 0 ? [] : [`- Done: ${done.join("; ")}`];
}

/**
 * The last files changed and commands run. Starts at the end, since few of many calls have to be read, and outcomes
 * only of what is named.
 */
function newestActions(
  transcript: SummarySource,
  dropped: MessagesToDrop,
  most: { readonly changed: number; readonly commands: number },
) {
  const changed = new Set<string>();
  const commands = new Map<string, string>();
  for (const { parts } of dropped.backwards()) {
    if (changed.size >= most.changed && commands.size >= most.commands) break;
    for (const part of [...parts].reverse()) {
      const action = part.kind === "call" ? actionOf(transcript, part) : undefined;
      if (action?.kind === "changed")
        for (const path of action.paths.toReversed()) changed.add(path);
      else if (
        action?.kind === "ran" &&
        commands.size < most.commands &&
        !commands.has(action.line)
      )
        commands.set(action.line, outcomeOf(transcript, action.answer));
    }
  }
  return {
    changed: [...changed].slice(0, most.changed).reverse(),
    commands: [...commands].reverse(),
  };
}

interface Actions {
  readonly read: Set<string>;
  readonly changed: Set<string>;
  /** The outcome of each command's last run. */
  readonly commands: Map<string, string>;
  /** How often each error came. */
  readonly errors: Map<string, number>;
}

/** The agent's actions, by when each was last done. */
function actionsIn(transcript: SummarySource, dropped: Iterable<Message>): Actions {
  const actions: Actions = {
    read: new Set(),
    changed: new Set(),
    commands: new Map(),
    errors: new Map(),
  };
  for (const { parts } of dropped)
    for (const part of parts) {
      if (part.kind === "call") addCall(actions, transcript, part);
      else if (part.kind === "observation" && part.isError)
        again(actions.errors, lastLine(transcript, part));
    }
  return actions;
}

function addCall(actions: Actions, transcript: SummarySource, call: CallPart): void {
  const action = actionOf(transcript, call);
  if (action?.kind === "read") last(actions.read, action.path);
  else if (action?.kind === "changed") for (const path of action.paths) last(actions.changed, path);
  else if (action?.kind === "ran") {
    actions.commands.delete(action.line);
    actions.commands.set(action.line, outcomeOf(transcript, action.answer));
  }
}

/** The action of a call. A command is on one line and clipped. */
type Action =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "changed"; readonly paths: readonly string[] }
  | { readonly kind: "ran"; readonly line: string; readonly answer: ObservationPart | undefined };

function actionOf(transcript: SummarySource, call: CallPart): Action | undefined {
  const args = argumentsOf(transcript, call);
  const answer = answerTo(transcript, call.index);
  const use = fileUseOf(call.name, args);
  if (use?.kind === "read") return use;
  if (use?.kind === "edit")
    return answer?.isError === true ? undefined : { kind: "changed", paths: use.paths };
  const command = use === undefined ? commandIn(args) : undefined;
  if (command === undefined || command.trim() === "") return undefined;
  return { kind: "ran", line: clipText(oneLine(command), 80), answer };
}

function answerTo(transcript: SummarySource, call: number): ObservationPart | undefined {
  const mate = transcript.pairs.mate(call);
  const part = mate === undefined ? undefined : transcript.parts.at(mate);
  return part?.kind === "observation" ? part : undefined;
}

function outcomeOf(transcript: SummarySource, answer: ObservationPart | undefined): string {
  if (answer === undefined) return "no answer";
  return exitOf({
    excerpt: (count) => transcript.excerpt(answer, count),
    isError: () => answer.isError,
  });
}

/** The last line of an error with content. */
function lastLine(transcript: SummarySource, part: ObservationPart): string {
  const lines = transcript.text(part).trim().split("\n");
  const said = lines.findLast((line) => /\w{3}/.test(line)) ?? lines.at(-1) ?? "";
  return clipText(oneLine(said), 120);
}

function* requests(transcript: SummarySource, dropped: Iterable<Message>): Iterable<string> {
  for (const { role, fixed, tags, parts } of dropped) {
    if (role !== "user" || fixed || tags.includes(SUMMARY_TAG)) continue;
    for (const part of parts) {
      const text = part.kind === "text" ? oneLine(transcript.text(part)) : "";
      if (text !== "") yield clipText(text, 200);
    }
  }
}

/** The last `count` different items, in order. */
function newest<T>(items: Iterable<T>, count: number): readonly T[] {
  return [...new Set(items)].slice(-count);
}

function last(set: Set<string>, item: string): void {
  set.delete(item);
  set.add(item);
}

function again(counts: Map<string, number>, item: string): void {
  if (item === "") return;
  const count = counts.get(item) ?? 0;
  counts.delete(item);
  counts.set(item, count + 1);
}

function times(count: number): string {
  return count === 1 ? "" : ` (${count} times)`;
}
