/** An error reply of the API. `attr` names the invalid field, if there is one. */
export class ApiError extends Error {
  readonly status: number;
  readonly attr: string | null;

  constructor(status: number, detail: string, attr: string | null) {
    super(detail);
    this.status = status;
    this.attr = attr;
  }
}

export interface CallOptions {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Fields of the query string; absent and null fields are left out, lists and objects become JSON text. */
  query?: Record<string, unknown>;
  /** Sent as JSON; a form is sent unchanged. */
  body?: unknown;
  /** Further headers, besides those of every request of the page. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Event of the window when the user is no longer signed in: the key was revoked, or the server restarted. */
export const SIGNED_OUT = "hoglet:signed-out";

/**
 * The address of the hoglet: the folder above the page's, with a slash at its end. Clients use it without the slash.
 */
export const HOST = new URL("..", location.href.split("#")[0]).href;

/**
 * Calls the API, e.g. `call<Page<Person>>("api/projects/1/persons/", { query: { search: "ada" } })`. The cookie
 * identifies the user. @throws ApiError
 */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}

/** Sends a request whose reply is not JSON, or is read as it arrives (live events). @throws ApiError */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const { method = "GET", query, body, headers, signal } = options;
  const isForm = body instanceof FormData;
  const response = await answerOf(toUrl(path, query), {
    method,
    headers: {
      "x-hoglet-page": "1",
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  if (response.status === 401 && !path.startsWith("ui/")) window.dispatchEvent(new Event(SIGNED_OUT));
  if (!response.ok) throw await toError(response);
  return response;
}

/** @throws ApiError 0 when no answer came: browsers say "Failed to fetch", and each in other words */
async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiError(0, UNREACHABLE, null);
  }
}

const UNREACHABLE = "The server does not answer. The page asks again by itself; is hoglet still running?";

/**
 * An address under the hoglet: of a request, or for a link to a file (CSV). Links in answers (`next` of a list) work
 * too, from their `/api/` on: the address before that may be a name that only a proxy uses.
 */
export function toUrl(path: string, query: Record<string, unknown> = {}): string {
  const url = new URL(path.replace(/^(?:https?:\/\/[^/]*)?(?:\/[^?]*?)?\/(?=api\/)/, ""), HOST);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "") continue;
    url.searchParams.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return url.href;
}

async function toError(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const { detail, attr } = JSON.parse(text) as { detail?: string; attr?: string | null };
    return new ApiError(response.status, detail ?? text, attr ?? null);
  } catch {
    return new ApiError(response.status, text || `The server answered ${response.status}.`, null);
  }
}
