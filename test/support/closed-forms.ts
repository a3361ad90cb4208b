/** The closed forms of science 4.2, which the simulator of costs is held against. */
import type { UniformSession } from "../../src/analyses/compare/billing/closed-form.ts";
import { type Price, writeFactor } from "../../src/analyses/compare/billing/price.ts";

/** The price of the request after `turns` turns, everything sent as it was. */
export function rawCost(
  { start, action, observation }: UniformSession,
  turns: number,
  { write, read }: Pick<Price, "write" | "read">,
): number {
  if (turns === 0) return write * start;
  const turn = action + observation;
  return read * (start + (turns - 1) * turn) + write * turn;
}

/** The same with a window that moves on by one turn at a time. */
export function rollingCost(
  session: UniformSession,
  turns: number,
  { window, write, read }: Pick<Price, "write" | "read"> & { readonly window: number },
): number {
  if (turns <= window) return rawCost(session, turns, { write, read });
  const { start, action, observation, placeholder } = session;
  const kept = start + (turns - window - 1) * (action + placeholder) + action;
  return read * kept + write * (placeholder + window * (action + observation));
}

/**
 * The turns after which a request with a rolling window costs less than one with everything:
 * `n*_roll` of science 4.2.
 */
export function rollingBreakEven(
  { action, observation, placeholder }: UniformSession,
  { window, write, read }: Pick<Price, "write" | "read"> & { readonly window: number },
): number {
  const turn = action + observation;
  const extra = (write / read) * (placeholder + (window - 1) * turn) - window * turn + action;
  return window + 1 + extra / (observation - placeholder);
}

/** The turns after which a request costs less with a window that moves on by `every` turns at once. */
export function pollingBreakEven(
  { action, observation, placeholder }: UniformSession,
  {
    window,
    every,
    ...price
  }: Pick<Price, "write" | "read" | "input"> & { window: number; every: number },
): number {
  const moved = action + placeholder + ((window - 1) * (action + observation)) / every;
  return window + every / 2 + (writeFactor(price) * moved) / (observation - placeholder);
}
