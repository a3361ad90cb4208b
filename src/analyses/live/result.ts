/** The state of a proxy, as its page and `elision serve status` show it. */
export interface LiveStatus {
  readonly policy: string;
  /** Where requests go. */
  readonly upstreams: readonly string[];
  readonly upSeconds: number;
  /** Counts since its start, by their names. */
  readonly sums: Readonly<Record<string, number>>;
  readonly saving: LiveSaving;
  /** The forecast of `compare` for this policy, where one was given. */
  readonly forecast?: LiveForecast | undefined;
  /** The command that makes a forecast, where none was given and the policy edits. */
  readonly forecastCommand?: string | undefined;
  /** The latest conversations, newest first. */
  readonly conversations: readonly LiveConversation[];
}

/** The money of all replies whose usage is recorded and whose price is known, in US dollars at list prices. */
export interface LiveSaving {
  /** Prompts and replies, by the usage in replies. */
  readonly billed: number;
  /** The cost of chars that were not sent, minus that of rewriting caches. */
  readonly saved: number;
  /** `saved` as a share of the cost with history left alone; undefined if nothing was billed yet. */
  readonly share?: number | undefined;
}

/** The forecast of `compare` for the policy of a proxy, over saved sessions. */
export interface LiveForecast {
  /** The file of the report. */
  readonly file: string;
  readonly sessions: number;
  /** The part of the whole cost left alone, replies included, that the policy would have saved. */
  readonly share: number;
  /** US dollars that it would have saved in a session, on average. */
  readonly savedPerSession: number;
}

/** A conversation that goes through a proxy. */
export interface LiveConversation {
  /** The first digits of the digest that identifies it. */
  readonly id: string;
  readonly wire: string;
  readonly model?: string | undefined;
  /** The start of its task; only where texts are to be shown. */
  readonly task?: string | undefined;
  /** Seconds since its last request. */
  readonly agoSeconds: number;
  readonly requests: number;
  readonly toolTurns: number;
  readonly results: number;
  /** The numbers of results of the last request that were sent shortened, and masked. */
  readonly shortened: number;
  readonly masked: number;
  /** Chars that were not sent, over all requests. */
  readonly savedChars: number;
  /** US dollars at list prices; undefined for a model whose price is not known. */
  readonly money?: LiveMoney | undefined;
  /** How often a window changed results that had been sent. */
  readonly cacheBreaks: number;
  /** Why the last request was sent unchanged, if something could have been edited. */
  readonly reason?: string | undefined;
  /** The latest edits, newest first. */
  readonly edits: readonly LiveEdit[];
}

/** The money of a conversation. */
export interface LiveMoney {
  /** By the usage in its replies. */
  readonly billed: number;
  /** The cost of the chars that were not sent, at four chars a token. */
  readonly saved: number;
  /** The cost of writing caches again after changes. */
  readonly cacheBreaks: number;
}

/** A result that is sent changed. */
export interface LiveEdit {
  readonly turn: number;
  readonly as: "short" | "masked";
  readonly tool?: string | undefined;
  readonly chars: number;
  readonly sentChars: number;
  /** The start of what is sent; only where texts are to be shown. */
  readonly sent?: string | undefined;
}
