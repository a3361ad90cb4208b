import type { DiffChange } from "../../../analyses/diff/result.ts";
import { createLineReader } from "../../terminal/line-reader.ts";
import type { Shell } from "../../terminal/shell.ts";

/** The answers so far. */
export interface AnswersSoFar {
  /** References of tool results that stay, and tools of which all stay. */
  readonly keepRefs: readonly string[];
  readonly keepTools: readonly string[];
  readonly counts: { readonly masked: number; readonly kept: number };
}

/** Asks about one tool result after another, except those that an answer about their tool covers. */
export interface Asker {
  /** Shows the next one. */
  about(change: DiffChange, show: () => void): void;
  /** Waits for its answer; false if there is nothing more to ask. */
  answered(): Promise<boolean>;
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
  const keepRefs: string[] = [];
  const ofTool = new Map<string, "a" | "k">();
  /** Tools with a result that was answered to be masked: keeping the whole tool would keep that one as well. */
  const maskedTools = new Set<string>();
  const counts = { masked: 0, kept: 0 };
  let at = 0;
  let current: DiffChange | undefined;
  const prompt = async (): Promise<string> => {
    for (;;) {
      stderr.paint(`(${at}/${count}) mask it? [y,n,a,k,q,?] `);
      const line = await lines.next();
      if (line === undefined) {
        stderr.write("\n");
        return "q";
      }
      const answer = line.trim().toLowerCase();
      if (["y", "n", "a", "k", "q"].includes(answer)) return answer;
      stderr.write(HELP);
    }
  };
  return {
    about(change, show) {
      at++;
      current = change;
      if (!ofTool.has(change.tool ?? "")) show();
    },
    async answered() {
      const { tool = "", ref = "" } = current ?? {};
      const answer = ofTool.get(tool) ?? (await prompt());
      if (answer === "q") return false;
      if ((answer === "a" || answer === "k") && tool !== "") ofTool.set(tool, answer);
      const isKept = answer === "n" || answer === "k";
      if (!isKept) maskedTools.add(tool);
      // A result without a tool name: no answer can cover others of its tool.
      if (answer === "n" || (answer === "k" && (tool === "" || maskedTools.has(tool))))
        keepRefs.push(ref);
      if (isKept) counts.kept++;
      else counts.masked++;
      return true;
    },
    get answers() {
      const keepTools = [...ofTool].flatMap(([tool, answer]) =>
        answer === "k" && !maskedTools.has(tool) ? [tool] : [],
      );
      return { keepRefs: [...new Set(keepRefs)], keepTools, counts };
    },
  };
}
