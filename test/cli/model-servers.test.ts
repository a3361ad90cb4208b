/**
 * The whole program beside a real server on 127.0.0.1, in each wire format and for all that a model is
 * asked: whatever the server does there is a valid result, the reason is told, and the original is whole.
 */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import {
  type Answer,
  type ModelServer,
  modelServer,
  raw,
  silence,
  status,
  torn,
} from "../support/model-server.ts";
import { elision } from "../support/shell.ts";
import { FOLDER, NOW, tideReply, tooLargeReply } from "../support/snapshots.ts";
import { talkativeRow } from "../support/talkative.ts";

/** Something that a model is asked for. */
interface Use {
  /** Runs the program; what is made of the input, why a reply does not stand, and the input since. */
  run(model: readonly string[]): Promise<{
    readonly made: string;
    readonly reason: string;
    readonly original: string;
  }>;
  readonly original: string;
  /** A reply that stands, and how what is made of it is known. */
  readonly good: string;
  readonly mark: string;
  readonly invented: string;
  readonly larger: string;
}

const env = { PATH: process.env.PATH, OPENAI_API_KEY: "sk-1", ANTHROPIC_API_KEY: "sk-2" };

function compacting(row: string, flags: readonly string[]): Pick<Use, "run" | "original"> {
  return {
    original: row,
    async run(model) {
      const folder = folderWith({ "row.jsonl": row });
      const [file, told] = [join(folder, "row.jsonl"), join(folder, "report.json")];
      const argv = [...flags, ...model, "--report", "json", "--report-file", told, file];
      const { stdout, stderr, exitCode } = await elision(argv, { env });
      expect(exitCode).toBe(0);
      const report = JSON.parse(readFileSync(told, "utf8"));
      const { modelRefused: reason = "" } = report.transcripts[0];
      if (reason !== "") expect(stderr).toContain(`${file}:1: model: ${reason}`);
      return { made: stdout, reason, original: readFileSync(file, "utf8") };
    },
  };
}

const summary: Use = {
  ...compacting(talkativeRow(12), ["--max-input-chars", "5k", "--window", "3"]),
  good: "Done: feather_1",
  mark: "Conversation summary:\\nDone: feather_1",
  invented: "Done: src/eagle.ts",
  larger: "wing ".repeat(5000),
};

const long = "feather_1 lies here\n".repeat(200);
const shown = ["a", "b", "c"].flatMap((id) => [
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "ls", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: id, content: id === "a" ? long : "none" },
]);

const reflection: Use = {
  ...compacting(
    `${JSON.stringify({ messages: [{ role: "user", content: "count" }, ...shown] })}\n`,
    ["--reflect"],
  ),
  good: '<result id="1">\nfeather_1 ...(200 times)\n</result>',
  mark: "chars]\\nfeather_1 ...(200 times)",
  invented: '<result id="1">\neagle_9\n</result>',
  larger: `<result id="1">\n${long}${long}</result>`,
};

const invented = tideReply();
invented.blockers.push("The moon is down");
const notes = (folder: string) => readFileSync(join(folder, "iteration-3/memory.ndjson"), "utf8");

const snapshot: Use = {
  original: notes(FOLDER),
  async run(model) {
    const folder = folderWith();
    cpSync(FOLDER, folder, { recursive: true });
    const state = join(folder, "iteration-3");
    const previous = [1, 2].flatMap((n) => ["--previous", join(folder, `iteration-${n}`)]);
    const argv = [state, ...previous, "--iteration", "3", "--now", NOW, ...model];
    const { stderr } = await elision(["snapshot", ...argv], { env });
    const { warnings, reflection_skipped_reason: skipped } = JSON.parse(
      readFileSync(join(state, "trajectory-reduction.json"), "utf8"),
    );
    const reason = skipped === null || skipped === "no_model" ? "" : warnings[0];
    if (reason !== "") expect(stderr).toContain(reason);
    const made = readFileSync(join(state, "active-context.json"), "utf8");
    return { made, reason, original: notes(folder) };
  },
  good: JSON.stringify(tideReply()),
  mark: JSON.stringify(tideReply().blockers[0]),
  invented: JSON.stringify(invented),
  larger: JSON.stringify(tooLargeReply()),
};

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe.each(["anthropic", "openai"] as const)(
  "beside a server that speaks as %s's",
  (protocol) => {
    describe.each<[string, Use]>([
      ["a summary", summary],
      ["a reflection", reflection],
      ["a snapshot", snapshot],
    ])("%s", (_, use) => {
      async function asked(answers: readonly Answer[], ...flags: string[]) {
        server = await modelServer(protocol, answers);
        return use.run(["--model", `${protocol}:m`, "--model-url", server.url, ...flags]);
      }

      it.each<[string, readonly Answer[]]>([
        ["is given", [use.good]],
        ["is given in a fence", [`\`\`\`\n${use.good}\n\`\`\``]],
        ["is given in a fence with a name", [`\`\`\`json\n${use.good}\n\`\`\`\n`]],
        ["is given after a 429", [status(429, { "retry-after": "0" }), use.good]],
        ["is given after a torn answer", [torn, use.good]],
      ])("is taken when it %s", async (_, answers) => {
        const { made, reason, original } = await asked(answers);
        expect(made).toContain(use.mark);
        expect(reason).toBe("");
        expect(original).toBe(use.original);
        expect(server?.asked).toHaveLength(answers.length);
      });

      const ATTEMPTS = 4;
      it.each<[string, Answer, RegExp, number]>([
        ["malformed JSON", raw("{"), /JSON|protocol/, 1],
        ["an answer of no protocol", raw("[1]"), /protocol|empty/, 1],
        ["invented items", use.invented, /eagle|moon/, 1],
        ["an empty reply", "", /empty/, 1],
        ["a blank reply in a fence", "```\n\n```", /empty|no JSON/, 1],
        ["a reply larger than its source", use.larger, /longer than|saves/, 1],
        ["a refusal of the request", status(400), /400/, 1],
        ["500s", status(500), /500.*\(4 attempts\)/, ATTEMPTS],
        ["torn answers", torn, /\(4 attempts\)/, ATTEMPTS],
        ["429s", status(429), /429.*\(4 attempts\)/, ATTEMPTS],
      ])("is done without for %s", async (_, answer, why, attempts) => {
        const without = await use.run([]);
        const { made, reason, original } = await asked([answer]);
        expect(made).toBe(without.made);
        expect(reason).toMatch(why);
        expect(original).toBe(use.original);
        expect(server?.asked).toHaveLength(attempts);
      });

      it("is done without for silence, and for a server that is not there", async () => {
        const without = await use.run([]);
        const silent = await asked([silence], "--model-timeout", "0.05s");
        expect(silent).toMatchObject({
          ...without,
          reason: expect.stringMatching(/within 0.05 s/),
        });
        await server?.close();
        const model = ["--model", `${protocol}:m`, "--model-url", server?.url ?? ""];
        const gone = await use.run(model);
        expect(gone).toMatchObject({ ...without, reason: expect.stringMatching(/ECONNREFUSED/) });
      });
    });
  },
);
