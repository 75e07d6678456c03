import type { PluginOptions } from "../options.ts";
import type { GuestRequest, GuestResponse } from "../guest/fetch.ts";
import { LIMITS } from "../sandbox/limits.ts";
import { AbortError } from "../abort-error.ts";
import { FetchError } from "../fetch-error.ts";
import { readBounded } from "../../base/read-bounded.ts";

/** Bytes of a response, in the host's memory. */
const MAX_BYTES = 10 * 1024 * 1024;
/**
 * The share of a call's time for one request: a plugin that waits for a dead server gets an error instead of being
 * stopped.
 */
const MAX_SHARE = 0.8;

export type FetchOptions = Pick<PluginOptions, "pluginFetch" | "pluginLimits">;

/**
 * Sends a plugin's request by the embedding program's function.
 * @param ended aborts when nobody needs the answer
 * @throws an error named FetchError, or AbortError when it took too long
 */
export async function answerFetch(
  { pluginFetch: fetch, pluginLimits }: FetchOptions,
  request: GuestRequest,
  ended: AbortSignal,
): Promise<GuestResponse> {
  const { url, method, headers, body, redirect, timeoutMs } = request;
  if (fetch === undefined) throw new FetchError(`request to ${url} failed, reason: fetch is off (option pluginFetch)`);
  const { protocol } = toUrl(url);
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("Only HTTP(S) protocols are supported");
  const maxMs = Math.ceil((pluginLimits?.wallMs ?? LIMITS.wallMs) * MAX_SHARE);
  const limitMs = timeoutMs > 0 ? Math.min(timeoutMs, maxMs) : maxMs;
  let response: Response;
  let bytes: Buffer | null;
  try {
    response = await fetch(url, {
      method,
      headers,
      body: body === null || method === "GET" || method === "HEAD" ? null : Buffer.from(body, "base64"),
      redirect: redirect === "manual" || redirect === "error" ? redirect : "follow",
      signal: AbortSignal.any([AbortSignal.timeout(limitMs), ended]),
    });
    bytes = await readBounded(response, MAX_BYTES);
  } catch (error) {
    throw toFetchError(url, error);
  }
  if (bytes === null) throw new FetchError(`content size at ${response.url} over limit: ${MAX_BYTES}`);
  return {
    status: response.status,
    statusText: response.statusText,
    url: response.url || url,
    headers: [...response.headers],
    body: bytes.toString("base64"),
  };
}

function toUrl(url: string): URL {
  if (!URL.canParse(url)) throw new TypeError("Only absolute URLs are supported");
  return new URL(url);
}

function toFetchError(url: string, error: unknown): Error {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
  if (name === "AbortError" || name === "TimeoutError") return new AbortError("The user aborted a request.");
  const reason = cause instanceof Error ? cause.message : message;
  return new FetchError(`request to ${url} failed, reason: ${reason}`);
}
