import { expect, it } from "vitest";
import {
  CALL_ID_SIGN,
  KIND_SIGN,
  NO_SIGN,
  resultSigns,
  signOfKey,
  wordSaysResult,
} from "../../../src/formats/unread/result-signs.ts";

it("knows every key that is searched for, in any case, and none that only begins or ends like it", () => {
  for (const key of resultSigns().all) {
    expect([key, signOfKey(key)]).not.toEqual([key, NO_SIGN]);
    expect(signOfKey(`${key}x`)).toBe(NO_SIGN);
    expect(signOfKey(`x${key}`)).toBe(NO_SIGN);
  }
  expect(signOfKey("toolUseId")).toBe(CALL_ID_SIGN);
  expect(signOfKey("id")).toBe(NO_SIGN);
});

it("knows words that say that an object is a result", () => {
  for (const word of ["tool_result", "toolResult", "FunctionCallOutput", "x.mcp-response"])
    expect([word, wordSaysResult(word, KIND_SIGN)]).toEqual([word, true]);
  for (const word of ["assistant", "tool_use", "result", "tool_results"])
    expect([word, wordSaysResult(word, KIND_SIGN)]).toEqual([word, false]);
});
