import { textReply } from "../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import type { Asset } from "./assets.ts";

/** Sends a file, with gzip to clients that take it; 404 when there is none. */
export function answerAsset({ headers }: Pick<HttpRequest, "headers">, asset: Asset | undefined): HttpReply {
  if (asset === undefined) return textReply(404, "There is no such file.");
  const isGzip = headers["accept-encoding"]?.includes("gzip") === true;
  return {
    status: 200,
    headers: { ...asset.headers, ...(isGzip && { "content-encoding": "gzip" }) },
    body: isGzip ? asset.gzipped() : asset.bytes,
  };
}
