/**
 * Makes files of a CommonJS bundle load others at first use, rather than at their own start. No module of the
 * program has side effects when it is loaded, so the time of loading makes no difference.
 */
const REQUIRE = /^(?:const|let) ((?:require|node)_[\w$]+) = require\("([^"]+)"\);$/gm;

/** Node's own modules that every run needs; others take it a while to load. */
const ALWAYS_NEEDED = ["node:fs", "node:path"];

/**
 * A plugin for a bundle with chunks of these names: each loads the others at first use, except for the `first` ones,
 * which load only later ones so.
 */
export function loadingLate(names, { first }) {
  const rankOf = (file) => names.indexOf(/^\.\/([a-z]+)[-.]/.exec(file)?.[1]);
  const isUnnamed = (file) =>
    file.startsWith("./") && !file.includes("rolldown-runtime") && rankOf(file) < 0;
  return {
    name: "loading-late",
    transform(code, id) {
      // A variable that was bound once does not follow a changing export.
      if (!id.startsWith("\0") && /^export (?:let|var)\b/m.test(code))
        throw new Error(`${id} exports what may change`);
    },
    renderChunk(code, { name }) {
      const own = names.indexOf(name);
      const least = own >= 0 && own < first ? own : first - 1;
      const isLate = (file) =>
        file.startsWith("node:")
          ? own >= 0 && !ALWAYS_NEEDED.includes(file)
          : rankOf(file) > least || isUnnamed(file);
      const late = deferred(code, isLate);
      return own < 0 ? late : bound(late, (file) => rankOf(file) >= 0 && rankOf(file) <= least);
    },
  };
}

/** The code with each `require` of an `isLate` file moved to where it is used. */
export function deferred(code, isLate) {
  return replaced(code, isLate, (name, file) => ({
    declaration: `let ${name}_; const ${name} = () => (${name}_ ??= require("${file}"));`,
    use: (member) => `(${name}()).${member}`,
  }));
}

/** The code with the used members of `isLoaded` files in variables, which are faster to read. */
export function bound(code, isLoaded) {
  return replaced(code, isLoaded, (name, file, members) => ({
    declaration: `const { ${members.map((each) => `${each}: ${name}$${each}`).join(", ")} } = require("${file}");`,
    use: (member) => `${name}$${member}`,
  }));
}

function replaced(code, isMeant, replacement) {
  let made = code;
  for (const [statement, name, file] of code.matchAll(REQUIRE)) {
    if (!isMeant(file)) continue;
    const word = `(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`;
    const uses = new RegExp(`${word}\\.([\\w$]+)`, "g");
    const found = [...code.matchAll(uses)].map(([, member]) => member);
    if (code.match(new RegExp(word, "g")).length !== found.length + 1)
      throw new Error(`${file} is used as a whole, and can be loaded only at once`);
    const members = [...new Set(found)];
    const { declaration, use } = replacement(name, file, members);
    made = made.replace(statement, () => declaration).replace(uses, (_, member) => use(member));
  }
  return made;
}
