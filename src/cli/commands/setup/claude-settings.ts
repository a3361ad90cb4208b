import { ElisionError } from "../../../base/errors.ts";
import { foundAt, positionAt } from "../../../json/scan/position.ts";
import { parse } from "../../../json/tape/parse.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import { getText, NONE, type Node } from "../../../json/tree/tree.ts";
import { withEntry, withoutEntry } from "./json-entries.ts";

/** The events of Claude Code that `elision hook` is run at. */
const EVENTS = ["PreCompact", "SessionEnd"] as const;

/** Seconds that Claude Code gives the hook; it ends by itself before that. */
const TIMEOUT_SECONDS = 30;

/** A command that is one of ours. */
const OWN = /(?:^|[\s/\\"'])elision(?:\.\w+)?["']?\s+hook\s+claude-code\b/;

/** The settings with `elision hook` at each event; all else is as it was. */
export function withHooks(bytes: Buffer | undefined, command: string, file: string): Buffer {
  const hook = { hooks: [{ type: "command", command, timeout: TIMEOUT_SECONDS }] };
  if (bytes === undefined || /^\s*$/.test(bytes.toString("latin1"))) {
    const hooks = Object.fromEntries(EVENTS.map((event) => [event, [hook]]));
    return Buffer.from(`${JSON.stringify({ hooks }, null, 2)}\n`);
  }
  let made = bytes;
  for (const event of EVENTS) {
    const tree = read(made, file);
    const hooks = tree.get(0, "hooks");
    const items = tree.get(hooks, event);
    if (hooks === NONE)
      made = withEntry(tree, made, 0, { key: "hooks", value: { [event]: [hook] } });
    else if (items === NONE) made = withEntry(tree, made, hooks, { key: event, value: [hook] });
    else made = withEntry(tree, made, items, { value: hook });
  }
  return made;
}

/** Our commands in the settings, whose shape is checked here. */
export function ownCommands(bytes: Buffer | undefined, file: string): readonly string[] {
  if (bytes === undefined || /^\s*$/.test(bytes.toString("latin1"))) return [];
  const tree = read(bytes, file);
  return EVENTS.flatMap((event) =>
    itemsAt(tree, event).flatMap((item) => commandsOf(tree, item).filter((each) => OWN.test(each))),
  );
}

/** The settings without our commands, and without lists that are empty then. */
export function withoutHooks(bytes: Buffer, file: string): Buffer {
  let made = bytes;
  for (const event of EVENTS) {
    for (;;) {
      const tree = read(made, file);
      const hooks = tree.get(0, "hooks");
      const items = itemsAt(tree, event);
      const own = items.findIndex((item) => commandsOf(tree, item).some((each) => OWN.test(each)));
      if (own < 0) break;
      if (items.length > 1) made = withoutEntry(tree, made, tree.get(hooks, event), own);
      else if (tree.keys(hooks).length > 1)
        made = withoutEntry(tree, made, hooks, tree.keys(hooks).indexOf(event));
      else made = withoutEntry(tree, made, 0, tree.keys(0).indexOf("hooks"));
    }
  }
  return made;
}

function itemsAt(tree: TapeTree, event: string): readonly Node[] {
  return tree.items(tree.get(tree.get(0, "hooks"), event));
}

function commandsOf(tree: TapeTree, item: Node): readonly string[] {
  return tree
    .items(tree.get(item, "hooks"))
    .flatMap((hook) => getText(tree, hook, "command") ?? []);
}

/** @throws {ElisionError} `bad-settings` where they are no JSON, or their hooks are of a shape that is not known. */
function read(bytes: Buffer, file: string): TapeTree {
  const start = bytes.subarray(0, 3).equals(Buffer.from("\ufeff")) ? 3 : 0;
  const tree = parse(bytes, { start });
  if (!(tree instanceof TapeTree))
    throw new ElisionError(
      "bad-settings",
      `expected ${tree.expected} (got ${foundAt(bytes, tree.offset)})`,
      { file, ...positionAt(bytes, tree.offset) },
    );
  const hooks = tree.get(0, "hooks");
  const isKnown =
    tree.isObject(0) &&
    (hooks === NONE || tree.isObject(hooks)) &&
    EVENTS.every((event) => {
      const items = tree.get(hooks, event);
      return items === NONE || tree.isArray(items);
    });
  if (isKnown) return tree;
  throw new ElisionError("bad-settings", "hooks of a shape that elision does not know", {
    file,
    hint: "expected an object, with arrays under the names of events",
  });
}
