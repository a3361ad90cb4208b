import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import http, { type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bodyWith } from "../../src/api/live/body-with.ts";
import { zstdCompressor } from "../../src/io/compression/zstd.ts";
import type { EditorThread } from "../../src/serve/editor/replaceable-thread.ts";
import { SentEdits } from "../../src/serve/editor/sent-edits.ts";
import { startEditorThread } from "../../src/serve/editor/start-thread.ts";
import { editorHere } from "../support/editor-here.ts";
import { folderWith } from "../support/folder.ts";
import {
  bodyOf,
  LIVE_PATHS,
  type LiveWire,
  requestBody,
  resultsIn,
  resultText,
} from "../support/live-agent.ts";
import { proxyWorld, send } from "../support/proxy-world.ts";

const WIRES = Object.keys(LIVE_PATHS) as LiveWire[];

async function zstd(...texts: readonly string[]): Promise<Buffer> {
  return buffer(Readable.from(texts, { objectMode: false }).pipe(await zstdCompressor()));
}

describe("a proxy", () => {
  it("passes all that has no conversation byte for byte, both ways", async () => {
    const sent = randomBytes(100_000);
    const back = randomBytes(200_000);
    const { arrived, post } = await proxyWorld({
      answer(response) {
        response.writeHead(418, "Teapot", [
          ...["X-One", "a", "x-one", "b", "Trailer", "X-Sum", "Content-Type", "application/x"],
        ]);
        response.write(back.subarray(0, 1000));
        response.addTrailers({ "X-Sum": "7" });
        response.end(back.subarray(1000));
      },
    });
    const reply = await post("/v1/files?x=%20y", sent, { "X-Beta": "1", "x-api-key": "k" });
    expect(arrived[0]?.body.equals(sent)).toBe(true);
    expect(arrived[0]).toMatchObject({ method: "POST", url: "/v1/files?x=%20y" });
    expect(arrived[0]?.headers).toEqual(expect.arrayContaining(["X-Beta", "x-api-key"]));
    expect(reply).toMatchObject({ status: 418, trailers: ["X-Sum", "7"] });
    expect(reply.body.equals(back)).toBe(true);
    const ones = reply.headers.filter((_, at) => /^x-one$/i.test(reply.headers[at - 1] ?? ""));
    expect(ones).toEqual(["a", "b"]);
  });

  it("says of a body how long it is as the client did, also where there is none", async () => {
    const { arrived, port } = await proxyWorld();
    const ask = (head: string) =>
      new Promise<void>((resolve) => {
        const socket = net.connect(port, "127.0.0.1").on("close", () => resolve());
        socket.resume();
        socket.write(`${head}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      });
    await ask("POST /v1/files HTTP/1.1");
    await ask("GET /v1/files HTTP/1.1");
    await ask("DELETE /v1/files HTTP/1.0");
    const lengths = arrived.map(({ headers }) =>
      headers.filter((each, at) => at % 2 === 0 && /length|encoding/i.test(each)),
    );
    expect(lengths).toEqual([["Content-Length"], [], []]);
  });

  it("names the upstream as the host, and forwards nothing of one hop", async () => {
    const { arrived, post, upstream } = await proxyWorld({ token: "secret" });
    await post("/v1/messages", requestBody("anthropic", 1), {
      "x-elision-token": "secret",
      Connection: "x-hop",
      "x-hop": "1",
    });
    const names = arrived[0]?.headers
      .filter((_, at) => at % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(names).not.toContain("x-elision-token");
    expect(names).not.toContain("x-hop");
    expect(names?.filter((name) => name === "host")).toHaveLength(1);
    const { port } = upstream.address() as AddressInfo;
    expect(arrived[0]?.headers.join()).toContain(`Host,127.0.0.1:${port}`);
  });

  it.each([
    ["an unknown host", { host: "evil.example" }],
    ["a page of another origin", { origin: "https://evil.example" }],
    ["no token", {}],
    ["another token", { "x-elision-token": "secreT" }],
  ])("refuses %s", async (_, headers) => {
    const { arrived, post, get, metrics } = await proxyWorld({ token: "secret" });
    const reply = await post("/v1/messages", "{}", headers as Record<string, string>);
    expect([reply.status, arrived]).toEqual([403, []]);
    expect((await get("/metrics", headers as Record<string, string>)).status).toBe(403);
    expect(metrics.sums.refused).toBe(2);
  });

  it.each(WIRES)("observes %s: counts, and changes nothing", async (wire) => {
    const { arrived, post, lines, metrics } = await proxyWorld({ editing: { policy: "observe" } });
    const body = requestBody(wire, 4);
    await post(LIVE_PATHS[wire], body);
    expect(arrived[0]?.body.toString()).toBe(body);
    expect(lines[0]).toMatchObject({ wire, results: 4, shortened: 1, fresh: 1 });
    expect(lines[0]?.savedChars).toBeGreaterThan(1000);
    expect(metrics.sums).toMatchObject({ results_shortened: 0, chars_kept: 0 });
  });

  it.each(WIRES)(
    "shortens results of %s when they are new, and never changes what it sent",
    async (wire) => {
      const { arrived, post, metrics } = await proxyWorld();
      for (let steps = 1; steps <= 30; steps++)
        await post(LIVE_PATHS[wire], requestBody(wire, steps));
      const last = resultsIn(arrived.at(-1)?.body ?? "");
      expect(last).toHaveLength(30);
      last.forEach((text, step) => {
        if (step % 3 === 0) expect(text.length).toBeLessThanOrEqual(1000);
        else expect(text).toBe(resultText(step));
      });
      for (const [at, { body }] of arrived.entries())
        expect(resultsIn(body)).toEqual(last.slice(0, at + 1));
      // Nothing but the texts of results: white space, numbers, marks and all the rest as they came.
      const put = last.reduce(
        (all, text, step) => all.replace(JSON.stringify(text), JSON.stringify(resultText(step))),
        arrived.at(-1)?.body.toString() ?? "",
      );
      expect(put).toBe(requestBody(wire, 30));
      expect(metrics.sums.results_shortened).toBe(10);
      // The large results are in all requests from their own on; each request is rounded by itself.
      const kept = arrived.reduce(
        (all, { body }, at) => all + requestBody(wire, at + 1).length - body.length,
        0,
      );
      const { chars_kept: chars, tokens_kept: tokens } = metrics.sums;
      expect(chars).toBeGreaterThan(0.8 * kept);
      expect(Math.abs(tokens - chars / 4)).toBeLessThan(arrived.length);
    },
  );

  it("leaves results raw that were sent before it was there", async () => {
    const { arrived, post, lines } = await proxyWorld();
    const path = LIVE_PATHS.anthropic;
    await post(path, requestBody("anthropic", 7));
    await post(path, requestBody("anthropic", 8));
    const [first, second] = arrived.map(({ body }) => resultsIn(body));
    // Of the large ones 0, 3 and 6 the last alone is new.
    expect(first?.map((text, step) => text === resultText(step))).toEqual([
      ...[true, true, true, true, true, true, false],
    ]);
    expect(second?.slice(0, 7)).toEqual(first);
    expect(lines[0]).toMatchObject({ shortened: 1, fresh: 1 });
  });

  it("sees a large request that it sent unread, and edits the next", async () => {
    const { arrived, post, lines } = await proxyWorld({ editing: { firstSight: 3000 } });
    const steps = Array.from({ length: 150 }, (_, at) => [`${at} `.repeat(600)]);
    const large = "a line of output\n".repeat(400);
    const bodies = [steps, [...steps, [large]]].map((all) => bodyOf("anthropic", all));
    for (const body of bodies) await post("/v1/messages", body);
    expect(arrived[0]?.body.toString()).toBe(bodies[0]);
    expect(lines[0]).toMatchObject({ results: 150, shortened: 0 });
    expect(resultsIn(arrived[1]?.body ?? "").slice(0, -1)).toEqual(steps.flat());
    expect(resultsIn(arrived[1]?.body ?? "").at(-1)).toContain("[shortened at first sight");
    expect(lines[1]).toMatchObject({ results: 151, shortened: 1, fresh: 1 });
  });

  it("edits a large request that it never saw, accounts for all of it, and goes on from there", async () => {
    const { arrived, post, lines, metrics } = await proxyWorld({ editing: { firstSight: 3000 } });
    const steps = Array.from({ length: 150 }, (_, at) => [`${at} `.repeat(600)]);
    const large = "a line of output\n".repeat(400);
    const all = [...steps.slice(0, 100), [large], ...steps.slice(100), [large]];
    for (const some of [all, [...all, ["done"]], [...all, ["done"], [large]]])
      await post("/v1/messages", bodyOf("anthropic", some));
    const isSame = arrived.map(({ body }) => resultsIn(body).map((text) => text === large));
    expect(isSame.map((results) => results[100])).toEqual([true, true, true]);
    expect(isSame.map((results) => results[151])).toEqual([false, false, false]);
    expect(resultsIn(arrived[2]?.body ?? "").slice(0, 152)).toEqual(
      resultsIn(arrived[0]?.body ?? ""),
    );
    expect(lines).toMatchObject([
      { results: 152, shortened: 1, fresh: 1 },
      { results: 153, shortened: 1, fresh: 0 },
      { results: 154, shortened: 2, fresh: 1 },
    ]);
    expect(metrics.sums).toMatchObject({ results_shortened: 2, results_left_raw: 3 });
  });

  it("keeps what it sent where it cannot read what came after, and says that it could not", async () => {
    const { arrived, post, lines, metrics } = await proxyWorld();
    await post("/v1/messages", requestBody("anthropic", 1));
    const more = JSON.parse(requestBody("anthropic", 1));
    const strange = { role: "tool", tool_call_id: "call_1", content: "a line\n".repeat(1000) };
    more.messages.push({ role: "assistant", content: "Yes." }, strange);
    const body = JSON.stringify(more);
    await post("/v1/messages", body);
    const [before, after] = arrived.map((each) => resultsIn(each.body));
    expect(after).toEqual([before?.[0], strange.content]);
    expect(lines[1]).toMatchObject({ kept: 1, reason: expect.any(String) });
    expect(metrics.sums).toMatchObject({ not_edited: 1, results_shortened: 1 });
  });

  it("sends the same after a restart", async () => {
    const memo = join(folderWith({}), "sent");
    const before = await proxyWorld({ editing: { memo } });
    const path = LIVE_PATHS.anthropic;
    for (let steps = 1; steps <= 5; steps++)
      await before.post(path, requestBody("anthropic", steps));
    const after = await proxyWorld({ editing: { memo } });
    await after.post(path, requestBody("anthropic", 5));
    expect(after.arrived[0]?.body).toEqual(before.arrived.at(-1)?.body);
    expect(statSync(memo).mode & 0o777).toBe(0o600);
  });

  it("tells conversations with the same calls apart", async () => {
    const { arrived, post } = await proxyWorld();
    const path = LIVE_PATHS["openai-chat"];
    await post(path, requestBody("openai-chat", 4, { task: "One." }));
    await post(path, requestBody("openai-chat", 5, { task: "Two." }));
    // In the second the large result 3 had been sent before the proxy saw it.
    expect(resultsIn(arrived[1]?.body ?? "")[3]).toBe(resultText(3));
  });

  it.each([
    ["no JSON", "this is no JSON"],
    ["an empty body", ""],
    ["JSON of another shape", '{"messages": 7}'],
    ["a torn body", requestBody("anthropic", 4).slice(0, 2000)],
  ])("passes %s as it is", async (_, body) => {
    const { arrived, post, lines } = await proxyWorld();
    expect((await post("/v1/messages", body)).status).toBe(200);
    expect(arrived[0]?.body.toString()).toBe(body);
    expect(lines[0]?.shortened ?? 0).toBe(0);
  });

  it("edits a body in zstd, and passes one that is damaged or gets too large", async () => {
    const { arrived, post } = await proxyWorld();
    const headers = { "content-encoding": "zstd" };
    const packed = await zstd(requestBody("anthropic", 4));
    const damaged = Buffer.from(packed).fill(7, 20, 60);
    const bomb = await zstd(...Array<string>(65).fill(" ".repeat(1024 * 1024)));
    for (const body of [packed, damaged, packed.subarray(0, 200), bomb])
      expect((await post("/v1/messages", body, headers)).status).toBe(200);
    // Of the large ones, 0 and 3, the last alone is new.
    const isLarge = resultsIn(arrived[0]?.body ?? "").map((text) => text.length > 1000);
    expect(isLarge).toEqual([true, false, false, false]);
    expect(arrived[0]?.headers.join().toLowerCase()).not.toContain("content-encoding");
    const others = [damaged, packed.subarray(0, 200), bomb];
    expect(arrived.slice(1).map(({ body }, at) => others[at]?.equals(body))).toEqual(
      Array(3).fill(true),
    );
  });

  it("edits a compressed body, and passes one that it cannot open", async () => {
    const { arrived, post, lines } = await proxyWorld();
    const packed = gzipSync(requestBody("anthropic", 4));
    await post("/v1/messages", packed, { "content-encoding": "gzip" });
    await post("/v1/messages", packed, { "content-encoding": "exotic" });
    await post("/v1/messages", packed.subarray(20), { "content-encoding": "gzip" });
    expect(resultsIn(arrived[0]?.body ?? "")).toHaveLength(4);
    expect(arrived[0]?.headers.join().toLowerCase()).not.toContain("content-encoding");
    expect(arrived[1]?.body.equals(packed)).toBe(true);
    expect(arrived[2]?.body.equals(packed.subarray(20))).toBe(true);
    expect(lines.map(({ reason }) => reason)).toEqual([
      undefined,
      "content-encoding exotic",
      "content-encoding gzip",
    ]);
  });
});

describe("a proxy whose edit goes wrong", () => {
  it("sends the original once more after a 400, and leaves the conversation alone", async () => {
    const { arrived, post, lines, metrics } = await proxyWorld({
      answer(response, { body }) {
        const isEdited = resultsIn(body).some((text, step) => text !== resultText(step));
        response.writeHead(isEdited ? 400 : 200).end("{}");
      },
    });
    const path = LIVE_PATHS.anthropic;
    for (const steps of [1, 2, 4])
      expect((await post(path, requestBody("anthropic", steps))).status).toBe(200);
    expect(arrived.map(({ body }) => body.toString()).slice(1)).toEqual(
      [1, 2, 4].map((steps) => requestBody("anthropic", steps)),
    );
    expect(lines[0]).toMatchObject({ resent: true, status: 200 });
    expect(metrics.sums).toMatchObject({ resends: 1, results_shortened: 0, chars_kept: 0 });
  });

  it("passes a 400 to what it had not edited", async () => {
    const { arrived, post } = await proxyWorld({
      answer: (response) => void response.writeHead(400).end("no"),
    });
    const reply = await post("/v1/messages", requestBody("anthropic", 1));
    expect([reply.status, arrived.length]).toEqual([400, 2]);
    const small = await post("/v1/messages", '{"messages":[{"role":"user","content":"hi"}]}');
    expect([small.status, small.body.toString(), arrived.length]).toEqual([400, "no", 3]);
  });

  it("sends what a late editor held as it came, and so ever after", async () => {
    const world: { deliver: (() => void)[] } = { deliver: [] };
    const start = (): EditorThread => {
      const real = editorHere({ policy: "first-sight", firstSight: 1000 });
      return {
        ...real,
        onAnswer: (listener) =>
          real.onAnswer((answer) => {
            if (answer.id > 0) listener(answer);
            else world.deliver.push(() => listener(answer));
          }),
      };
    };
    const { arrived, post, lines } = await proxyWorld({
      start,
      times: { late: 300, stuck: 60_000 },
    });
    const body = requestBody("anthropic", 1);
    await post("/v1/messages", body);
    for (const deliver of world.deliver) deliver();
    await post("/v1/messages", body);
    await post("/v1/messages", requestBody("anthropic", 2));
    expect(arrived.map((each) => resultsIn(each.body)[0])).toEqual(Array(3).fill(resultText(0)));
    expect(lines[0]?.reason).toBe("late");
  });

  it.each(["observe", "first-sight"] as const)(
    "has a request seen while its reply still comes, and does not hold it for so long: %s",
    async (policy) => {
      const editing = { policy, firstSight: 1000 };
      const replies: ServerResponse[] = [];
      const start = (): EditorThread => {
        const real = editorHere(editing);
        return {
          ...real,
          post(message) {
            real.post(message);
            // A reply that waits for this ends in no other way.
            if (message.kind === "see") for (const reply of replies) reply.end("{}");
          },
        };
      };
      let asked = 0;
      const { post, lines } = await proxyWorld({
        ...{ editing, start },
        answer(response) {
          const mayEnd = policy === "first-sight" && asked++ === 0;
          if (mayEnd) return void response.end("{}");
          replies.push(response);
          response.write(" ");
        },
      });
      // Of the second, nothing is left to decide.
      for (const steps of [1, 2]) await post("/v1/messages", requestBody("anthropic", steps));
      await expect.poll(() => lines[1]).toMatchObject({ results: 2, status: 200 });
    },
  );

  it("leaves what was late raw where its reply broke off and it is asked for again", async () => {
    const start = (): EditorThread => {
      const real = editorHere({ policy: "first-sight", firstSight: 1000 });
      return {
        ...real,
        // The first is still in the queue when it is late, and leaves it unread.
        post: (message) => ("id" in message && message.id === 0 ? undefined : real.post(message)),
      };
    };
    const answers = ["none", "whole"];
    const { arrived, post } = await proxyWorld({
      start,
      times: { late: 50, stuck: 60_000 },
      answer: (response) =>
        void (answers.shift() === "none" ? response.destroy() : response.end("{}")),
    });
    const body = requestBody("anthropic", 1);
    expect((await post("/v1/messages", body)).status).toBe(502);
    expect((await post("/v1/messages", body)).status).toBe(200);
    expect(arrived.map((each) => each.body.toString())).toEqual([body, body]);
  });

  it("keeps the edits of what was sent before in a request that it is late for", async () => {
    const world = { isLate: false };
    const start = (): EditorThread => {
      const real = editorHere({ policy: "first-sight", firstSight: 1000 });
      return {
        ...real,
        onAnswer: (listener) =>
          real.onAnswer((answer) => {
            if (!world.isLate) return listener(answer);
            // Nobody waits for this edit any more; its account is to come in time.
            world.isLate = false;
          }),
      };
    };
    const { arrived, post, lines, metrics } = await proxyWorld({
      start,
      times: { late: 300, stuck: 60_000 },
    });
    for (const steps of [1, 4, 5, 7, 8]) {
      world.isLate = steps === 7;
      await post("/v1/messages", requestBody("anthropic", steps));
    }
    const sent = arrived.map(({ body }) => resultsIn(body));
    // The result of step 6 came too late to be shortened; those before it are what they were.
    for (const texts of sent) expect(sent.at(-1)?.slice(0, texts.length)).toEqual(texts);
    expect(sent[3]?.map((text, step) => text === resultText(step))).toEqual([
      ...[false, true, true, false, true, true, true],
    ]);
    expect(lines[3]).toMatchObject({ reason: "late", kept: 2, results: 7, shortened: 2 });
    expect(metrics.sums).toMatchObject({
      not_edited: 1,
      results_shortened: 2,
      results_left_raw: 2,
    });
  });

  it("waits longer for what may have been edited before a restart", async () => {
    const editing = {
      policy: "first-sight",
      firstSight: 1000,
      memo: join(folderWith({}), "sent"),
    } as const;
    const before = await proxyWorld({ editing });
    for (const steps of [1, 4]) await before.post("/v1/messages", requestBody("anthropic", steps));
    await before.editor.close();
    const start = (): EditorThread => {
      const real = editorHere(editing);
      const onAnswer: EditorThread["onAnswer"] = (listener) =>
        real.onAnswer((answer) => void setTimeout(() => listener(answer), 200));
      return { ...real, onAnswer };
    };
    const times = { late: 50, lateForgotten: 60_000, stuck: 120_000 };
    const { arrived, post, lines } = await proxyWorld({ editing, start, times });
    await post("/v1/messages", requestBody("anthropic", 5));
    const sent = [...before.arrived, ...arrived].map(({ body }) => resultsIn(body));
    expect(sent.at(-1)?.slice(0, 4)).toEqual(sent.at(-2));
    expect([lines[0]?.reason, lines[0]?.shortened]).toEqual([undefined, 2]);
    // What is known here, and what is new, is not waited for.
    await post("/v1/messages", requestBody("anthropic", 7));
    await post("/v1/messages", JSON.stringify({ messages: [{ role: "user", content: "Else." }] }));
    await expect.poll(() => lines.map(({ reason }) => reason)).toEqual([undefined, "late", "late"]);
  });

  it("finds them again where the marks of a cache have moved", () => {
    const sent = new SentEdits();
    const message = (id: number, mark: boolean) => ({
      role: "user",
      ...(mark && { cache_control: { type: "ephemeral" } }),
      content: [{ type: "tool_result", tool_use_id: `call ${id}`, content: "the same ".repeat(9) }],
    });
    const body = (marks: readonly boolean[]) =>
      Buffer.from(
        JSON.stringify({ messages: ["Do it.", ...marks.map((mark, id) => message(id, mark))] }),
      );
    const before = body([true, true, false, true]);
    const text = JSON.stringify("the same ".repeat(9));
    const splices = [0, 3].map((id) => {
      const start = before.indexOf(text, before.indexOf(`call ${id}`));
      return { start, end: start + text.length, text: `"short ${id}"` };
    });
    const format = "anthropic";
    for (const task of ["Again.", "Do it"]) {
      sent.add({ conversation: "two", format, task, body: before, splices });
      expect(sent.of(body([false, true]), format)).toBeUndefined();
      sent.forget("two");
    }
    sent.add({ conversation: "one", format, task: "Do it.", body: before, splices });
    const now = body([false, false, true, false, true, true]);
    const kept = sent.of(now, format);
    expect(kept?.conversation).toBe("one");
    const edited = Buffer.concat(bodyWith(now, kept?.splices ?? []).pieces);
    expect(resultsIn(edited).map((each) => each.slice(0, 8))).toEqual([
      ...["short 0", "the same", "the same", "short 3", "the same", "the same"],
    ]);
    sent.forget("one");
    expect(sent.of(now, format)).toBeUndefined();
  });

  it("sends a request as it came whose edits do not fit it", async () => {
    const start = (): EditorThread => {
      const real = editorHere({ policy: "first-sight", firstSight: 1000 });
      return {
        ...real,
        onAnswer: (listener) =>
          real.onAnswer(({ id, edit: { splices = [], ...edit } }) =>
            listener({ id, edit: { ...edit, splices: [...splices, ...splices] } }),
          ),
      };
    };
    const { arrived, post, lines } = await proxyWorld({ start });
    const body = requestBody("anthropic", 1);
    expect((await post("/v1/messages", body)).status).toBe(200);
    expect(arrived[0]?.body.toString()).toBe(body);
    expect(lines[0]).toMatchObject({ status: 200, reason: expect.stringMatching(/^the editor: /) });
  });

  it("ends a thread that never returns, and goes on with another", async () => {
    const script = `
      import { parentPort } from "node:worker_threads";
      parentPort.on("message", ({ kind }) => { while (kind === "edit"); });
    `;
    const stuck = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const options = { policy: "first-sight", firstSight: 1000 } as const;
    let [started, ended] = [0, 0];
    const start = (): EditorThread => {
      if (++started > 1) return editorHere(options);
      const thread = startEditorThread(options, stuck);
      thread.onEnd(() => ended++);
      return thread;
    };
    const { arrived, post, lines } = await proxyWorld({ start, times: { late: 50, stuck: 200 } });
    const body = requestBody("anthropic", 1);
    await post("/v1/messages", body);
    expect(arrived[0]?.body.toString()).toBe(body);
    // It takes no message, so it is terminated.
    await expect.poll(() => ended, { timeout: 10_000 }).toBe(1);
    await expect.poll(() => lines[0]?.reason).toBe("late");
    await post("/v1/messages", requestBody("anthropic", 1, { task: "Again." }));
    expect(resultsIn(arrived[1]?.body ?? "")).not.toEqual([resultText(0)]);
    expect(started).toBe(2);
  });

  it("gives up a thread that never answers, and goes on with another", async () => {
    let started = 0;
    const deaf: EditorThread = {
      ...{ post() {}, onAnswer() {}, onEnd() {} },
      end: async () => {},
    };
    const start = () => {
      started++;
      return started === 1 ? deaf : editorHere({ policy: "first-sight", firstSight: 1000 });
    };
    const { arrived, post, lines } = await proxyWorld({ start, times: { late: 50, stuck: 60 } });
    await post("/v1/messages", requestBody("anthropic", 1));
    expect(resultsIn(arrived[0]?.body ?? "")).toEqual([resultText(0)]);
    await expect
      .poll(async () => {
        await post("/v1/messages", requestBody("anthropic", 1, { task: "Again." }));
        return started;
      })
      .toBeGreaterThan(1);
    // What it never answered to is not tried again.
    await post("/v1/messages", requestBody("anthropic", 1));
    expect(resultsIn(arrived.at(-1)?.body ?? "")).toEqual([resultText(0)]);
    expect(lines.at(-1)?.reason).toBe("the editor did not answer");
  });
});

describe("a proxy whose upstream or client goes", () => {
  it("says 502 where the upstream cannot be reached", async () => {
    const { post, upstream, lines } = await proxyWorld();
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
    const reply = await post("/v1/messages", requestBody("anthropic", 1));
    expect(reply.status).toBe(502);
    expect(JSON.parse(reply.body.toString()).error.message).toContain("upstream");
    expect(lines[0]?.error).toBeDefined();
  });

  it("breaks a reply off where the upstream does", async () => {
    const { post, lines, metrics } = await proxyWorld({
      answer(response) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("event: message_start\n\n", () => response.destroy());
      },
    });
    await expect(post("/v1/messages", requestBody("anthropic", 1))).rejects.toThrow();
    await expect.poll(() => metrics.sums.upstream_errors).toBe(1);
    expect(lines[0]?.error).toBe("the upstream broke off");
  });

  it("cancels the upstream's reply when the client goes", async () => {
    let cancelled = false;
    const { port } = await proxyWorld({
      answer(response, _, request) {
        request.socket.once("close", () => {
          cancelled = true;
        });
        response.write("data: 1\n\n");
      },
    });
    const client = http.request({ host: "127.0.0.1", port, method: "POST", path: "/v1/messages" });
    client.on("error", () => {});
    client.on("response", (reply) => {
      reply.on("error", () => {});
      reply.once("data", () => client.destroy());
    });
    client.end(requestBody("anthropic", 1));
    await expect.poll(() => cancelled).toBe(true);
  });

  it("passes WebSockets byte for byte, and says that it did", async () => {
    const { port, upstream, lines, metrics } = await proxyWorld();
    upstream.on("upgrade", (_, socket) => {
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
      );
      socket.pipe(socket);
    });
    const socket = net.connect(port, "127.0.0.1");
    let got = "";
    socket.on("data", (chunk) => {
      got += chunk.toString("latin1");
      if (got.endsWith("\r\n\r\n")) socket.write("\u0001ping\u0002", "latin1");
    });
    socket.write(
      `GET /v1/responses HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    );
    await expect.poll(() => got).toContain("\u0001ping\u0002");
    expect(got).toMatch(/^HTTP\/1\.1 101 Switching Protocols/);
    socket.destroy();
    expect(lines).toMatchObject([
      {
        method: "GET",
        path: "/v1/responses",
        status: 101,
        reason: "a WebSocket: it passes unread",
      },
    ]);
    expect(metrics.sums).toMatchObject({ requests: 1, not_edited: 1, upstream_errors: 0 });
  });
});

describe("what a proxy says of itself", () => {
  it("has health, sums, and metrics for Prometheus", async () => {
    const stream = [
      'data: {"message":{"usage":{"input_tokens":3,"cache_read_input_tokens":100,"cache_creation_input_tokens":20}}}',
      'data: {"usage":{"output_tokens":17}}',
    ];
    const { get, post, lines } = await proxyWorld({
      answer: (response) => void response.end(`${stream.join("\n\n")}\n\n`),
    });
    await post("/v1/messages", requestBody("anthropic", 1));
    expect((await get("/healthz")).body.toString()).toBe("ok\n");
    const sums = JSON.parse((await get("/_elision/status")).body.toString());
    expect(sums.sums).toMatchObject({
      requests: 1,
      cache_read_tokens: 100,
      cache_write_tokens: 20,
    });
    const text = (await get("/metrics")).body.toString();
    expect(text).toContain('elision_requests_total{wire="anthropic",done="edited"} 1');
    expect(text).toContain("elision_results_shortened_total 1");
    for (const name of ["held", "edit_wait", "edit_work"])
      expect(text).toContain(`elision_${name}_seconds_count 1\n`);
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z_]+(\{[^}]*\})? [\d.e+-]+)$/);
    expect(lines[0]).toMatchObject({
      usage: { input: 3, cacheRead: 100, cacheWrite: 20, output: 17 },
    });
    expect(JSON.stringify(lines)).not.toContain("all is well");
  });

  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["BR", brotliCompressSync],
    ["identity", Buffer.from],
  ] as const)(
    "reads the usage of replies in %s, and passes them as they are",
    async (name, pack) => {
      const events = Array.from(
        { length: 3000 },
        (_, k) => `data: {"piece":"${k} ${k * 7919}"}\n\n`,
      );
      const usage = 'data: {"usage":{"input_tokens":3,"output_tokens":17}}\n\n';
      const packed = pack(Buffer.from(events.join("") + usage));
      // The second breaks off in the middle: what came until then says nothing of it.
      const replies = [packed, packed.subarray(0, packed.length - 40), Buffer.alloc(0)];
      const { post, lines } = await proxyWorld({
        answer(response) {
          const reply = replies[lines.length] ?? packed;
          response.writeHead(200, { "content-encoding": name });
          for (let at = 0; at < reply.length; at += 500)
            response.write(reply.subarray(at, at + 500));
          response.end();
        },
      });
      for (const [at, reply] of replies.entries()) {
        const { body } = await post("/v1/messages", requestBody("anthropic", 1));
        expect(body.equals(reply)).toBe(true);
        await expect.poll(() => lines.length).toBe(at + 1);
      }
      expect(lines.map((line) => line.usage?.output)).toEqual([17, undefined, undefined]);
    },
  );

  it("takes any host where a token keeps strangers out", async () => {
    const { get } = await proxyWorld({ token: "secret", anyHost: true });
    const headers = { host: "box.lan:8019", "x-elision-token": "secret" };
    expect((await get("/healthz", headers)).status).toBe(200);
    expect((await get("/healthz", { ...headers, origin: "http://evil.example" })).status).toBe(403);
    expect((await get("/healthz", { host: "box.lan:8019" })).status).toBe(403);
  });

  it("takes a whole address as the path, of this machine alone", async () => {
    const { port, arrived, get } = await proxyWorld();
    const headers = { host: "127.0.0.1" };
    for (const path of ["http://evil.example/v1/models", "http://127.0.0.1@evil.example/"])
      expect((await send(port, { method: "GET", path, headers })).status).toBe(403);
    const own = `http://127.0.0.1:${port}`;
    await get(`${own}/v1/models?x=1`);
    await get(`${own}?y`);
    expect(arrived.map(({ url }) => url)).toEqual(["/v1/models?x=1", "/?y"]);
    expect((await get(`${own}/healthz`)).body.toString()).toBe("ok\n");
  });

  it("takes a request of its own page, and of no other on this machine", async () => {
    const { port, get } = await proxyWorld();
    const ask = async (origin: string) => (await get("/healthz", { origin })).status;
    expect(await ask(`http://127.0.0.1:${port}`)).toBe(200);
    for (const origin of [
      "http://127.0.0.1:3000",
      "http://127.0.0.1",
      "null",
      "http://evil.example",
    ])
      expect([origin, await ask(origin)]).toEqual([origin, 403]);
  });
});
