import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const STARTS_PROGRAMS =
  /from "node:child_process"|\/support\/(?:browser|databases|peak-memory|process)\.ts"/;

/**
 * Takes the files first that start programs. Node forks for each, which costs by the memory that the process has, and
 * what it writes to next is faulted in again: with 400 MB more than ten times what it costs with 20.
 */
export class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const starts = new Map(
      files.map((file) => [file, STARTS_PROGRAMS.test(readFileSync(file.moduleId, "utf8"))]),
    );
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(starts.get(b)) - Number(starts.get(a)));
  }
}
