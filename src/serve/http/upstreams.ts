import { badOption } from "../../base/errors.ts";

/** A provider that requests are sent to. */
export interface Upstream {
  /** Requests whose path begins with this go there, without the prefix; empty: all others. */
  readonly prefix: string;
  readonly url: URL;
}

/**
 * Parses upstreams as typed: `https://api.anthropic.com`, or `/openai=https://api.openai.com` for requests
 * below a path.
 *
 * @throws {ElisionError} `bad-option` for an invalid address, or a repeated prefix.
 */
export function parseUpstreams(values: readonly string[]): readonly Upstream[] {
  const upstreams = values.map(parseUpstream);
  const prefixes = upstreams.map(({ prefix }) => prefix);
  const twice = prefixes.find((prefix, at) => prefixes.indexOf(prefix) !== at);
  if (twice !== undefined)
    throw badOption("upstream", "one address for each path prefix", values.join(" "));
  // The longest prefix first, because it is the most specific.
  return [...upstreams].sort((a, b) => b.prefix.length - a.prefix.length);
}

function parseUpstream(value: string): Upstream {
  const [, prefix = "", address = ""] = /^(?:(\/[\w./-]*)=)?(.*)$/s.exec(value) ?? [];
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw badOption(
      "upstream",
      "an address such as https://api.anthropic.com, or /openai=https://api.openai.com",
      value,
    );
  if (url.username !== "" || url.password !== "")
    throw badOption(
      "upstream",
      "an address without a user and a password: clients send keys of their own",
      value.replace(/\/\/.*@/s, "//…@"),
    );
  return { prefix: prefix.replace(/\/+$/, ""), url };
}

/** Whether requests would return to a proxy that listens there. */
export function leadsTo(
  { url }: Upstream,
  { host, port }: { readonly host: string; readonly port: number },
): boolean {
  const isHere = [host, ...HERE].includes(hostnameOf(url));
  return isHere && Number(url.port || DEFAULT_PORTS[url.protocol]) === port;
}

/** The host of an address as sockets take it: an IPv6 address without brackets. */
export function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

const HERE = ["127.0.0.1", "::1", "localhost"] as const;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** An upstream for display: its address, and the path that leads there. */
export function inWords({ prefix, url }: Upstream): string {
  const address = url.origin + url.pathname.replace(/\/$/, "");
  return prefix === "" ? address : `${prefix} = ${address}`;
}

/** An upstream, and the path of a request at it. */
export interface Target {
  readonly upstream: Upstream;
  readonly path: string;
}

/** The target of a request; undefined if no upstream takes it. */
export function routeOf(path: string, upstreams: readonly Upstream[]): Target | undefined {
  const upstream = upstreams.find(
    ({ prefix }) =>
      prefix === "" ||
      path === prefix ||
      (/^[/?]/.test(path.slice(prefix.length)) && path.startsWith(prefix)),
  );
  if (upstream === undefined) return undefined;
  const { prefix, url } = upstream;
  return { upstream, path: url.pathname.replace(/\/$/, "") + path.slice(prefix.length) };
}
