/** An answer of the API that is no success. `attr` names the field at fault, if there is one. */
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
  /** Fields of the query string; absent and null ones are left out, lists and objects go as JSON text. */
  query?: Record<string, unknown>;
  /** Sent as JSON, or as it is when it is a form. */
  body?: unknown;
  /** Besides those that every request of the page has. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Said to the window when nobody is signed in any more: the key was revoked, or the server began anew. */
export const SIGNED_OUT = "hoglet:signed-out";

/** Where the hoglet is: the folder above the page's, with a slash at its end. Clients of it take it without the slash. */
export const HOST = new URL("..", location.href.split("#")[0]).href;

/**
 * Asks the API, e.g. `call<Page<Person>>("api/projects/1/persons/", { query: { search: "ada" } })`. Who asks is in the
 * cookie. @throws ApiError
 */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}

/** The same for an answer that is no JSON, or that is read as it comes (events as they arrive). @throws ApiError */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const { method = "GET", query, body, headers, signal } = options;
  const isForm = body instanceof FormData;
  const response = await fetch(toUrl(path, query), {
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

/**
 * An address under the hoglet: of a request, or for a link to a file (CSV). Links of answers (`next` of a list) are taken
 * too, from their `/api/` on: where they say the hoglet is may be what a proxy in front of it calls it.
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
