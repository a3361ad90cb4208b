import { expected, isList } from "../argument-types.ts";
import { type Flag, isNegated, namesOf } from "../flag.ts";

/**
 * The value that a file gives to an option, checked by the option's own type: a number or a text, a list of them
 * where it may be given again, true or false for a switch. Throws what the type throws. A path may begin with
 * `~/`, which is replaced by the user's `home` as a shell would.
 */
export function settingValue(
  flag: Flag,
  value: unknown,
  { home }: { readonly home?: string | undefined } = {},
): unknown {
  const { type } = flag;
  if (type === undefined) {
    if (typeof value !== "boolean") throw expected("true or false", value);
    return value !== isNegated(flag);
  }
  const given = (each: unknown) => {
    const text = textOf(each);
    return isPath(flag) && home !== undefined ? text.replace(/^~(?=\/)/, () => home) : text;
  };
  if (!Array.isArray(value)) return type(given(value));
  if (!isList(type)) throw expected("one value", value);
  return value.reduce<unknown>((before, item) => type(given(item), before), []);
}

function isPath(flag: Flag): boolean {
  const { value } = namesOf(flag);
  return value === "file" || value === "dir";
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw expected("a number or a text", value);
}
