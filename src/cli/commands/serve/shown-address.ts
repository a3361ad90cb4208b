import { isIPv6 } from "node:net";

/** An address and a port as in a URL: `127.0.0.1:8019`, `[::1]:8019`. */
export function shownAddress(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
