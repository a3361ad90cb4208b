import { expect, test } from "vitest";
import { loadSdk } from "../../src/model/sdk.ts";

test("a provider's library that is not installed is named, with how to install it", async () => {
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  await expect(loadSdk("openai", "openai", () => Promise.reject(missing))).rejects.toMatchObject({
    code: "no-sdk",
    message: "openai: openai is not installed",
    hint: "npm install openai",
  });
});

test("what goes wrong within a library is not taken for that", async () => {
  const fault = new TypeError("no such thing");
  await expect(loadSdk("openai", "openai", () => Promise.reject(fault))).rejects.toBe(fault);
});
