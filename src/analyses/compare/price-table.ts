import type { Price } from "./price.ts";

/**
 * List prices of input in US dollars per million tokens, each with the date and the place that it was
 * read. Prices change often: `elision prices` prints the dates, `--price-file` takes other rows. Only
 * models whose cache prices are published are here; writes are those of a cache that lasts for minutes.
 */
export const PRICES: readonly Price[] = [
  {
    name: "claude-fable-5.1",
    input: 10,
    write: 12.5,
    read: 0.25,
    date: "2026-10",
    source: "platform.claude.com, pricing",
  },
  {
    name: "claude-fable-5",
    input: 10,
    write: 12.5,
    read: 1,
    date: "2026-10",
    source: "platform.claude.com, pricing",
  },
  {
    name: "claude-opus-5.5",
    input: 4,
    write: 5,
    read: 0.2,
    date: "2026-09-22",
    source: "platform.claude.com, Opus 5.5 overview; PromptFuel 1.0.21",
  },
  {
    name: "claude-opus-5",
    input: 5,
    write: 6.25,
    read: 0.5,
    date: "2026-10",
    source: "platform.claude.com, pricing",
    note: "Opus 4.5 and later cost the same",
  },
  {
    name: "claude-sonnet-5.5",
    input: 2,
    write: 2.5,
    read: 0.1,
    date: "2026-10-07",
    source: "PromptFuel 1.0.23; synaps 0.10.2",
    note: "reads cost 0.20 before that day",
  },
  {
    name: "claude-sonnet-5",
    input: 2,
    write: 2.5,
    read: 0.2,
    date: "2026-10",
    source: "platform.claude.com, pricing",
  },
  {
    name: "claude-haiku-5.5",
    input: 0.1,
    write: 0.125,
    read: 0.01,
    tiers: [{ above: 100_000, input: 0.5, write: 0.625, read: 0.05 }],
    date: "2026-10",
    source: "PromptFuel 1.0.23; synaps 0.10.2",
  },
  {
    name: "claude-haiku-4.5",
    output: 5,
    input: 1,
    write: 1.25,
    read: 0.1,
    date: "2026-10",
    source: "platform.claude.com, pricing",
  },
  {
    name: "gpt-6.1-sol",
    input: 2,
    write: 2.5,
    read: 0.1,
    date: "2026-09-29",
    source: "PromptFuel 1.0.22",
  },
  {
    name: "gpt-6-astra",
    input: 10,
    write: 12.5,
    read: 1,
    tiers: [{ above: 272_000, input: 20, write: 25, read: 2 }],
    date: "2026-09",
    source: "releases of litellm and codexometer",
  },
  {
    name: "gpt-6-sol",
    input: 2,
    write: 2.5,
    read: 0.2,
    tiers: [{ above: 272_000, input: 4, write: 5, read: 0.4 }],
    date: "2026-09",
    source: "releases of litellm and codexometer",
  },
  {
    name: "gpt-6-luna",
    input: 0.1,
    write: 0.125,
    read: 0.01,
    tiers: [{ above: 272_000, input: 0.2, write: 0.25, read: 0.02 }],
    date: "2026-09",
    source: "releases of litellm and codexometer",
  },
  {
    name: "qwen3-coder",
    input: 1,
    write: 1,
    read: 0.4,
    tiers: [
      { above: 32_000, input: 1.8, write: 1.8, read: 0.72 },
      { above: 128_000, input: 3, write: 3, read: 1.2 },
    ],
    date: "2025-08",
    source: "arXiv 2508.21433, as billed there",
    note: "writing to the cache costs nothing extra",
  },
];

/** The row that is taken where none is named. */
export const DEFAULT_PRICE = "claude-sonnet-5.5";
