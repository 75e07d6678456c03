import { TextDecoder, TextEncoder } from "../../lib/base/platform.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import { ToolFault } from "./tool-fault.ts";

/** A call's author: a key, or (on stdio) the user of this machine. */
export type Grant = { authorization: string } | Required<Pick<HttpRequest, "actor">>;

/** The HTTP API in a caller's name: a tool may do what the caller's key may, and nothing else. */
export interface Api {
  get<Answer>(path: string, query?: Readonly<Record<string, unknown>>): Promise<Answer>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  patch<Answer>(path: string, body: unknown): Promise<Answer>;
}

interface ApiOptions {
  handle(request: HttpRequest): Promise<HttpReply>;
  grant: Grant;
  signal: AbortSignal;
  /** Begins every path, such as `/api/projects/1`. */
  prefix: string;
}

/** Opens the API. Its methods throw ToolFault with the API's own sentence. */
export function openApi({ handle, grant, signal, prefix }: ApiOptions): Api {
  const ask = async (method: string, path: string, body?: unknown): Promise<never> => {
    const reply = await handle({
      method,
      url: prefix + path,
      headers: {
        "content-type": "application/json",
        ...("authorization" in grant && { authorization: grant.authorization }),
      },
      body: body === undefined ? new Uint8Array(0) : new TextEncoder().encode(JSON.stringify(body)),
      ip: null,
      signal,
      ...("actor" in grant && { actor: grant.actor }),
    });
    const text = typeof reply.body === "string" ? reply.body : new TextDecoder().decode(reply.body as Uint8Array);
    if (reply.status >= 400) throw toFault(reply.status, text);
    return (text === "" ? null : JSON.parse(text)) as never;
  };
  return {
    get: (path, query = {}) => ask("GET", path + toSearch(query)),
    post: (path, body) => ask("POST", path, body),
    patch: (path, body) => ask("PATCH", path, body),
  };
}

/** Objects and lists become JSON; absent values are left out. */
function toSearch(query: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  return fields.length === 0 ? "" : `?${new URLSearchParams(fields).toString()}`;
}

function toFault(status: number, text: string): ToolFault {
  let sentence = text;
  try {
    const { detail, attr } = JSON.parse(text) as { detail?: string; attr?: string | null };
    sentence = (attr === null || attr === undefined ? "" : `${attr}: `) + (detail ?? text);
  } catch {
    // A plain sentence.
  }
  return new ToolFault(sentence, status);
}
