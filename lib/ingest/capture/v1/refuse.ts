import { HogletError } from "../../../base/errors.ts";

/**
 * Refuses a request: `code` is the tag that v1 clients get as `error` (reference/capture.md 8), `detail` their
 * `error_description`.
 */
export function refuse(status: 400 | 401 | 413 | 415, code: string, detail: string, cause?: unknown): HogletError {
  const type = status === 401 ? "authentication_error" : "invalid_request";
  return new HogletError({ status, type, code, detail, cause });
}
