/** Sessions in which it is known which results are used later, and when. */

/** How a session is made: a result of each kind is used `after` turns, or never. */
export interface Planted {
  readonly turns: number;
  readonly after: number;
  /** Tells the names of one session from those of another. */
  readonly name: string;
}

const words = [
  "amber",
  "birch",
  "cedar",
  "delta",
  "ember",
  "fjord",
  "grove",
  "heath",
  "islet",
  "junco",
];

/** A path that nothing else has. */
export const pathOf = (name: string, turn: number) =>
  `src/${words[turn % 10]}_${name}_${turn}/${words[(turn * 7 + 3) % 10]}_${turn * 37}.ts`;

/**
 * A row of chat completions. Every third turn searches and finds a path, which is read `after` turns later; the
 * others run tests whose output names something that nothing uses again.
 */
export function plantedRow({ turns, after, name }: Planted): string {
  const messages: object[] = [{ role: "user", content: `Mend the ${name} service.` }];
  for (let turn = 0; turn < turns; turn++) {
    const found = turn - after;
    const reads = found >= 0 && found % 3 === 0;
    const searches = turn % 3 === 0;
    const [tool, args, text] = reads
      ? [
          "read",
          { path: pathOf(name, found) },
          `export const value_${name}_${turn} = ${turn};\n${filler(turn)}`,
        ]
      : searches
        ? ["search", { pattern: "TODO" }, `1 match\n${pathOf(name, turn)}\n${filler(turn)}`]
        : ["test", { all: true }, `ok case_${name}_${turn * 11}\n${filler(turn)}`];
    const id = `call_${turn}`;
    messages.push(
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id, type: "function", function: { name: tool, arguments: JSON.stringify(args) } },
        ],
      },
      { role: "tool", tool_call_id: id, content: String(text) },
    );
  }
  return `${JSON.stringify({ messages })}\n`;
}

const filler = (turn: number) => `all is well in step ${turn % 3} of the run\n`.repeat(3);
