/** Findings in records, besides their parts; none is looked for by default. */
export interface LookedFor {
  /** Signs of errors in observations, besides what the format reports. */
  readonly findsErrors?: boolean;
  /** Providers' token counts, and when they were recorded. */
  readonly findsUsage?: boolean;
  /** The models that wrote messages. */
  readonly findsModels?: boolean;
}
