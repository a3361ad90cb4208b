import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { recordsBelow } from "../shared/records-below.ts";

/** The messages of one request in a span or log record: arrays, or strings with their JSON. */
export interface Prompt {
  readonly instructions: Node;
  readonly messages: readonly Node[];
}

/**
 * The requests in a record that have messages: a span, an array of spans, or OTLP's JSON
 * (`resourceSpans[].scopeSpans[].spans[]`, the same for logs). Attributes are an object, a list of
 * `{key, value}`, or next to the span's own fields; an event of a span (`gen_ai.client.inference.operation.details`)
 * has them as the span does.
 */
export function promptsIn(tree: Tree, record: Node): readonly Prompt[] {
  return recordsBelow(tree, record, NESTING).flatMap((span) => {
    const own = attributesIn(tree, span) ?? promptOf(tree, span) ?? [];
    const events = tree.items(tree.get(span, "events"));
    return [own, ...events.map((event) => attributesIn(tree, event) ?? [])].flat();
  });
}

const NESTING = [
  "resourceSpans",
  "scopeSpans",
  "spans",
  "resourceLogs",
  "scopeLogs",
  "logRecords",
  "data",
] as const;

function attributesIn(tree: Tree, record: Node): Prompt | undefined {
  return promptOf(tree, tree.get(record, "attributes"));
}

function promptOf(tree: Tree, attributes: Node): Prompt | undefined {
  const values = valuesOf(tree, attributes);
  const messages = values.slice(1).filter((value) => mayHoldMessages(tree, value));
  return messages.length === 0 ? undefined : { instructions: values[0] ?? NONE, messages };
}

/** The values of the attributes with messages, in conversation order; `NONE` for absent ones. */
function valuesOf(tree: Tree, attributes: Node): readonly Node[] {
  if (!tree.isArray(attributes)) return ATTRIBUTES.map((key) => tree.get(attributes, key));
  const values: Node[] = ATTRIBUTES.map(() => NONE);
  for (const attribute of tree.items(attributes)) {
    const key = tree.get(attribute, "key");
    const at = ATTRIBUTES.findIndex((name) => tree.is(key, name));
    if (at >= 0) values[at] = textIn(tree, tree.get(attribute, "value"));
  }
  return values;
}

/** The text of an attribute in OTLP's JSON, which Phoenix writes in snake case. */
function textIn(tree: Tree, value: Node): Node {
  const text = tree.get(value, "stringValue");
  return text === NONE ? tree.get(value, "string_value") : text;
}

const ATTRIBUTES = [
  "gen_ai.system_instructions",
  "pydantic_ai.all_messages",
  "gen_ai.input.messages",
  "gen_ai.output.messages",
] as const;

/** A record with prompts has one of these keys. */
export const SPAN_KEYS = [...NESTING, "attributes", ...ATTRIBUTES] as const;

/** Whether a value is messages with parts; some programs keep other things under these names. */
function mayHoldMessages(tree: Tree, value: Node): boolean {
  if (tree.isString(value))
    return tree.mayBeginWith(value, BRACKET) && tree.includes(value, "parts");
  return (
    tree.isArray(value) && tree.items(value).some((item) => tree.isArray(tree.get(item, "parts")))
  );
}

const BRACKET = 0x5b;
