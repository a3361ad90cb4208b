/** Why a request failed, on one line, without a library's addresses and source positions. */
export function upstreamFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, reason] = OPENSSL.exec(message) ?? [];
  return reason === undefined ? message.trim() : `TLS failed: ${reason}`;
}

/** `write EPROTO 80CC…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/…` */
const OPENSSL = /:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/;
