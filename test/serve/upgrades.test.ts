import http from "node:http";
import net, { type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTunnels, drained } from "../../src/serve/drain.ts";
import { requestBody, resultsIn } from "../support/live-agent.ts";
import { proxyWorld } from "../support/proxy-world.ts";

/** A connection, and what came on it so far. */
function connected(port: number, text: string) {
  const socket = net.connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const world = { socket, got: "" };
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    world.got += chunk.toString("latin1");
  });
  socket.write(text);
  return world;
}

const UPGRADE = ["Upgrade: websocket", "Connection: Upgrade"] as const;

/** A WebSocket through a proxy, and its other end. */
async function webSocket() {
  const world = await proxyWorld();
  const there = new Promise<Duplex>((resolve) =>
    world.upstream.on("upgrade", (_, socket) => {
      socket.on("error", () => {});
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
      );
      resolve(socket);
    }),
  );
  const here = connected(
    world.port,
    "GET /v1/responses HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\r\n",
  );
  await expect.poll(() => here.got).toMatch(/^HTTP\/1\.1 101 /);
  return { ...world, here: here.socket, there: await there };
}

describe("a request that asks for another protocol", () => {
  it("stays HTTP where that is HTTP/2, with its body, and is edited", async () => {
    const { port, arrived, lines } = await proxyWorld();
    const body = requestBody("anthropic", 1);
    const ask = (connection: string) =>
      `POST /v1/messages HTTP/1.1\r\nConnection: ${connection}\r\nHost: 127.0.0.1\r\n` +
      "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\nUpgrade: h2c\r\nX-Beta: 1\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    // The second comes on the same connection, and asks again.
    const client = connected(port, ask("Upgrade, HTTP2-Settings"));
    await expect.poll(() => client.got).toMatch(/^HTTP\/1\.1 200 /);
    client.socket.write(ask("close, Upgrade, HTTP2-Settings"));
    await expect.poll(() => client.got.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    for (const { headers, body: sent } of arrived) {
      expect(headers).toContain("X-Beta");
      expect(headers.join().toLowerCase()).not.toMatch(/h2c|http2/);
      expect(resultsIn(sent)[0]?.length).toBeLessThanOrEqual(1000);
    }
    await expect.poll(() => lines.length).toBe(2);
  });

  it("is judged as every other", async () => {
    const { port, arrived, metrics } = await proxyWorld();
    const client = connected(
      port,
      "POST /v1/messages HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}",
    );
    await expect.poll(() => client.got).toMatch(/^HTTP\/1\.1 403 /);
    expect([arrived, metrics.sums.refused]).toEqual([[], 1]);
  });
});

describe("a WebSocket", () => {
  it.each([
    ["of an unknown host", ["Host: evil.example", "x-elision-token: secret"]],
    [
      "of a page of another origin",
      ["Host: 127.0.0.1", "Origin: https://evil.example", "x-elision-token: secret"],
    ],
    ["without a token", ["Host: 127.0.0.1"]],
    ["with another token", ["Host: 127.0.0.1", "x-elision-token: secreT"]],
  ])("%s is refused", async (_, headers) => {
    const { port, upstream, metrics } = await proxyWorld({ token: "secret" });
    let asked = 0;
    upstream.on("upgrade", (_request, socket) => {
      asked++;
      socket.destroy();
    });
    const head = ["GET /v1/responses HTTP/1.1", ...headers, ...UPGRADE].join("\r\n");
    const client = connected(port, `${head}\r\n\r\n`);
    await expect.poll(() => client.got).toMatch(/^HTTP\/1\.1 403 /);
    expect([asked, metrics.sums.refused]).toEqual([0, 1]);
  });

  it("is passed without the token, to the upstream's own host", async () => {
    const { port, upstream } = await proxyWorld({ token: "secret" });
    const there = new Promise<http.IncomingMessage>((resolve) =>
      upstream.on("upgrade", (request, socket) => {
        socket.destroy();
        resolve(request);
      }),
    );
    const headers = ["Host: 127.0.0.1", "x-elision-token: secret", "X-Beta: 1"];
    const head = ["GET /v1/responses HTTP/1.1", ...headers, ...UPGRADE].join("\r\n");
    connected(port, `${head}\r\n\r\n`);
    const { port: own } = upstream.address() as AddressInfo;
    const got = (await there).headers;
    expect(got).toMatchObject({ host: `127.0.0.1:${own}`, "x-beta": "1", upgrade: "websocket" });
    expect(got).not.toHaveProperty("x-elision-token");
  });

  it("ends on both sides where either ends", async () => {
    const one = await webSocket();
    one.here.end();
    await expect.poll(() => one.there.closed || one.there.readableEnded).toBe(true);
    await expect.poll(() => one.here.closed).toBe(true);
    const other = await webSocket();
    other.there.end();
    await expect.poll(() => other.here.closed).toBe(true);
  });

  it("gets the refusal of its upstream as it reads", async () => {
    const { port, upstream, lines } = await proxyWorld();
    upstream.on("upgrade", (_, socket) =>
      socket.end(
        "HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwho?\r\n0\r\n\r\n",
      ),
    );
    const reply = await new Promise<string>((resolve, reject) => {
      const headers = { connection: "Upgrade", upgrade: "websocket" };
      http
        .get({ port, host: "127.0.0.1", path: "/v1/responses", headers }, (got) => {
          let text = `${got.statusCode} `;
          got.on("data", (chunk) => {
            text += chunk;
          });
          got.on("end", () => resolve(text));
          got.on("error", reject);
        })
        .on("error", reject);
    });
    expect(reply).toBe("401 who?");
    expect(lines[0]).toMatchObject({ status: 401 });
  });

  it("does not keep a proxy from its end once it is quiet", async () => {
    const { server, tunnels, here } = await webSocket();
    await drained(server, tunnels, { every: 1, quiet: 5 });
    await expect.poll(() => here.closed).toBe(true);
  });

  it("is not quiet as long as bytes go over it", async () => {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    onTestFinished(() => void server.close());
    const other = new Promise<Duplex>((resolve) => server.on("upgrade", (_, s) => resolve(s)));
    const { port } = server.address() as AddressInfo;
    const client = connected(
      port,
      "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    );
    const socket = await other;
    const tunnels = createTunnels();
    tunnels.add(socket);
    for (let count = 1; count <= 5; count++) {
      socket.write("x");
      await expect.poll(() => client.got.length).toBe(count);
      tunnels.endQuiet(2);
      tunnels.endQuiet(2);
    }
    expect(socket.destroyed).toBe(false);
    tunnels.endQuiet(2);
    expect(socket.destroyed).toBe(true);
  });
});
