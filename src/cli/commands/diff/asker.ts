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

/** Asks about one tool result after another; one that an answer about its tool covers is not asked about. */
export interface Asker {
  /** The next one, and how it is shown. */
  about(change: DiffChange, show: () => void): void;
  /** Waits for the answer to it; false where no more is to be asked. */
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
  /** Tools of which one result is to be masked: keeping the tool as a whole would keep that as well. */
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
      // A result without a tool has no others that an answer could be about.
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
