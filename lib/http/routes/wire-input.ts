import type { CaptureRequest } from "../../ingest/capture/index.ts";
import type { PublicCall } from "../route.ts";

/** The parts of a request that capture decodes. */
export function toWireInput({ request, target }: PublicCall): CaptureRequest {
  return {
    path: target.path,
    query: target.query,
    contentType: request.headers["content-type"] ?? null,
    contentEncoding: request.headers["content-encoding"] ?? null,
    body: request.body,
    ip: request.ip,
  };
}
