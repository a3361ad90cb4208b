import { TOKEN_HEADER } from "./access.ts";

/** Headers that are between two hops alone (RFC 9110, 7.6.1), and those that the proxy sets itself. */
const OF_ONE_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** The headers of a request as the upstream gets them: all, in order and as often as they came. */
export function requestHeaders(raw: readonly string[], host: string): string[] {
  return [...without(raw, [...OF_ONE_HOP, "host", "content-length", TOKEN_HEADER]), "Host", host];
}

/** The headers of a response as the client gets them. */
export function responseHeaders(raw: readonly string[]): string[] {
  return without(raw, OF_ONE_HOP);
}

/** Names and values in turn, but for some names, and for those that `Connection` lists. */
function without(raw: readonly string[], names: readonly string[]): string[] {
  const left = new Set(names);
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.toLowerCase() === "connection")
      for (const name of (raw[at + 1] ?? "").split(",")) left.add(name.trim().toLowerCase());
  return raw.flatMap((value, at) => {
    const name = raw[at - (at % 2)]?.toLowerCase() ?? "";
    return left.has(name) ? [] : [value];
  });
}
