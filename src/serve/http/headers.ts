import { TOKEN_HEADER } from "./access.ts";

/** Hop-by-hop headers (RFC 9110, 7.6.1), and those that the proxy sets itself. */
const OF_ONE_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const OF_REQUEST: ReadonlySet<string> = new Set([
  ...OF_ONE_HOP,
  ...["host", "content-length", TOKEN_HEADER],
]);

/** The headers of a request for the upstream: in order, and repeated as they were received. */
export function requestHeaders(raw: readonly string[], host: string): string[] {
  return [...without(raw, OF_REQUEST), "Host", host];
}

/** The headers of a response for the client. */
export function responseHeaders(raw: readonly string[]): string[] {
  return without(raw, OF_ONE_HOP);
}

/** Alternating names and values, without some names and those that `Connection` lists. */
function without(raw: readonly string[], names: ReadonlySet<string>): string[] {
  let left = names;
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.toLowerCase() === "connection") left = withListed(left, raw[at + 1] ?? "");
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    if (!left.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

function withListed(names: ReadonlySet<string>, list: string): ReadonlySet<string> {
  return new Set([...names, ...list.split(",").map((name) => name.trim().toLowerCase())]);
}
