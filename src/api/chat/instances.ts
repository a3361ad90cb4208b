import type { AnyMessage } from "./chat-types.ts";

/**
 * Messages as their reader sees them. LangChain's are instances of classes that name their type by a
 * method: those become plain objects with the same fields and a `type`.
 */
export function viewsOf(messages: readonly unknown[]): readonly unknown[] {
  return messages.some(isInstance) ? messages.map(viewOf) : messages;
}

function viewOf(message: unknown): unknown {
  if (!isInstance(message)) return message;
  const { lc_kwargs: _, lc_namespace: __, lc_serializable: ___, ...fields } = message;
  return { ...fields, type: typeOf(message) };
}

interface Instance extends Record<string, unknown> {
  readonly lc_kwargs?: Readonly<Record<string, unknown>>;
  getType?(): unknown;
  _getType?(): unknown;
}

function isInstance(message: unknown): message is Instance {
  if (typeof message !== "object" || message === null) return false;
  const { getType, _getType } = message as Instance;
  return typeof getType === "function" || typeof _getType === "function";
}

function typeOf(message: Instance): unknown {
  return message.getType?.() ?? message._getType?.();
}

/** A copy of an object of the same class, with another value under a key. */
export function copyWith<T extends object>(original: T, key: string, value: unknown): T {
  const fields = Object.getOwnPropertyDescriptors(original) as PropertyDescriptorMap;
  // The properties of a frozen object are read-only; those of the copy are not.
  for (const field of Object.values(fields)) {
    field.configurable = true;
    if ("value" in field) field.writable = true;
  }
  const copy = Object.create(Object.getPrototypeOf(original) as object | null, fields) as T;
  set(copy, key, value);
  // LangChain serialises the arguments that a message was constructed with.
  const { lc_kwargs: made } = original as Instance;
  if (made !== undefined && Object.hasOwn(made, key))
    set(copy, "lc_kwargs", { ...made, [key]: value });
  return copy;
}

function set(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/**
 * A summary among instances of classes, as an instance of the class of the first user message, if there is one.
 */
export function asInstance(summary: AnyMessage, messages: readonly unknown[]): AnyMessage {
  const human = messages.find((message) => isInstance(message) && typeOf(message) === "human");
  if (human === undefined) return summary;
  const { content } = summary as { readonly content: unknown };
  const Human = (human as object).constructor as new (fields: object) => AnyMessage;
  return new Human({ content });
}
