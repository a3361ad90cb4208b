import type { DiffChange } from "../../../analyses/diff/result.ts";
import { createLineReader, type LineReader } from "../../terminal/line-reader.ts";
import type { Shell } from "../../terminal/shell.ts";

/** The answers so far. */
export interface AnswersSoFar {
  /** References of tool results that stay, and tools of which all stay. */
  readonly keepRefs: readonly string[];
  readonly keepTools: readonly string[];
  readonly counts: { readonly masked: number; readonly kept: number };
  /** Whether stdin ended before anything was answered. */
  readonly isEmpty: boolean;
}

/** Asks about one tool result after another, except those that an answer about their tool covers. */
export interface Asker {
  /** Goes on to the next change, and shows it unless it is already answered. */
  next(change: DiffChange, show: () => void): void;
  /** Waits for the answer to it; false if there is nothing more to ask. */
  answer(): Promise<boolean>;
  readonly answers: AnswersSoFar;
}

const HELP = `y  mask it
n  keep it
a  mask this one and all others of this tool
k  keep this one and all others of this tool
q  ask no more: the others are masked
`;

/** An asker that reads lines of stdin and prompts on stderr. */
export function createAsker(
  { stdin, stderr }: Pick<Shell, "stdin" | "stderr">,
  count: number,
): Asker {
  const lines = createLineReader(stdin);
  const keepRefs = new Set<string>();
  const ofTool = new Map<string, "a" | "k">();
  /** Tools with a result that was answered to be masked: keeping the whole tool would keep that one as well. */
  const maskedTools = new Set<string>();
  const counts = { masked: 0, kept: 0 };
  let hasEnded = false;
  let at = 0;
  let current: DiffChange | undefined;
  return {
    next(change, show) {
      at++;
      current = change;
      if (!ofTool.has(change.tool ?? "")) show();
    },
    async answer() {
      const { tool = "", ref = "" } = current ?? {};
      const answer =
        ofTool.get(tool) ?? (await prompted(lines, stderr, `(${at}/${count}) mask it?`));
      hasEnded = answer === undefined;
      if (answer === undefined || answer === "q") return false;
      const isOfTool = (answer === "a" || answer === "k") && tool !== "";
      if (isOfTool) ofTool.set(tool, answer);
      if (answer === "y" || answer === "a") {
        maskedTools.add(tool);
        counts.masked++;
        return true;
      }
      counts.kept++;
      // By its own reference, if the tool cannot be kept as a whole.
      if (!isOfTool || maskedTools.has(tool)) keepRefs.add(ref);
      return true;
    },
    get answers() {
      const keepTools = [...ofTool].flatMap(([tool, answer]) =>
        answer === "k" && !maskedTools.has(tool) ? [tool] : [],
      );
      const isEmpty = hasEnded && counts.masked + counts.kept === 0;
      return { keepRefs: [...keepRefs], keepTools, counts, isEmpty };
    },
  };
}

const ANSWERS = ["y", "n", "a", "k", "q"] as const;

/** Asks until there is a valid answer; undefined at the end of the input. */
async function prompted(
  lines: LineReader,
  stderr: Shell["stderr"],
  question: string,
): Promise<(typeof ANSWERS)[number] | undefined> {
  for (;;) {
    stderr.paint(`${question} [${ANSWERS.join(",")},?] `);
    const line = await lines.next();
    if (line === undefined) {
      stderr.write("\n");
      return undefined;
    }
    const answer = ANSWERS.find((each) => each === line.trim().toLowerCase());
    if (answer !== undefined) return answer;
    stderr.write(HELP);
  }
}
