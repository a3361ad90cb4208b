/** Which models bind their reasoning to what is before it, by the ids that agents record. */
import { describe, expect, it } from "vitest";
import { boundModel } from "../../../src/reduce/binding/model-id.ts";

describe("a model's id", () => {
  it.each([
    ["claude-opus-5-5", "Anthropic", "refused"],
    ["claude-opus-5-5-20260801", "Anthropic", "refused"],
    ["claude-sonnet-5.5", "Anthropic", "refused"],
    ["anthropic/claude-haiku-5.5", "Anthropic", "refused"],
    ["us.anthropic.claude-opus-5-5-v1:0", "Anthropic", "refused"],
    ["claude-fable-5-1@20260801", "Anthropic", "refused"],
    ["claude-mythos-5-2", "Anthropic", "refused"],
    ["claude-mythos-5-1", "Anthropic", "recorded"],
    ["gpt-6.2-sol", "OpenAI", "dropped"],
    ["openai/gpt-6.2-astra-2026-10-01", "OpenAI", "dropped"],
    ["gpt-6.2", "OpenAI", "dropped"],
    ["gpt-6.3-luna", "OpenAI", "dropped"],
    ["gpt-7", "OpenAI", "dropped"],
  ])("%s binds", (id, provider, broken) => {
    expect(boundModel(id)).toMatchObject({ provider, broken });
  });

  it.each([
    "claude-opus-5",
    "claude-opus-5-50",
    "claude-sonnet-4-5",
    "claude-fable-5",
    "gpt-6.1-sol",
    "gpt-6-astra",
    "gpt-5-codex",
    "gpt-6.2-luna",
    "gemini-3-pro-preview",
    "qwen3-coder",
    "<synthetic>",
    "",
  ])("%s does not bind", (id) => {
    expect(boundModel(id)).toBeUndefined();
  });
});
