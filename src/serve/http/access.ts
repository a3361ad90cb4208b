import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { digestOf } from "../../base/digest.ts";

/** Restricts who may use the proxy. */
export interface Access {
  /** The hosts that requests may name, without port; undefined: any, if a token is required. */
  readonly hosts?: readonly string[] | undefined;
  /** The text that `x-elision-token` must have; undefined: none, which is allowed only on loopback. */
  readonly token?: string | undefined;
}

/** The header of the token; it is never forwarded. */
export const TOKEN_HEADER = "x-elision-token";

/** Why a request is refused; undefined if it is not. */
export function refusal(
  headers: IncomingHttpHeaders,
  { hosts, token }: Access,
): string | undefined {
  // A page whose host name was rebound to loopback sends that name.
  const host = hostIn(headers.host ?? "");
  if (hosts !== undefined && !hosts.includes(host)) return `unknown host ${JSON.stringify(host)}`;
  const { origin } = headers;
  // A page from another port of this machine is another origin.
  const page = origin?.replace(/^[a-z]+:\/\//i, "").toLowerCase();
  if (page !== undefined && page !== headers.host?.toLowerCase())
    return "a request of another page";
  if (token === undefined) return undefined;
  const given = headers[TOKEN_HEADER];
  return typeof given === "string" && isSame(given, token)
    ? undefined
    : `${TOKEN_HEADER} is missing or wrong`;
}

/**
 * The path of a request, and the headers to check: an absolute URL as the path, which clients of proxies
 * send, replaces `Host` (RFC 9112, 3.2.2).
 */
export function addressed({ url = "/", headers }: Pick<IncomingMessage, "url" | "headers">): {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
} {
  const [whole, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (whole === undefined) return { path: url, headers };
  const path = url.slice(whole.length);
  return { path: path.startsWith("/") ? path : `/${path}`, headers: { ...headers, host } };
}

/** Compares in constant time, whatever the lengths. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(one)), Buffer.from(digestOf(other)));
}

/** A host without its port: `[::1]:80` is `[::1]`. */
function hostIn(host: string): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}
