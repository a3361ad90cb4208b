import type { BrokenReasoning } from "./check-reasoning.ts";
import type { Finding } from "./finding.ts";

/** Whether a session can be resumed, in one line that begins with `yes` or `no:`. */
export interface ResumeAnswer {
  readonly isYes: boolean;
  readonly line: string;
}

/** The answer that follows from findings and broken reasoning. */
export function resumeAnswer(
  findings: readonly Finding[],
  broken: readonly BrokenReasoning[],
): ResumeAnswer {
  const other = findings.find(({ rule }) => !rule.endsWith("broken-reasoning"));
  if (other !== undefined)
    return { isYes: false, line: `no: line ${other.line}: ${other.message}` };
  const certain = broken.filter(({ rule }) => rule === "broken-reasoning");
  const refused = certain.filter(({ answer }) => answer === "refused");
  const [first] = refused;
  if (first !== undefined)
    return {
      isYes: false,
      line: `no: ${blocks(refused.length)} of ${first.block.modelId} come after the edit on line ${first.editLine}: the API answers 400`,
    };
  const dropped = certain.filter(({ answer }) => answer === "dropped").length;
  if (dropped > 0)
    return { isYes: true, line: `yes, losing ${dropped} block${dropped === 1 ? "" : "s"}` };
  const maybe = broken.find(({ rule }) => rule === "maybe-broken-reasoning");
  if (maybe === undefined) return { isYes: true, line: "yes" };
  return {
    isYes: true,
    line: `yes, if the reasoning after line ${maybe.editLine} was made after that was edited: --against ORIGINAL tells`,
  };
}

function blocks(count: number): string {
  return `${count} reasoning block${count === 1 ? "" : "s"}`;
}
