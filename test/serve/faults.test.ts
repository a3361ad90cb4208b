import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LivePolicy } from "../../src/serve/editor/editing.ts";
import type { EditorAnswer } from "../../src/serve/editor/editor-messages.ts";
import type { EditorThread } from "../../src/serve/editor/replaceable-thread.ts";
import { neverArrived } from "../../src/serve/http/forward.ts";
import { LIVE_PATHS, requestBody } from "../support/live-agent.ts";
import { proxyWorld } from "../support/proxy-world.ts";

const POLICIES = ["observe", "first-sight"] as const satisfies readonly LivePolicy[];
const PATH = LIVE_PATHS.anthropic;

/** A server that speaks no HTTP of Node's; its address. */
async function rawServer(onSocket: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(POLICIES)("a proxy that follows %s", (policy) => {
  const editing = { policy };

  it("gives what a slow upstream sends as it comes", async () => {
    const world: { goOn?: () => void } = {};
    const { port } = await proxyWorld({
      editing,
      answer(response) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("event: one\n\n");
        world.goOn = () => response.end("event: two\n\n");
      },
    });
    // The second is sent only when the first was seen.
    const seen = await new Promise<string[]>((resolve, reject) => {
      const chunks: string[] = [];
      const request = http.request(
        { host: "127.0.0.1", port, method: "POST", path: PATH },
        (reply) => {
          reply.setEncoding("utf8");
          reply.on("data", (chunk: string) => {
            chunks.push(chunk);
            world.goOn?.();
          });
          reply.on("end", () => resolve(chunks));
        },
      );
      request.on("error", reject);
      request.end(requestBody("anthropic", 1));
    });
    expect(seen.join("")).toBe("event: one\n\nevent: two\n\n");
  });

  it.each([
    [429, "rate_limit_error"],
    [529, "overloaded_error"],
    [500, "api_error"],
  ])("passes a %s with its headers, once", async (status, type) => {
    const body = JSON.stringify({ type: "error", error: { type, message: "later" } });
    const { arrived, post, get, metrics } = await proxyWorld({
      editing,
      answer(response) {
        response.writeHead(status, { "Retry-After": "7", "x-should-retry": "true" }).end(body);
      },
    });
    const reply = await post(PATH, requestBody("anthropic", 1));
    expect(reply).toMatchObject({ status, body: Buffer.from(body) });
    expect(reply.headers).toEqual(expect.arrayContaining(["Retry-After", "7", "x-should-retry"]));
    expect(arrived).toHaveLength(1);
    // Where it was edited: its provider bills nothing for it, so that saved no money.
    const shortened = editing.policy === "observe" ? 0 : 1;
    expect(metrics.sums).toMatchObject({ results_shortened: shortened, dollars_saved: 0 });
    const [conversation] = JSON.parse(
      (await get("/_elision/status")).body.toString(),
    ).conversations;
    expect(conversation).toMatchObject({ shortened, money: { saved: 0 } });
  });

  it("answers 502 where the upstream speaks no HTTP, no TLS, or goes before it answers", async () => {
    const garbage = await rawServer((socket) => void socket.end("what? no.\r\n\r\n"));
    const goes = await rawServer((socket) => void socket.once("data", () => socket.destroy()));
    for (const to of [`http://${garbage}`, `https://${garbage}`, `http://${goes}`]) {
      const { post, lines, metrics } = await proxyWorld({ editing, to });
      const reply = await post(PATH, requestBody("anthropic", 1));
      expect([reply.status, to]).toEqual([502, to]);
      expect(JSON.parse(reply.body.toString()).error.type).toBe("elision");
      expect(lines[0]?.error).toMatch(to.startsWith("https") ? /^TLS failed: [a-z ]+$/ : /\w/);
      expect(metrics.sums.upstream_errors).toBe(1);
    }
  });

  it("sends to an upstream that answers on IPv6 alone, or says why it could not", async () => {
    const server = http.createServer((request, response) => {
      request.resume();
      request.on("end", () => response.end(request.headers.host));
    });
    const has6 = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(0, "::1", () => resolve(true));
    });
    onTestFinished(() => void server.close());
    // Where this machine has none, port 1 has nobody either.
    const to = `[::1]:${has6 ? (server.address() as AddressInfo).port : 1}`;
    const { post, lines } = await proxyWorld({ editing, to: `http://${to}` });
    const { status, body } = await post(PATH, requestBody("anthropic", 1));
    if (has6) expect([status, body.toString()]).toEqual([200, to]);
    else expect([status, typeof lines[0]?.error]).toEqual([502, "string"]);
    server.closeAllConnections();
  });

  it("sends again what met a connection that the upstream had just closed", async () => {
    const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok";
    let requests = 0;
    const to = await rawServer((socket) => {
      let isUsed = false;
      let text = "";
      socket.on("data", (chunk) => {
        if (isUsed) return void socket.resetAndDestroy();
        text += chunk;
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (Buffer.byteLength(text) < text.indexOf("\r\n\r\n") + 4 + length) return;
        isUsed = true;
        requests++;
        socket.write(answer);
      });
    });
    const { post, get } = await proxyWorld({ editing, to: `http://${to}` });
    for (let count = 1; count <= 4; count++) {
      expect((await post(PATH, requestBody("anthropic", count))).status).toBe(200);
      expect((await get("/v1/models")).status).toBe(200);
      expect(requests).toBe(2 * count);
    }
  });

  it("goes on with a connection whose upstream answered before it had all of a request", async () => {
    const answer = "HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbig!";
    const to = await rawServer((socket) => void socket.once("data", () => socket.end(answer)));
    const { port, lines } = await proxyWorld({ editing, to: `http://${to}` });
    for (const path of [PATH, "/v1/files"]) {
      const body = requestBody("anthropic", 1) + " ".repeat(16_000_000);
      const socket = net.connect(port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      let got = "";
      socket.setEncoding("latin1").on("data", (text) => {
        got += text;
      });
      const isRead = policy === "first-sight" && path === PATH;
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.slice(0, 100_000));
      // One that is to be edited is read as a whole first.
      if (!isRead) await expect.poll(() => got).toMatch(/big!$/);
      socket.write(body.slice(100_000));
      socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      await expect.poll(() => got, { timeout: 10_000 }).toMatch(/big!HTTP\/1\.1 200 .*ok\n$/s);
    }
    await expect.poll(() => lines.map(({ status }) => status)).toEqual([413, 413]);
  });

  it("answers 502 where the upstream leaves HTTP though nobody asked for that", async () => {
    const head = "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n";
    const to = await rawServer((socket) => void socket.once("data", () => socket.write(head)));
    const { post, get, lines } = await proxyWorld({ editing, to: `http://${to}` });
    const statuses = [await post(PATH, requestBody("anthropic", 1)), await get("/v1/models")];
    expect(statuses.map(({ status }) => status)).toEqual([502, 502]);
    expect(lines[0]?.error).toBeTypeOf("string");
  });

  it.each([{}, { "Transfer-Encoding": "chunked" }])(
    "passes a body over 64 MB as it comes, and says so: %j",
    async (headers: Record<string, string>) => {
      const { arrived, post, lines, metrics } = await proxyWorld({ editing });
      const body = Buffer.alloc(65 * 1024 * 1024, " ");
      body.write(requestBody("anthropic", 1));
      expect((await post(PATH, body, headers)).status).toBe(200);
      expect(arrived[0]?.body.equals(body)).toBe(true);
      await expect.poll(() => lines[0]?.reason).toBe("larger than 64 MB");
      expect(metrics.sums.not_edited).toBe(1);
    },
  );

  it("cancels all requests of a client that goes, those that wait for their turn as well", async () => {
    let [asked, cancelled] = [0, 0];
    const { port, lines, metrics } = await proxyWorld({
      editing,
      answer(response) {
        asked++;
        response.once("close", () => cancelled++);
      },
    });
    const body = requestBody("anthropic", 1);
    const one = `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const socket = net.connect(port, "127.0.0.1", () => socket.write(one + one));
    await expect.poll(() => asked).toBe(2);
    socket.destroy();
    await expect.poll(() => [cancelled, lines.length]).toEqual([2, 2]);
    expect(lines[0]?.error).toBe("the client went before its reply had ended");
    expect(metrics.sums).toMatchObject({ clients_gone: 2, upstream_errors: 0 });
  });

  it("lets go of the upstream where the client dies with its request half sent", async () => {
    const { port, arrived, lines } = await proxyWorld({ editing });
    const socket = net.connect(port, "127.0.0.1");
    const half = `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"mess`;
    await new Promise<void>((resolve) => socket.end(half, () => resolve()));
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]?.error).toBeTypeOf("string");
    expect(arrived).toEqual([]);
  });
});

