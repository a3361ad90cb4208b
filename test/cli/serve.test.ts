import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderWith } from "../support/folder.ts";
import { bodyOf, requestBody, resultsIn, resultText } from "../support/live-agent.ts";
import { CLEAN_ENV, start, startWithSmallFiles } from "../support/process.ts";
import { send } from "../support/proxy-world.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

/** An upstream that keeps what it gets. */
async function upstreamServer(): Promise<{ url: string; bodies: Buffer[] }> {
  const bodies: Buffer[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(Buffer.concat(chunks));
      response.end('{"usage":{"input_tokens":1,"output_tokens":2}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

/** The built program, serving; its port. */
function serving(argv: readonly string[], env: Record<string, string> = {}) {
  return served(
    start(["serve", "--port", "0", ...argv], {
      env: { ...CLEAN_ENV, ...env },
    }),
  );
}

/** Its port, once it is there. */
async function served({ child, ended }: ReturnType<typeof start>) {
  onTestFinished(() => void child.kill("SIGKILL"));
  const port = await new Promise<number>((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk;
      const found = /serving on http:\/\/(?:127\.0\.0\.1|\[::1\]):(\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  return { child, ended, port };
}

/** Whether this machine has the loopback of IPv6. */
const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

const MESSAGES = { method: "POST", path: "/v1/messages" };

describe("serve", () => {
  it.skipIf(process.platform === "win32")(
    "remembers nothing of a request that a full disk had it send as it came",
    async () => {
      const { url, bodies } = await upstreamServer();
      const state = join(folderWith({}), "state");
      const argv = ["--upstream", url, "--policy", "first-sight", "--no-archive", "--state", state];
      // Forty lines are more than a file may hold here: of the first there is room for some.
      const texts = Array.from({ length: 40 }, (_, at) => `${at} `.repeat(5000));
      const bodyAfter = (...more: (readonly string[])[]) => bodyOf("anthropic", [texts, ...more]);
      const full = await served(startWithSmallFiles(["serve", "--port", "0", ...argv]));
      await send(full.port, MESSAGES, bodyAfter());
      expect(resultsIn(bodies[0] ?? "")).toEqual(texts);
      const metrics = (await send(full.port, { path: "/metrics" })).body.toString();
      expect(metrics).toContain('elision_not_edited_total{reason="EFBIG"} 1\n');
      expect(readFileSync(join(state, "sent"), "utf8")).toBe("");
      full.child.kill("SIGKILL");
      await full.ended;
      const { port } = await serving(argv);
      await send(port, MESSAGES, bodyAfter(["done"]));
      expect(resultsIn(bodies[1] ?? "")).toEqual([...texts, "done"]);
    },
  );

  it("masks what a window leaves behind, and the same after it was killed", async () => {
    const { url, bodies } = await upstreamServer();
    const folder = folderWith({});
    const dirs = ["--archive", join(folder, "kept"), "--state", join(folder, "state")];
    const policy = ["--policy", "window", "--window", "1", "--every", "2"];
    const path = "/v1/chat/completions";
    const before = await serving(["--upstream", url, ...policy, ...dirs]);
    // Whether it acts in time is up to the machine: until it has, other conversations are tried.
    let task = "";
    await expect
      .poll(
        async () => {
          task = `Task ${bodies.length}.`;
          for (const steps of [1, 2])
            await send(
              before.port,
              { method: "POST", path },
              requestBody("openai-chat", steps, { task }),
            );
          return resultsIn(bodies.at(-1) ?? "")[0];
        },
        { timeout: 60_000 },
      )
      .toMatch(/^\[old tool result: run.* elision show [0-9a-f]{12}\]$/);
    before.child.kill("SIGKILL");
    const masked = bodies.at(-1)?.toString();
    const sent = join(folder, "state", "sent");
    const [mask] = resultsIn(masked ?? "");
    expect(readFileSync(sent, "utf8")).toContain(` m ${JSON.stringify(mask)}\n`);
    expect(readFileSync(sent, "utf8")).not.toContain("all is well");
    const modes = [sent, dirname(sent)].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700]);
    const after = await serving([
      "--upstream",
      url,
      "--policy",
      "window",
      "--no-archive",
      ...dirs.slice(2),
    ]);
    await expect
      .poll(
        async () => {
          await send(after.port, { method: "POST", path }, requestBody("openai-chat", 2, { task }));
          return bodies.at(-1)?.toString();
        },
        { timeout: 60_000 },
      )
      .toBe(masked);
  });

  it("shortens new results, keeps them in the archive, and ends when it is told", async () => {
    const { url, bodies } = await upstreamServer();
    const folder = folderWith({});
    const dirs = ["--archive", join(folder, "kept"), "--state", join(folder, "state")];
    const { child, ended, port } = await serving([
      ...["--upstream", url, "--policy", "first-sight", "--first-sight", "1000", ...dirs],
    ]);
    // Whether the first is edited in time is up to the machine; that it is not lost is not.
    const reply = await send(port, MESSAGES, requestBody("anthropic", 1));
    expect(reply.body.toString()).toContain("output_tokens");
    await expect
      .poll(
        async () => {
          await send(
            port,
            MESSAGES,
            requestBody("anthropic", 1, { task: `Again ${bodies.length}.` }),
          );
          return resultsIn(bodies.at(-1) ?? "")[0];
        },
        { timeout: 60_000 },
      )
      .not.toBe(resultText(0));
    const [short = ""] = resultsIn(bodies.at(-1) ?? "");
    child.kill("SIGTERM");
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ wire: "anthropic", status: 200, shortened: 1 });
    const ref = /elision show ([0-9a-f]{12})/.exec(short)?.[1] ?? "";
    const shown = await elision(["show", ref, "--archive", join(folder, "kept")]);
    expect(shown.stdout).toBe(resultText(0));
    expect(existsSync(join(folder, "state", "sent"))).toBe(true);
    // Nothing that an archive needs only while it is written is left.
    expect(readdirSync(join(folder, "kept")).filter((name) => name.startsWith("writer"))).toEqual(
      [],
    );
  });

  it.skipIf(process.platform === "win32")(
    "lets requests in flight come to their end after SIGTERM, and takes no others",
    async () => {
      let goOn = () => {};
      const begun = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const server = http.createServer((request, response) => {
        request.resume();
        response.write("one, ");
        void begun.then(() => response.end("two"));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
      onTestFinished(() => void server.close());
      const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { child, ended, port } = await serving(["--upstream", to]);
      const agent = new http.Agent({ keepAlive: true });
      const request = http.request({ ...MESSAGES, host: "127.0.0.1", port, agent });
      request.end(requestBody("anthropic", 1));
      const [reply] = (await once(request, "response")) as [http.IncomingMessage];
      const chunks: string[] = [];
      reply.setEncoding("utf8").on("data", (text: string) => chunks.push(text));
      await expect.poll(() => chunks.join("")).toBe("one, ");
      let said = "";
      child.stderr?.on("data", (text) => {
        said += text;
      });
      child.kill("SIGTERM");
      const refused = () => send(port, { path: "/healthz" }).catch(({ code }) => code);
      await expect.poll(refused).toBe("ECONNREFUSED");
      expect([child.exitCode, chunks.join("")]).toEqual([null, "one, "]);
      await expect.poll(() => said).toContain("waiting for the requests in flight");
      goOn();
      const { code } = await ended;
      expect([code, chunks.join("")]).toEqual([0, "one, two"]);
    },
  );

  it("does not serve where it could remember nothing", async () => {
    const state = folderWith({ "sent/in": "no file" });
    const argv = ["serve", "--upstream", "http://127.0.0.1:1", "--port", "0", "--no-archive"];
    const { ended } = start([...argv, "--policy", "first-sight", "--state", state]);
    const { code, stderr } = await ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^elision: cannot edit requests: EISDIR.*\n.*--state and --archive\n$/);
  });

  it("tells a running proxy's state, as a table and as JSON", async () => {
    const { url } = await upstreamServer();
    const { port } = await serving(["--upstream", url]);
    await send(port, MESSAGES, requestBody("anthropic", 1));
    // It is measured once the reply is through.
    const ask = (...more: string[]) =>
      elision(["serve", "status", "--port", String(port), ...more]);
    await expect.poll(async () => (await ask()).stdout).toMatch(/\nconversation +last +requests/);
    const { stdout } = await ask();
    expect(stdout).toMatch(
      /^policy observe \(counts new results over 8,000 chars\), to http:\/\/127\.0\.0\.1:\d+, running/,
    );
    expect(stdout).toContain("1 requests: 0 results shortened, 0 masked");
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^[0-9a-f]{12} .* claude-opus-5\.5$/);
    const status = JSON.parse((await ask("--report", "json")).stdout);
    expect(status.conversations).toMatchObject([{ requests: 1, results: 1, toolTurns: 1 }]);
    expect(JSON.stringify(status)).not.toContain("Do it.");
    expect(JSON.stringify(status)).not.toContain("all is well");
  });

  it.each([
    ["window", ["--window", "1", "--every", "2"], ["--windows", "1", "--every", "1,2"], "1/2"],
    [
      "window",
      ["--window", "1", "--every", "2", "--first-sight", "900"],
      ["--windows", "1", "--every", "2", "--first-sight", "900"],
      "1/2",
    ],
    [
      "first-sight",
      ["--first-sight", "900"],
      ["--windows", "1", "--every", "1", "--first-sight", "900"],
      "first-sight",
    ],
  ] as const)(
    "holds what %s %j saves against the forecast of compare",
    async (policy, flags, settings, name) => {
      const { url } = await upstreamServer();
      const saved = {
        "a.jsonl": sessionLines(30, { chars: 3000 }),
        "b.jsonl": sessionLines(12, { chars: 3000 }),
      };
      const folder = folderWith(saved);
      const { stdout } = await elision([
        ...["compare", ...Object.keys(saved).map((each) => join(folder, each))],
        ...[...settings, "--report", "json"],
      ]);
      const forecast = join(folder, "forecast.json");
      writeFileSync(forecast, stdout);
      const { totals } = JSON.parse(stdout);
      const outcome = totals.outcomes.find(({ setting }: { setting: string }) => setting === name);
      expect(outcome.wholeCost).not.toBe(totals.alone.wholeCost);
      const common = ["--upstream", url, "--policy", policy, "--no-archive"];
      const state = ["--state", join(folder, "state")];
      const { port } = await serving([...common, ...state, ...flags, "--forecast", forecast]);
      const ask = (...more: string[]) =>
        elision(["serve", "status", "--port", String(port), ...more]);
      const status = JSON.parse((await ask("--report", "json")).stdout);
      expect(status.forecast).toEqual({
        file: forecast,
        sessions: 2,
        share: expect.closeTo(1 - outcome.wholeRatio, 10),
        savedPerSession: (totals.alone.wholeCost - outcome.wholeCost) / 2,
      });
      expect(status.saving).toEqual({ billed: 0, saved: 0 });
      const percent = (100 * status.forecast.share).toFixed(1);
      expect((await ask()).stdout).toContain(`elision compare forecast ${percent}%`);
      const metrics = (await send(port, { path: "/metrics" })).body.toString();
      expect(metrics).toContain(`\nelision_forecast_saved_ratio ${status.forecast.share}\n`);
      expect(metrics).not.toContain("elision_saved_ratio");
      const other = ["--policy", "window", "--window", "7", "--every", "3"];
      const refused = await elision(["serve", "--upstream", url, ...other, "--forecast", forecast]);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toContain("no forecast for this policy");
      expect(refused.stderr).toContain(
        "elision compare @project --windows 7 --every 3 --report json",
      );
    },
  );

  it("refuses a forecast that is none, or has no use", async () => {
    const folder = folderWith({ "other.json": "{}", "torn.json": '{"totals":' });
    const refusal = async (file: string, policy: string) => {
      const about = ["--upstream", "http://127.0.0.1:1", "--policy", policy];
      const { exitCode, stderr } = await elision([
        "serve",
        ...about,
        "--forecast",
        join(folder, file),
      ]);
      expect(exitCode).toBe(2);
      return stderr;
    };
    for (const file of ["other.json", "torn.json"])
      expect(await refusal(file, "first-sight")).toContain(
        `${file}: not a report of elision compare --report json`,
      );
    expect(await refusal("none.json", "first-sight")).toContain("none.json");
    expect(await refusal("other.json", "observe")).toContain("does nothing with --policy observe");
  });

  it("says that no proxy runs, or that something else does", async () => {
    const { url } = await upstreamServer();
    for (const [port, why] of [
      ["1", "nothing listens there"],
      [new URL(url).port, "what answers there is another program"],
    ] as const) {
      const { exitCode, stderr } = await elision(["serve", "status", "--port", port]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`no elision serve at 127.0.0.1:${port}: ${why}`);
    }
    expect((await elision(["serve", "statsu"])).exitCode).toBe(2);
  });

  it.each([
    ["no upstream", [], /--upstream/],
    [
      "an upstream that is no address",
      ["--upstream", "api.anthropic.com"],
      /https:\/\/api\.anthropic\.com/,
    ],
    ["an open proxy", ["--upstream", "http://127.0.0.1:1", "--host", "0.0.0.0"], /loopback/],
    [
      "a window that nothing asks for",
      ["--upstream", "http://127.0.0.1:1", "--every", "5"],
      /--policy window/,
    ],
    [
      "a limit that is too small",
      ["--upstream", "http://127.0.0.1:1", "--first-sight", "10"],
      /400/,
    ],
    [
      "a password, which would not be sent",
      ["--upstream", "https://me:secret@api.example"],
      /without a user and a password.*\(got "https:\/\/…@api\.example"\)/,
    ],
    ["itself as the upstream", ["--upstream", "http://[::1]:8019/v1"], /this proxy itself/],
    [
      "itself on another port",
      ["--upstream", "http://localhost", "--port", "80"],
      /choose another --port/,
    ],
    ["a port that is none", ["--upstream", "http://127.0.0.1:1", "--port", "70000"], /65535/],
  ])("refuses %s", async (_, argv, message) => {
    const { exitCode, stderr } = await elision(["serve", ...argv]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
  });

  it.skipIf(!HAS_IPV6)("serves on the loopback of IPv6, and names it as a URL does", async () => {
    const { url } = await upstreamServer();
    const { port } = await serving(["--upstream", url, "--host", "::1"]);
    const there = ["--host", "::1", "--port"];
    const status = await elision(["serve", "status", ...there, String(port)]);
    expect(status.stdout).toContain("0 requests");
    const second = start(["serve", "--upstream", url, ...there, String(port)]);
    expect((await second.ended).stderr).toContain(`cannot listen on [::1]:${port}: it is taken`);
    const none = await elision(["serve", "status", ...there, "1"]);
    expect(none.stderr).toContain("no elision serve at [::1]:1: nothing listens there");
  });

  it("says that a port is taken", async () => {
    const { url } = await upstreamServer();
    const { port } = await serving(["--upstream", url]);
    const second = start(["serve", "--upstream", url, "--port", String(port)]);
    const { code, stderr } = await second.ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/taken/);
  });
});
