import { type ChatColumns, RESULT_STRIDE } from "../../../json/tape/chat-table.ts";
import type { SharedSettings, TextTest } from "../../../reduce/pipeline/checked-policy.ts";
import type { ErrorSigns, KeepErrors } from "../../../reduce/pipeline/option-values.ts";
import { isExempt } from "../../../reduce/rules/exempt-tools.ts";
import type { RuleName } from "../../../reduce/rules/index.ts";
import type { WindowLimit } from "../policy/window-limit.ts";
import type { PlainResults } from "./plain-results.ts";

/** Finds the rule that keeps a result outside the window, in the order of the rules. */
export class PlainGuards {
  private readonly errors: KeepErrors;
  private readonly errorSigns: ErrorSigns;
  private readonly lastPerTool: number;
  private readonly keepTool: TextTest | undefined;
  private readonly onlyTool: TextTest | undefined;
  private readonly exempt: boolean;
  private readonly first: number;
  private readonly larger: number;
  private readonly orphans: boolean;
  private readonly results: PlainResults;
  /**
   * The rule that keeps a tool's results, by the tool's number in the conversation; undefined: not looked up
   * yet.
   */
  private readonly byTool: (RuleName | "" | undefined)[] = [];
  /** The same by name, for tools without a number. */
  private readonly byName = new Map<string | undefined, RuleName | "">();
  private lastErrors: ReadonlySet<number> | undefined;
  private lastOfTools: ReadonlySet<number> | undefined;

  constructor(rules: SharedSettings, results: PlainResults) {
    this.errors = rules.errors.kept;
    this.errorSigns = rules.errors.signs;
    this.lastPerTool = rules["last-per-tool"] ?? 0;
    this.keepTool = rules["keep-tool"];
    this.onlyTool = rules["only-tool"];
    this.exempt = rules.exempt === true;
    this.first = rules.first ?? 0;
    this.larger = rules.larger ?? Number.POSITIVE_INFINITY;
    this.orphans = rules.orphan === true;
    this.results = results;
  }

  /** Starts a conversation. */
  open(columns: ChatColumns, limit: WindowLimit): void {
    const { errors, lastPerTool } = this;
    this.byTool.length = 0;
    const all = { column: undefined, limit: columns.count };
    if (typeof errors === "object" && "last" in errors)
      this.lastErrors = newestOf(columns, limit, {
        most: errors.last,
        group: (k) => (this.results.node(k) >= 0 && this.isError(k) ? "" : undefined),
      });
    if (lastPerTool > 0)
      this.lastOfTools = newestOf(columns, all, {
        most: lastPerTool,
        group: (k) => this.results.toolName(k) ?? "",
      });
  }

  /** Whether each result can be decided without looking at the others. */
  get areLocal(): boolean {
    const { errors } = this;
    return this.lastPerTool === 0 && !(typeof errors === "object" && "last" in errors);
  }

  get keepsFirst(): boolean {
    return this.first > 0;
  }

  /** The rule that keeps a result, if any. `before` is the number of results that precede these columns. */
  keeper(k: number, before = 0): RuleName | undefined {
    const { errors, first, orphans } = this;
    if (errors === "all" ? this.isError(k) : this.lastErrors?.has(k)) return "errors";
    if (this.lastOfTools?.has(k)) return "last-per-tool";
    const number = this.results.toolNumber(k);
    let byTool = number < 0 ? this.keeperByName(k) : this.byTool[number];
    if (byTool === undefined) {
      byTool = this.keeperByName(k);
      this.byTool[number] = byTool;
    }
    if (byTool !== "") return byTool;
    if (before + k < first) return "first";
    if (this.results.chars(k) > this.larger) return "larger";
    return orphans && !this.results.hasCall(k) ? "orphan" : undefined;
  }

  /** The rule that keeps a result whatever its call and its tool. */
  ownKeeper(k: number): RuleName | undefined {
    if (this.errors === "all" && this.isError(k)) return "errors";
    return this.results.chars(k) > this.larger ? "larger" : undefined;
  }

  /** Whether a result is an error, by the signs that the policy uses. */
  isError(k: number): boolean {
    return this.results.isErrorBy(k, this.errorSigns);
  }

  /** The rule that keeps the results of its tool; empty for none. */
  keeperByName(k: number): RuleName | "" {
    return this.keeperOfName(this.results.toolName(k));
  }

  /** The rule that keeps the results of a tool with this name; empty for none. */
  keeperOfName(name: string | undefined): RuleName | "" {
    const { byName } = this;
    let known = byName.get(name);
    if (known === undefined) {
      known = this.keeperOfTool(name);
      if (byName.size < MOST_NAMES) byName.set(name, known);
    }
    return known;
  }

  private keeperOfTool(name: string | undefined): RuleName | "" {
    const { keepTool, onlyTool, exempt } = this;
    if (name !== undefined && keepTool?.(name)) return "keep-tool";
    if (onlyTool !== undefined && (name === undefined || !onlyTool(name))) return "only-tool";
    return exempt && name !== undefined && isExempt(name) ? "exempt" : "";
  }
}

/** The most names to cache. */
const MOST_NAMES = 1024;

/** The newest N results of each group outside the window. */
function newestOf(
  { results, count }: ChatColumns,
  { column, limit }: WindowLimit,
  { most, group }: { readonly most: number; readonly group: (k: number) => string | undefined },
): ReadonlySet<number> {
  const kept = new Set<number>();
  const seen = new Map<string, number>();
  for (let k = count - 1; k >= 0; k--) {
    const number = column === undefined ? k + 1 : (results[k * RESULT_STRIDE + column] ?? 0);
    const name = number <= limit ? group(k) : undefined;
    if (name === undefined) continue;
    const newest = (seen.get(name) ?? 0) + 1;
    seen.set(name, newest);
    if (newest <= most) kept.add(k);
  }
  return kept;
}
