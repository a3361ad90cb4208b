/** A reflection by a real server on 127.0.0.1, in each wire format: whatever it does, there is a result. */
import { afterEach, describe, expect, it } from "vitest";
import { reduceTrajectory } from "../../../../src/analyses/snapshot/reduce-trajectory.ts";
import { openModel } from "../../../../src/model/connect-model.ts";
import {
  type Answer,
  type ModelServer,
  modelServer,
  raw,
  silence,
  status,
  torn,
} from "../../../support/model-server.ts";
import { NOW, reduced, tideInputs, tideReply, tooLargeReply } from "../../../support/snapshots.ts";

const REPLY = JSON.stringify(tideReply());
const KEYS = { ANTHROPIC_API_KEY: "sk-none", OPENAI_API_KEY: "sk-none" };

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe.each(["anthropic", "openai"] as const)("a model that speaks as %s's", (protocol) => {
  async function reflect(answers: readonly Answer[], timeoutMs = 20_000) {
    server = await modelServer(protocol, answers);
    return reflectAt(server.url, timeoutMs);
  }

  async function reflectAt(url: string, timeoutMs: number) {
    const model = await openModel(`${protocol}:m`, {
      url,
      timeoutMs,
      env: KEYS,
      note: () => {},
      wait: async () => {},
    });
    const asking = { ask: model.ask, clock: () => 0 };
    const result = await reduceTrajectory(tideInputs(), { now: NOW, asking });
    await model.close();
    return result;
  }

  it.each<[string, readonly Answer[]]>([
    ["answers", [REPLY]],
    ["fences its answer", [`\`\`\`json\n${REPLY}\n\`\`\``]],
    ["is busy once", [status(429, { "retry-after": "0" }), REPLY]],
  ])("is taken when it %s", async (_, answers) => {
    const { snapshot, diagnostics } = await reflect(answers);
    expect(snapshot.blockers).toEqual(tideReply().blockers);
    expect(diagnostics).toMatchObject({
      reflection_used: true,
      reflection_input_tokens: 100,
      reflection_output_tokens: 20,
      reflection_skipped_reason: null,
      reflection_dropped: tideReply().dropped,
    });
    expect(server?.asked[0]?.prompt).toContain("session:ci-tests");
  });

  const invented = tideReply();
  invented.blockers.push("The database is down");

  it.each<[string, string, readonly Answer[]]>([
    ["replies nothing", "api_error", [""]],
    ["replies no JSON", "malformed_json", ["Here you are"]],
    ["invents an item", "untraced_items", [JSON.stringify(invented)]],
    ["replies more than it was given", "insufficient_savings", [JSON.stringify(tooLargeReply())]],
    ["fails each time", "api_error", [status(500)]],
    ["refuses", "api_error", [status(401)]],
    ["breaks off", "api_error", [torn]],
    ["speaks another protocol", "api_error", [raw("<html>")]],
  ])("leaves the keywords' snapshot when it %s: %s", async (_, reason, answers) => {
    const { snapshot, retired, diagnostics } = await reflect(answers);
    const without = await reduced(tideInputs());
    expect({ snapshot, retired }).toEqual({ snapshot: without.snapshot, retired: without.retired });
    expect(diagnostics.reflection_skipped_reason).toBe(reason);
    expect(diagnostics.warnings[0]).toMatch(new RegExp(`^reflection: ${reason}: .`));
  });

  it("leaves it when it is silent, or not there", async () => {
    const { snapshot: expected } = await reduced(tideInputs());
    for (const result of [
      await reflect([silence], 30),
      await reflectAt("http://127.0.0.1:9", 500),
    ]) {
      expect(result.snapshot).toEqual(expected);
      expect(result.diagnostics.reflection_skipped_reason).toBe("api_error");
    }
  });
});
