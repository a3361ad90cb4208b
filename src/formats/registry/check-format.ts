import { shown } from "../../base/arguments.ts";
import { ElisionError } from "../../base/errors.ts";
import { isRecord } from "../../base/json-value.ts";
import { quoted } from "../../base/quoted.ts";
import { EVIDENCE, type Format, type Layout, LEARNED_FROM } from "../format.ts";

/** A test for a member of a format, and the words for what it expects. */
type MemberKind = readonly [expected: string, test: (value: unknown) => boolean];

const isFunction = (value: unknown) => typeof value === "function";
const isText = (value: unknown) => typeof value === "string" && value !== "";
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

const LAYOUTS: readonly Layout[] = ["lines", "rows", "document"];
const A_FUNCTION: MemberKind = ["a function", isFunction];

/** The members that a format must have. */
const REQUIRED = {
  name: ["a name such as kimi-cli", (value) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(String(value))],
  writtenBy: ["the programs that write it", isText],
  layouts: [
    `an array of ${LAYOUTS.join(", ")}`,
    (value) =>
      Array.isArray(value) && value.length > 0 && value.every((each) => LAYOUTS.includes(each)),
  ],
  evidence: [`one of ${EVIDENCE.join(", ")}`, (value) => EVIDENCE.some((word) => word === value)],
  keys: [
    "an array of objects with all, any, none, messages or items",
    (value) => Array.isArray(value) && value.every(isPattern),
  ],
  kindOf: A_FUNCTION,
  read: A_FUNCTION,
  dropping: [
    '"remove" or "never"',
    (value) => value === "remove" || value === "never" || isRecord(value),
  ],
} as const satisfies { readonly [Member in RequiredMember]: MemberKind };

/** The optional members. */
const OPTIONAL = {
  knownFrom: [
    `one of ${LEARNED_FROM.join(", ")}`,
    (value) => LEARNED_FROM.some((word) => word === value),
  ],
  detect: A_FUNCTION,
  arrange: A_FUNCTION,
  orderedMarks: ["an array of texts", isTexts],
  startsAnew: ["an array of texts", isTexts],
  arrangeBefore: A_FUNCTION,
  sentResultChars: ["a number of chars", (value) => typeof value === "number" && value > 0],
  message: A_FUNCTION,
  readItem: A_FUNCTION,
  readItemNeedsCalls: ["true", (value) => value === true],
  readItemIsWhole: ["true", (value) => value === true],
  chat: ["a table of words", isRecord],
  session: ["a table of words", isRecord],
  inner: A_FUNCTION,
  check: A_FUNCTION,
  saved: [
    "an object with places",
    (value) => isRecord(value) && Array.isArray(value.places) && value.places.every(isPlace),
  ],
  isResumed: ["true", (value) => value === true],
  isWithoutTools: ["true", (value) => value === true],
  asksToDrop: ["true or a function", (value) => value === true || typeof value === "function"],
  loneReasoning: ['"message" or "blocks"', (value) => value === "message" || value === "blocks"],
} as const satisfies { readonly [Member in Exclude<keyof Format, RequiredMember>]: MemberKind };

type RequiredMember = {
  [Member in keyof Format]-?: Record<never, never> extends Pick<Format, Member> ? never : Member;
}[keyof Format];

/** The members that a format can have. */
export const MEMBERS = Object.keys({ ...REQUIRED, ...OPTIONAL }) as readonly (keyof Format)[];

/**
 * Checks that a value is a format; `what` is its name in messages.
 *
 * @throws {ElisionError} `bad-format`, with the member that is missing or wrong.
 */
export function checkFormat(value: unknown, what: string): Format {
  if (!isRecord(value)) throw badFormat(`${what}: expected a format (got ${shown(value)})`);
  const name = isText(value.name) ? ` ${quoted(value.name)}` : "";
  for (const [member, [expected, test]] of Object.entries<MemberKind>(REQUIRED)) {
    const given = value[member];
    if (given === undefined) throw badFormat(`${what}${name}: "${member}" is missing: ${expected}`);
    if (!test(given))
      throw badFormat(`${what}${name}: ${member}: expected ${expected} (got ${shown(given)})`);
  }
  for (const [member, [expected, test]] of Object.entries<MemberKind>(OPTIONAL)) {
    const given = value[member];
    if (given !== undefined && !test(given))
      throw badFormat(`${what}${name}: ${member}: expected ${expected} (got ${shown(given)})`);
  }
  if (value.dropping === "remove" && value.message === undefined)
    throw badFormat(`${what}${name}: "message" is missing: dropping "remove" writes a summary`);
  return value as unknown as Format;
}

function isPlace(value: unknown): boolean {
  return isRecord(value) && isText(value.agent) && isText(value.files);
}

function isPattern(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const members = ["all", "any", "none", "messages", "items"];
  return Object.entries(value).every(([member, keys]) => members.includes(member) && isTexts(keys));
}

function badFormat(message: string): ElisionError {
  return new ElisionError("bad-format", message, {
    hint: "docs/formats.md has the members of a format",
  });
}
