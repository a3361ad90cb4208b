import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parseToml } from "../../../../src/cli/options/toml/toml.ts";
import { runs } from "../../../support/runs.ts";

const TEXT = `# first
window = 1 # not here: window
'keep-tool' = [ # [x]
  "a]", # window = 2
  '''
window = 3
''',
]
placeholder = """
every = 1
quoted \\""" [no]
""""
  every = 2

[profiles.a] # []
window = { x = 1 }
"b\\u0063".d = 3
profiles.window = 4\r
[[list]]
q = 1
[ profiles . 'b c' ]
z = "\\""
last = 5`;

describe("the place of a key", () => {
  const { placeOf } = parseToml(TEXT, "x.toml");

  it.each([
    ["window", 2, 1],
    ["keep-tool", 3, 1],
    ["placeholder", 9, 1],
    ["every", 13, 3],
    ["profiles", 15, 1],
    ["profiles/a", 15, 1],
    ["profiles/a/window", 16, 1],
    ["profiles/a/window/x", 16, 12],
    ["profiles/a/bc", 17, 1],
    ["profiles/a/bc/d", 17, 1],
    ["profiles/a/profiles/window", 18, 1],
    ["list/q", 20, 1],
    ["profiles/b c", 21, 1],
    ["profiles/b c/z", 22, 1],
    ["profiles/b c/last", 23, 1],
    ["nowhere", 1, 1],
  ])("%s is line %i, column %i", (path, line, column) => {
    expect(placeOf(path.split("/"))).toEqual({ line, column });
  });
});

/** Text with what could be taken for the syntax around it. */
const TEXTS = fc.string({
  unit: fc.constantFrom("a", '"', "'", "\\", "\n", "#", "[", "]", "{", "}", "=", ".", " ", "é"),
  maxLength: 12,
});

const KEYS = fc.stringMatching(/^[a-z][a-z-]{0,5}$/);

const VALUES = fc.oneof(TEXTS, fc.integer(), fc.boolean(), fc.array(TEXTS, { maxLength: 3 }));

const TABLES = fc.dictionary(KEYS, VALUES, { maxKeys: 6 });

describe("the values of any document", () => {
  it("are those of another parser", () => {
    fc.assert(
      fc.property(TABLES, fc.dictionary(KEYS, TABLES, { maxKeys: 3 }), (top, profiles) => {
        const text = stringify({ ...top, profiles, list: Object.values(profiles) });
        expect(parseToml(text, "x.toml").table).toEqual(parse(text));
      }),
      { numRuns: runs(500) },
    );
    expect(parseToml(TEXT, "x.toml").table).toEqual(parse(TEXT));
  });

  it("keep a key that has the name of a property", () => {
    const { table } = parseToml("__proto__ = 1\n[constructor]\nx = 2", "x.toml");
    expect(Object.entries(table)).toEqual([
      ["__proto__", 1],
      ["constructor", { x: 2 }],
    ]);
  });
});

describe("the place of every key of any document", () => {
  it("is where the key stands", () => {
    fc.assert(
      fc.property(TABLES, fc.dictionary(KEYS, TABLES, { maxKeys: 3 }), (top, profiles) => {
        const text = stringify({ ...top, profiles });
        const { placeOf } = parseToml(text, "x.toml");
        const lines = text.split("\n");
        const isThere = (path: readonly string[]) => {
          const { line, column } = placeOf(path);
          return lines[line - 1]?.slice(column - 1).startsWith(`${path.at(-1)} = `);
        };
        for (const key of Object.keys(top).filter((name) => name !== "profiles"))
          expect(isThere([key])).toBe(true);
        for (const [name, settings] of Object.entries(profiles))
          for (const key of Object.keys(settings))
            expect(isThere(["profiles", name, key])).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it("is found past comments and texts over several lines", () => {
    fc.assert(
      fc.property(fc.array(TEXTS, { minLength: 1, maxLength: 6 }), (texts) => {
        const blocks = texts.map((text, index) => {
          const literal = text.replaceAll("'", "");
          const basic = JSON.stringify(text).slice(1, -1).replaceAll("\\n", "\n");
          const comment = `# ${text.replaceAll("\n", " ")}\n`;
          return `${comment}k${index} = [ '''\n${literal}''', ${comment} """${basic}""" ] ${comment}`;
        });
        const text = blocks.join("");
        const { placeOf } = parseToml(text, "x.toml");
        const lines = text.split("\n");
        for (const index of texts.keys())
          expect(lines[placeOf([`k${index}`]).line - 1]).toMatch(new RegExp(`^k${index} = `));
      }),
      { numRuns: runs(500) },
    );
  });
});
