import { answerFetch } from "./fetch.ts";
import type { FetchOptions } from "./fetch.ts";

/** Sends the result of `composeWebhook` (reference/plugins.md 5). @returns the failure; null = none */
export async function sendWebhook(options: FetchOptions, webhook: unknown, ended: AbortSignal): Promise<string | null> {
  const { url, body, headers, method } = webhook as Record<string, unknown>;
  if (typeof url !== "string" || typeof body !== "string") return "it returned no url and body";
  try {
    const request = {
      url,
      method: typeof method === "string" ? method.toUpperCase() : "POST",
      headers: toHeaders(headers),
      body: Buffer.from(body).toString("base64"),
      redirect: "follow",
      timeoutMs: 0,
    };
    const { status } = await answerFetch(options, request, ended);
    return status < 400 ? null : `${new URL(url).host} answered ${status}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

function toHeaders(given: unknown): [string, string][] {
  const own = typeof given === "object" && given !== null ? Object.entries(given) : [];
  const headers = own.map(([name, value]): [string, string] => [name.toLowerCase(), String(value)]);
  const hasType = headers.some(([name]) => name === "content-type");
  return hasType ? headers : [...headers, ["content-type", "application/json"]];
}
