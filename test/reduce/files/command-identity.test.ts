/** Test and build commands, and the lines of what they print that say what failed. */
import { describe, expect, it } from "vitest";
import { commandIn, testCommand } from "../../../src/reduce/files/command-identity.ts";
import { errorLines } from "../../../src/reduce/texts/error-lines.ts";

describe("a test command", () => {
  it.each([
    "pytest -q",
    "cd /w && pytest -q",
    "cd /w && PYTHONPATH=. timeout 60 pytest -q 2>&1 | tail -50",
    "pytest  -q > out.txt 2>&1",
    'pytest -q 2>&1 | grep -E "FAILED|passed" | head -20',
    "pytest -q; echo $?",
    "source .venv/bin/activate && pytest -q",
  ])("is the same as %j is, whatever stands around", (command) => {
    expect(testCommand(command)).toBe("pytest -q");
  });

  it.each([
    "python -m pytest tests/a.py",
    "npm test",
    "npm run build",
    "npx vitest run",
    "tsc --noEmit",
    "cargo test --workspace",
    "go vet ./...",
    "./gradlew test",
    "make -j4",
    "dotnet test",
    "uv run pytest",
  ])("is %j", (command) => {
    expect(testCommand(command)).toBe(command);
  });

  it.each(["ls", "cat pytest.ini", "echo pytest", "git commit -m 'make'", "npm install", ""])(
    "is not %j",
    (command) => {
      expect(testCommand(command)).toBeUndefined();
    },
  );

  it("is one alone: of several it is not known which failed", () => {
    expect(testCommand("pytest -q && ruff check .")).toBeUndefined();
    expect(testCommand("make; make install")).toBeUndefined();
    expect(testCommand("pytest -q tests/a.py")).not.toBe(testCommand("pytest -q tests/b.py"));
  });

  it("stands in a call's arguments as a text or as words", () => {
    expect(commandIn('{"command":"npm test"}')).toBe("npm test");
    expect(commandIn('{"cmd":["bash","-lc","npm test"],"workdir":"/w"}')).toBe("npm test");
    expect(commandIn('{"command":["npm","test"]}')).toBe("npm test");
    expect(commandIn("npm test")).toBeUndefined();
    expect(commandIn('{"query":"npm test"}')).toBeUndefined();
  });
});

describe("an error line", () => {
  it.each([
    "FAILED tests/a.py::one - assert 1 == 2",
    "E   assert 1 == 2",
    "error[E0308]: mismatched types",
    "error: expected `;`",
    "src/a.ts(3,5): error TS2322: no",
    "src/a.c:3:5: error: no",
    "--- FAIL: TestOne (0.00s)",
    "not ok 3 adds",
    "   ✗ adds",
    "ValueError: no",
    "make: *** [all] Error 2",
  ])("is %j at the start of a line", (line) => {
    expect([...errorLines(`ran\n${line}\ndone`)].map((each) => each.line)).toEqual([line]);
  });

  it.each([
    "12 passed, 0 failed, no error found",
    "  raise ValueError('no')",
    "# handle FAILED jobs",
    "tests for error: and FAILED lines",
    "Everything is fine",
    "Errors: 0",
  ])("is not %j, which only holds the words", (line) => {
    expect([...errorLines(`ran\n${line}\ndone`)]).toEqual([]);
  });

  it("is one of fifteen at most, and clipped", () => {
    const text = Array.from({ length: 40 }, (_, k) => `FAILED ${k} ${"x".repeat(300)}`).join("\n");
    const lines = [...errorLines(text)].map(({ line }) => line);
    expect(lines).toHaveLength(15);
    expect(lines.every(({ length }) => length === 200)).toBe(true);
  });
});
