import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { HttpReply } from "../../lib/index.ts";

/** Smaller replies fit into one packet in any form. Replies to captures are smaller too, and cost nothing here. */
const SMALLEST_LENGTH = 1024;
/** Level 1 makes lists of events eight times smaller for 2 ms per MB; level 6 takes five times as long for a fifth less. */
const LEVEL = 1;
const toGzip = promisify(gzip);

/**
 * A reply in the encoding that its client accepts: JSON text above 1 kB as gzip, off the main thread; any other reply,
 * streams among them, as it is.
 * @param accepted the request's `accept-encoding`
 */
export function compressed(reply: HttpReply, accepted: string | undefined): HttpReply | Promise<HttpReply> {
  const { headers, body } = reply;
  if (typeof body !== "string" || body.length < SMALLEST_LENGTH) return reply;
  if (!headers["content-type"]?.startsWith("application/json") || headers["content-encoding"] !== undefined)
    return reply;
  const vary = headers["vary"] === undefined ? "accept-encoding" : `${headers["vary"]}, accept-encoding`;
  if (!acceptsGzip(accepted)) return { ...reply, headers: { ...headers, vary } };
  return toGzip(body, { level: LEVEL }).then((bytes) => ({
    ...reply,
    headers: { ...headers, vary, "content-encoding": "gzip" },
    body: bytes,
  }));
}

/** Does the header name gzip, or everything, without `q=0`? (RFC 9110 12.5.3) */
function acceptsGzip(accepted = ""): boolean {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(",")
      .map((each) => {
        const [name = "", ...parameters] = each.split(";").map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith("q="));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))];
      }),
  );
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}
