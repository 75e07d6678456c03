import { isLoopbackHost } from "../lib/index.ts";
import type { Hoglet, PersonalApiKey } from "../lib/index.ts";

// The commands that only ask speak the HTTP API, to a server or in process to a file: one code, and the same answers.

/** The API below `/api/projects/:id`. Its methods throw Refusal, or Error when nothing answers. */
export interface Api extends AsyncDisposable {
  get<Answer>(path: string, query?: Readonly<Record<string, unknown>>): Promise<Answer>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  /** GETs a whole path, of any project, or with a body POSTs. */
  at<Answer>(path: string, body?: unknown): Promise<Answer>;
  /** DELETEs a whole path. */
  delete(path: string): Promise<void>;
}

/** A request that the API refused, in its own words. */
export class Refusal extends Error {
  /** The status. */
  readonly status: number;
  /** The field that is wrong, with dots, such as `dateRange.date_from`. */
  readonly field: string | null;
  /** The message without the field. */
  readonly fault: string;

  constructor(status: number, fault: string, field: string | null = null) {
    super(field === null || fault.includes(field) ? fault : `${field}: ${fault}`);
    this.name = "Refusal";
    this.status = status;
    this.field = field;
    this.fault = fault;
  }
}

/** The user of this machine, who may read the file: in no database and without a value. */
const USER: PersonalApiKey = {
  id: "command-line",
  label: "command line",
  mask_value: "",
  scopes: ["*"],
  scoped_projects: [],
  created_at: "",
  last_used_at: null,
  last_rolled_at: null,
};

type Send = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body: string | null,
) => Promise<{ status: number; text: string }>;

/** The API of an open hoglet, which is closed with it. @param project undefined = the first project */
export function openFileApi(hoglet: Hoglet, project: number | undefined): Api {
  const id = project ?? hoglet.project.id;
  return createApi(
    id,
    () => hoglet.close(),
    async (method, url, body) => {
      const reply = await hoglet.handle({
        method,
        url,
        headers: { "content-type": "application/json" },
        body: new TextEncoder().encode(body ?? ""),
        ip: null,
        actor: USER,
      });
      const { body: answered } = reply;
      const text =
        typeof answered === "string" ? answered : new TextDecoder().decode((answered ?? undefined) as Uint8Array);
      return { status: reply.status, text };
    },
  );
}

/** The API of a running server. @param project undefined = the project of the key */
export async function openServerApi(
  url: string,
  { key, project }: { key: string | undefined; project: number | undefined },
): Promise<Api> {
  const base = toBase(url);
  const headers = await toAccess(base, key);
  return createApi(
    project ?? "@current",
    () => Promise.resolve(),
    async (method, path, body) => {
      const response = await reach(base, () =>
        fetch(new URL(path.slice(1), base), {
          method,
          headers: { "content-type": "application/json", ...headers },
          ...(body !== null && { body }),
        }),
      );
      const text = await response.text();
      if (response.status !== 401 || headers["authorization"] !== undefined) return { status: response.status, text };
      throw new Refusal(401, `${base.origin} wants a personal API key: --key phx_…`);
    },
  );
}

/** The address of a server, below which its paths are. */
export function toBase(url: string): URL {
  return new URL(url.endsWith("/") ? url : `${url}/`);
}

/**
 * The headers with which a server lets a caller in: those of the key, else of a session of the page. A server on loopback opens a
 * session without a key for the user of its machine (`adapters/ui`, `signIn: "loopback"`), and the command line is as near.
 * @param ask sends requests. @throws Error when nothing answers
 */
export async function toAccess(
  base: URL,
  key: string | undefined,
  ask: (input: URL, init: RequestInit) => Promise<Response> = fetch,
): Promise<Record<string, string>> {
  if (key !== undefined) return { authorization: `Bearer ${key}` };
  if (!isLoopbackHost(base.host)) return {};
  const page = { "x-hoglet-page": "1" };
  const response = await reach(base, () => ask(new URL("ui/session", base), { headers: page }));
  await response.body?.cancel();
  const [cookie] = (response.headers.get("set-cookie") ?? "").split(";");
  return response.ok && cookie ? { ...page, cookie } : {};
}

/** @throws Error with a sentence when nothing answers */
async function reach(base: URL, ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (cause) {
    throw noServer(base, cause);
  }
}

export function noServer({ origin }: URL, cause: unknown): Error {
  return new Error(`No server answers at ${origin}. Start one by hoglet serve, or name another by --url.`, { cause });
}

function createApi(project: number | string, close: () => Promise<void>, send: Send): Api {
  const sent: Send = async (...request) => {
    const reply = await send(...request);
    if (reply.status >= 400) throw toRefusal(reply.status, reply.text, project);
    return reply;
  };
  const askAt = async (url: string, body?: unknown): Promise<never> => {
    const { text } = await (body === undefined ? sent("GET", url, null) : sent("POST", url, JSON.stringify(body)));
    return JSON.parse(text) as never;
  };
  const ask = (path: string, body?: unknown) => askAt(`/api/projects/${project}${path}`, body);
  return {
    at: askAt,
    delete: async (url) => void (await sent("DELETE", url, null)),
    get: (path, query = {}) => ask(path + toSearch(query)),
    post: (path, body) => ask(path, body),
    [Symbol.asyncDispose]: close,
  };
}

/** Objects and lists become JSON; absent values are left out. */
function toSearch(query: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  return fields.length === 0 ? "" : `?${new URLSearchParams(fields as [string, string][]).toString()}`;
}

function toRefusal(status: number, text: string, project: number | string): Refusal {
  let body: { detail?: unknown; attr?: unknown };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // The answer is not a hoglet's, but a proxy's or another program's.
    return new Refusal(status, `The server answered ${status}, and no JSON. Is it a hoglet?`);
  }
  const attr = typeof body.attr === "string" ? body.attr : null;
  const detail = typeof body.detail === "string" ? body.detail : `The server answered ${status}.`;
  if (status === 404 && /project/i.test(detail))
    return new Refusal(status, `There is no project ${project}. hoglet projects lists them.`);
  // The faults of a query node are lines, each a path and its fault: the sentence says the first.
  const [head = "", path, fault] = detail.split("\n");
  if (/ validation errors? for /.test(head) && path !== undefined && fault !== undefined)
    return new Refusal(status, fault.trim(), path.replace(/^query\.(?:\w+Node\.source\.)?\w+\./, ""));
  return new Refusal(status, detail, attr?.replaceAll("__", ".") ?? null);
}
