/** The words of sessions as data: what the kernel takes their keys for. */
import { expect, it } from "vitest";
import { claudeCode } from "../../../src/formats/claude-code/claude-code.ts";
import { codex } from "../../../src/formats/codex/codex.ts";
import {
  CALL_ID_SIGN,
  KIND_SIGN,
  NO_SIGN,
  RESULT,
  ROLE_SIGN,
  signOfKey,
} from "../../../src/formats/unread/result-signs.ts";
import type { SessionUse } from "../../../src/json/tape/session-words.ts";

/** The uses whose keys are signs of results in the kernel (session-keys.ts). */
const SIGNS: ReadonlyMap<SessionUse, number> = new Map([
  ["type", KIND_SIGN],
  ["role", ROLE_SIGN],
  ["call id", CALL_ID_SIGN],
  ["copy", RESULT],
  ["copy 3", RESULT],
]);

it.each([claudeCode, codex])("takes no key of $name for another sign than it is", ({ session }) => {
  for (const [key, use] of session?.keys ?? [])
    if (use !== "unread") expect([key, signOfKey(key)]).toEqual([key, SIGNS.get(use) ?? NO_SIGN]);
});

it.each([claudeCode, codex])("has one use for each key of $name", ({ session }) => {
  const keys = session?.keys.map(([key]) => key) ?? [];
  expect(keys.length).toBeGreaterThan(10);
  expect(new Set(keys).size).toBe(keys.length);
});
