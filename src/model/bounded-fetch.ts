import { ElisionError } from "../base/errors.ts";

/** The most bytes of a reply, from a server or a command: 8192 tokens are 40 kB. */
export const MAX_REPLY_BYTES = 10_000_000;

/** Redirects followed for one request. */
const MAX_REDIRECTS = 5;

/** Statuses that ask for the same request at another address. */
const REDIRECTS = new Set([301, 302, 307, 308]);

/**
 * `fetch` for a server that is sent texts and a key: it follows redirects within the server's origin
 * only, and ends a reply that grows past `maxBytes`, 10 MB unless told.
 *
 * @throws {ElisionError} `model-redirect`, and `model-reply-size` while the body is read.
 */
export async function boundedFetch(
  address: string | URL | Request,
  init: RequestInit = {},
  maxBytes = MAX_REPLY_BYTES,
): Promise<Response> {
  let url = new URL(address instanceof Request ? address.url : address);
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) return bounded(response, maxBytes);
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== url.origin) throw otherOrigin(url, next);
    if (redirects === MAX_REDIRECTS)
      throw new ElisionError("model-redirect", `${url.origin} redirects without end`);
    url = next;
  }
}

function otherOrigin(from: URL, to: URL): ElisionError {
  return new ElisionError(
    "model-redirect",
    `${from.origin} redirects to ${to.origin}: refused, the texts are for ${from.origin} only`,
  );
}

/** The same response, whose body fails once it is too large. */
function bounded(response: Response, maxBytes: number): Response {
  if (response.body === null) return response;
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > maxBytes) controller.error(tooLarge(maxBytes));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

function tooLarge(maxBytes: number): ElisionError {
  return new ElisionError("model-reply-size", `the reply is larger than ${maxBytes / 1e6} MB`);
}
