import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { describe, expect, it } from "vitest";
import type { LivePolicy } from "../../src/serve/editor/editing.ts";
import { LIVE_PATHS, requestBody, resultsIn, resultText } from "../support/live-agent.ts";
import { proxyWorld } from "../support/proxy-world.ts";

const POLICIES = ["observe", "first-sight"] as const satisfies readonly LivePolicy[];

describe.each(POLICIES)("a proxy that follows %s", (policy) => {
  it.each(["1.1", "1.0"])("passes early hints before the reply to HTTP/%s", async (version) => {
    const { port, arrived } = await proxyWorld({
      editing: { policy },
      answer(response) {
        response.writeEarlyHints({ link: "</style.css>; rel=preload", "x-note": "soon" }, () =>
          response.end("done"),
        );
      },
    });
    const body = '{"model": "m", "messages": [{"role": "user", "content": "Do it."}]}';
    const lines = [
      `POST ${LIVE_PATHS.anthropic} HTTP/${version}`,
      "Host: 127.0.0.1",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Expect: 100-continue",
      "Connection: close",
    ];
    const text = await new Promise<string>((resolve) => {
      let all = "";
      const socket = net.connect(port, "127.0.0.1", () =>
        socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`),
      );
      socket.setEncoding("latin1").on("data", (chunk) => {
        all += chunk;
      });
      socket.on("close", () => resolve(all));
    });
    const statuses = text.match(/^HTTP\/1\.1 \d+/gm);
    const hints = /x-note: soon\r\n(?:.+\r\n)*\r\nHTTP\/1\.1 200/.test(text);
    expect([statuses, hints]).toEqual(
      version === "1.0"
        ? [["HTTP/1.1 200"], false]
        : [["HTTP/1.1 100", "HTTP/1.1 103", "HTTP/1.1 200"], true],
    );
    expect(text.endsWith("done")).toBe(true);
    expect(arrived[0]?.body.toString()).toBe(body);
  });

  it("passes the trailers of requests in chunks, edited or not", async () => {
    const { port, arrived } = await proxyWorld({ editing: { policy } });
    const body = requestBody("anthropic", 1);
    for (const path of [LIVE_PATHS.anthropic, "/v1/files"]) {
      const request = http.request({ host: "127.0.0.1", port, method: "POST", path });
      request.write(body.slice(0, 100));
      request.write(body.slice(100));
      request.addTrailers({ "X-Sum": "7", "X-Signed": "by me" });
      request.end();
      const [reply] = (await once(request, "response")) as [http.IncomingMessage];
      await once(reply.resume(), "end");
    }
    const trailers = ["X-Sum", "7", "X-Signed", "by me"];
    expect(arrived.map((each) => each.trailers)).toEqual([trailers, trailers]);
    const isShort = arrived.map((each) => resultsIn(each.body)[0] !== resultText(0));
    expect(isShort).toEqual([policy === "first-sight", false]);
  });

  it("passes thousands of headers, and 100 kB of them, both ways", async () => {
    const many = Array.from({ length: 2500 }, (_, at) => [`x-${at}`, "v".repeat(30)]);
    const { post, arrived } = await proxyWorld({
      editing: { policy },
      answer(response) {
        for (const [name = "", value = ""] of many) response.setHeader(name, value);
        response.end("{}");
      },
    });
    const reply = await post(
      LIVE_PATHS.anthropic,
      requestBody("anthropic", 1),
      Object.fromEntries(many),
    );
    // As texts: to look for each of 5,000 in a list of as many takes a minute.
    const whole = many.flat().join();
    expect(String(arrived[0]?.headers).includes(whole)).toBe(true);
    expect(String(reply.headers).includes(whole)).toBe(true);
  });
});
