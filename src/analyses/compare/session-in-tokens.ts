import { inChars, type Requests, requestsIn, requestsOf } from "../../reduce/replay/requests.ts";
import { chars4, type TokenCounter } from "../../transcript/model/size.ts";
import { type Calibration, calibrate } from "./fit/calibrate.ts";
import { recordedRequests } from "./fit/recorded-request.ts";
import { weighed } from "./fit/token-weights.ts";
import { fitUsage } from "./fit/usage-fit.ts";
import type { Estimate } from "./result.ts";
import type { SessionContext } from "./session-context.ts";

/** The requests of a session in tokens, and how those were counted. */
export interface SessionInTokens {
  /** The requests of each context. */
  readonly requests: readonly Requests[];
  readonly estimate: Estimate;
  /** The calibration to the provider's counts; undefined if too few are recorded. */
  readonly calibration: Calibration | undefined;
}

/**
 * Measures the requests of every context: by the counter, else by weights fitted to the provider's counts, else a
 * quarter of the chars.
 */
export function sessionInTokens(
  session: readonly SessionContext[],
  {
    counter,
    overheadTokens,
    sentResultChars = Number.POSITIVE_INFINITY,
  }: {
    readonly counter?: TokenCounter | undefined;
    readonly overheadTokens?: number | undefined;
    /** The most chars of a result that were sent. */
    readonly sentResultChars?: number | undefined;
  },
): SessionInTokens {
  const chars = session.map(({ transcript, isNew }) => requestsOf(transcript, inChars, isNew));
  const weights = fitUsage(chars, sentResultChars);
  const by =
    counter ??
    (weights === undefined
      ? chars4
      : {
          name: "usage",
          count: (text: string) => text.length * weights.observation,
          countChars: (count: number, kind: PartKind = "observation") =>
            weighed(
              weights,
              kind,
              kind === "observation" ? Math.min(count, sentResultChars) : count,
            ),
        });
  const requests = chars.map((each) => requestsIn(each, by));
  const timeOf = (context: number, message: number) => session[context]?.timeOf?.(message);
  const calibration =
    weights === undefined ? undefined : calibrate(recordedRequests(requests, timeOf));
  const [total, tokens] = [totalOf(chars), totalOf(requests)];
  const usages = calibration?.fit.turns ?? 0;
  const own = Math.max(0, Math.round(calibration?.overheads[0] ?? 0));
  const estimate = {
    by: by.name,
    charsPerToken: tokens === 0 ? 4 : total / tokens,
    overheadTokens: overheadTokens ?? own,
    usages,
  };
  return { requests, estimate, calibration };
}

type PartKind = Parameters<typeof weighed>[1];

function totalOf(all: readonly Requests[]): number {
  return all.reduce((total, { before }) => total + (before.at(-1) ?? 0), 0);
}
