import { parsedJson } from "../../base/json-value.ts";
import { oneLine } from "../texts/white-space.ts";
import { COMMAND_KEYS } from "./shells.ts";

/**
 * A test or build command, normalised for comparison: without folder, variables, time limits and redirections, and
 * with single spaces. Undefined for any other command, and for several that may each fail.
 */
export function testCommand(command: string): string | undefined {
  const bare = withoutSurroundings(oneLine(command.replace(/\\\n/g, " ")));
  return TESTS.test(bare) && !/[;&|]/.test(bare) ? bare : undefined;
}

/** The command among a call's arguments: a text, or a list of words as some agents have it. */
export function commandIn(args: string): string | undefined {
  const value = parsedJson(args);
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    if (!COMMAND_KEYS.has(key.toLowerCase())) continue;
    if (typeof each === "string") return each;
    if (!Array.isArray(each) || !each.every((word) => typeof word === "string")) continue;
    const [shell, option, script] = each;
    const isShell = /(?:^|\/)(?:ba|z|da)?sh$/.test(shell ?? "") && /^-\w*c$/.test(option ?? "");
    return isShell && script !== undefined ? script : each.join(" ");
  }
  return undefined;
}

function withoutSurroundings(command: string): string {
  let bare = command;
  for (let before = ""; bare !== before; ) {
    before = bare;
    bare = bare.replace(BEFORE, "").replace(AFTER, "").trim();
  }
  return bare;
}

const BEFORE =
  /^(?:(?:cd|source|\.|export|set) [^;&|]+(?:&&|;) ?|[A-Z_][A-Z0-9_]*=\S* |(?:time|env|sudo|nice) |timeout (?:-\S+ )*\d+\w? )/;
const AFTER =
  /(?: ?(?:2>&1|&>\S+|[12]?>>? ?\S+)| ?\| ?(?:tail|head|grep|tee|cat|sed|less|sort|uniq)\b(?:[^|;&'"]|'[^']*'|"[^"]*")*| ?(?:;|\|\||&&) ?(?:echo|true)\b[^|;&]*)$/;

/** Runners of tests, compilers, linters and type checkers. */
const TESTS = new RegExp(
  `^(?:${[
    "(?:python[\\d.]* -m )?(?:pytest|unittest|nose2?|tox|mypy|pyright|ruff|flake8|pylint)\\b",
    "(?:uv|poetry|pipenv|hatch|rye) run (?:python[\\d.]* -m )?(?:pytest|unittest|tox|mypy|ruff|pyright)\\b",
    "python[\\d.]* \\S*(?:manage\\.py test|runtests\\.py|test\\S*\\.py)\\b",
    "(?:npm|pnpm|yarn|bun)(?: -\\S+)* (?:run )?(?:t|test|build|lint|check|typecheck|type-check|tsc|compile)\\S*",
    "(?:npx|pnpm exec|yarn|bunx)(?: -\\S+)* (?:vitest|jest|mocha|ava|tsc|eslint|biome|playwright|tap|vite build|next build)\\b",
    "(?:vitest|jest|mocha|tsc|eslint|biome|node --test|deno (?:test|check|lint)|bun test)\\b",
    "cargo (?:\\+\\S+ )?(?:test|build|check|clippy|nextest|run)\\b",
    "go (?:test|build|vet|run)\\b|golangci-lint\\b",
    "(?:make|cmake|ninja|meson|ctest|bazel|buck2?|scons)\\b",
    "(?:\\./)?(?:mvnw?|gradlew?)\\b|sbt\\b|javac\\b|ant\\b",
    "dotnet (?:test|build)\\b|msbuild\\b|swift (?:test|build)\\b|xcodebuild\\b|zig (?:test|build)\\b",
    "(?:bundle exec )?(?:rspec|rake|rubocop|minitest)\\b|mix (?:test|compile)\\b|(?:\\./)?vendor/bin/\\S+|phpunit\\b",
    "(?:gcc|g\\+\\+|clang|clang\\+\\+|rustc|ghc|stack|cabal)\\b",
  ].join("|")})`,
);