describe("a proxy that holds a request", () => {
  it("does not send it where its client went meanwhile", async () => {
    let answer = () => {};
    let isWaiting = false;
    const start = (): EditorThread => ({
      post: (message) => {
        if (message.kind !== "edit") return;
        isWaiting = true;
        answer = () => listener({ id: message.id, edit: {} });
      },
      onAnswer: (listens) => {
        listener = listens;
      },
      onEnd() {},
      end: async () => {},
    });
    let listener: (answer: EditorAnswer) => void = () => {};
    const { port, lines, arrived, server } = await proxyWorld({ start });
    const body = requestBody("anthropic", 1);
    const closed = new Promise((resolve) =>
      server.once("connection", (socket) => socket.once("close", resolve)),
    );
    const head = `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n`;
    const client = net.connect(port, "127.0.0.1", () => client.write(head + body));
    await expect.poll(() => isWaiting).toBe(true);
    client.destroy();
    await closed;
    answer();
    await expect.poll(() => lines.length).toBe(1);
    expect([lines[0]?.error, arrived]).toEqual(["the client went before its reply had ended", []]);
  });
});

describe("a request that failed", () => {
  it.each([
    ["EPIPE", false, true],
    ["EPIPE", true, true],
    ["ECONNRESET", true, true],
    // It may have been there, and was perhaps answered.
    ["ECONNRESET", false, false],
    ["ECONNREFUSED", false, false],
  ])("of %s, on a connection used before: %s, is sent again: %s", (code, reusedSocket, again) => {
    expect(neverArrived({ request: { reusedSocket } }, { code })).toBe(again);
  });
});
