import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";

/** The attributes of a span by their dotted names. */
export type Attributes = ReadonlyMap<string, Node>;

/**
 * The attributes of a span that concern a model: an object with dotted or nested names, OTLP's list of
 * `{key, value}`, or columns of a table (`attributes.llm.model_name`).
 */
export function attributesOf(tree: Tree, span: Node): Attributes {
  const found = new Map<string, Node>();
  const attributes = tree.get(span, "attributes");
  if (tree.isArray(attributes)) {
    for (const attribute of tree.items(attributes)) {
      found.set(tree.text(tree.get(attribute, "key")), valueIn(tree, tree.get(attribute, "value")));
    }
  } else if (tree.isObject(attributes)) flatten(tree, attributes, { into: found, name: "" });
  else if (tree.isObject(span)) flatten(tree, span, { into: found, name: "", isColumn: true });
  return found;
}

/**
 * The value of an attribute in OTLP's JSON: `{"stringValue":…}`, `{"intValue":…}`, …; Phoenix writes all of
 * these, in snake case, with null in those that do not apply.
 */
function valueIn(tree: Tree, value: Node): Node {
  const keys = tree.isObject(value) ? tree.keys(value) : [];
  const given = tree.items(value).filter((_, at) => VALUE_KEY.test(keys[at] ?? ""));
  return (
    given.find((each) => tree.isString(each)) ?? given.find((each) => tree.hasItems(each)) ?? NONE
  );
}

const VALUE_KEY = /(?:V|_v)alue$/;

/** Keeps only attributes that may concern a model: a program can have many of its own. */
function flatten(
  tree: Tree,
  node: Node,
  { into, name, isColumn = false }: FlattenTarget,
  depth = 0,
): void {
  const items = tree.items(node);
  const keys = tree.isArray(node) ? items.map((_, index) => String(index)) : tree.keys(node);
  items.forEach((item, index) => {
    const key = keys[index] ?? "";
    if (isColumn && !key.startsWith(COLUMN)) return;
    const own = isColumn ? key.slice(COLUMN.length) : key;
    const full = name === "" ? own : `${name}.${own}`;
    const isInner = tree.isObject(item) || tree.isArray(item);
    if (!isInner) into.set(full, item);
    else if (depth < DEEPEST && ENTERED.test(full))
      flatten(tree, item, { into, name: full }, depth + 1);
  });
}

interface FlattenTarget {
  readonly into: Map<string, Node>;
  readonly name: string;
  readonly isColumn?: boolean;
}

const COLUMN = "attributes.";
const ENTERED = /^(?:llm|openinference|output|gcp)(?:\.|$)/;
const DEEPEST = 12;

/** A message in the attributes of a span: its fields by the rest of their names, in order. */
export type MessageFields = ReadonlyMap<string, Node>;

/** The value with the attributes of a span: in a table that is the row. */
export function holderOf(tree: Tree, span: Node): Node {
  const attributes = tree.get(span, "attributes");
  return attributes === NONE ? span : attributes;
}

/** Whether an attribute may be a piece of a message. */
export function mayBeField(name: string): boolean {
  return name.startsWith("llm.") && !ABOUT.test(name);
}

const ABOUT = /^llm\.(?:tools|model_name|token_count|invocation_parameters|cost|system|provider)/;

/** The messages that a model was sent, and its answers, in order. */
export function messagesIn(attributes: Attributes): readonly MessageFields[] {
  const found = new Map<number, Map<string, Node>>();
  for (const [name, node] of attributes) {
    const [, way, number = "", field = ""] = FIELD.exec(name) ?? [];
    if (way === undefined) continue;
    // Answers come after everything that was sent.
    const at = Number(number) + (way === "output" ? AFTER : 0);
    const fields = found.get(at) ?? new Map<string, Node>();
    found.set(at, fields.set(field, node));
  }
  return [...found].sort(([a], [b]) => a - b).map(([, fields]) => fields);
}

/** Whether an attribute is a text of a message that `messagesIn` does not find. */
export function isOfOtherMessage(name: string): boolean {
  return name.startsWith("llm.") && TEXT_FIELD.test(name) && !FIELD.test(name);
}

const TEXT_FIELD = /\.message\.contents?(?:\.|$)/;
const FIELD = /^llm\.(input|output)_messages\.(\d+)\.message\.(.+)$/;
const AFTER = 2 ** 32;
