import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { matchGlob } from "../../../src/reduce/rules/glob-match.ts";
import { compileGlob } from "../../../src/reduce/rules/glob-program.ts";
import { globTest } from "../../../src/reduce/rules/globs.ts";
import { runs } from "../../support/runs.ts";

/** A glob, and every glob without braces that it stands for. */
interface Written {
  readonly glob: string;
  readonly plain: readonly string[];
}

const as = (glob: string): Written => ({ glob, plain: [glob] });
const joined = (parts: readonly Written[], separator: string): Written => ({
  glob: parts.map(({ glob }) => glob).join(separator),
  plain: parts.reduce<readonly string[]>(
    (before, { plain }, at) =>
      before.flatMap((start) => plain.map((end) => start + (at === 0 ? "" : separator) + end)),
    [""],
  ),
});

const literal = fc.string({
  unit: fc.constantFrom("a", "b", "C", "_", "-", ".", "\u00e9"),
  minLength: 1,
  maxLength: 3,
});
const set = fc.constantFrom("[ab]", "[a-c]", "[!a]", "[^b-c]", "[_C]", "[a-bC]");
const piece = fc.oneof(
  { weight: 4, arbitrary: literal },
  { weight: 3, arbitrary: fc.constantFrom("*", "?") },
  { weight: 2, arbitrary: set },
);
const { alternatives } = fc.letrec<{ alternatives: Written; alternative: Written }>((tie) => ({
  alternatives: fc.array(tie("alternative"), { minLength: 2, maxLength: 3 }).map((parts) => ({
    glob: `{${parts.map(({ glob }) => glob).join(",")}}`,
    plain: parts.flatMap(({ plain }) => plain),
  })),
  alternative: fc.oneof({ maxDepth: 2 }, piece.map(as), tie("alternatives")),
}));
const name = fc
  .array(fc.oneof({ weight: 4, arbitrary: piece.map(as) }, alternatives), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => joined(parts, ""))
  .filter(({ plain }) => plain.length <= 20 && plain.every((glob) => !glob.includes("**")));
const path = fc
  .array(fc.oneof({ weight: 3, arbitrary: name }, fc.constant(as("**"))), {
    minLength: 2,
    maxLength: 4,
  })
  .map((segments) => joined(segments, "/"))
  // `src/**` matches `src` for both, `src*/**` and `[s]/**` for us alone. It leaves out `./` anywhere.
  .filter(
    ({ plain }) =>
      plain.length <= 40 && !plain.some((glob) => /[*\]]\/\*\*$|(^|\/)\.+(\/|$)/.test(glob)),
  );

const segment = fc
  .string({
    unit: fc.constantFrom("a", "A", "b", "c", "C", "_", "-", ".", "d", "\u00c9"),
    minLength: 1,
    maxLength: 5,
  })
  .filter((text) => !/^\.+$/.test(text)); // That library lets no star match `.` and `..`.
const somePath = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join("/"));

/**
 * A library for globs, asked with braces written out: its own go wrong where they are nested or hold a
 * star, and it knows negation as `[^a]` alone. In a glob without a slash, a star is any run of
 * characters.
 */
function picomatches({ glob, plain }: Written, text: string): boolean {
  const options = { nocase: true, dot: true, bash: !glob.includes("/") };
  return plain.some((one) => picomatch(one.replaceAll("[!", "[^"), options)(text));
}

const ours = (glob: string, text: string) => globTest("keepTools", [glob])?.(text);

describe("the matcher of globs", () => {
  it("answers as picomatch does for names", () => {
    fc.assert(
      fc.property(name, segment, (written, text) => {
        expect(ours(written.glob, text)).toBe(picomatches(written, text));
      }),
      { numRuns: runs(3000) },
    );
  });

  it("answers as picomatch does for paths", () => {
    fc.assert(
      fc.property(path, somePath, (written, text) => {
        expect(ours(written.glob, text)).toBe(picomatches(written, text));
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each([
    ["(([a-z_])+)+Z", "a_tool_with_a_name_"],
    ["*a*a*a*a*b", "a"],
    ["**/a*/**/a*/**/*a/b", "a/aa/"],
    ["{a,a,a}*{a*,*a}*{a,{a,a}*}b", "a"],
  ])("looks at %j once a character", (glob, text) => {
    const steps = compileGlob(glob) ?? [];
    const looks = (times: number) => matchGlob(steps, text.repeat(times)).looks;
    expect(looks(2000) / looks(1000)).toBeLessThan(2.01);
    expect(looks(2000)).toBeLessThan(2 * steps.length * (2000 * text.length + 1));
  });
});
