import { randomBytes } from "node:crypto";
import { TextDecoder } from "../../lib/base/platform.ts";
import { jsonReply } from "../../lib/index.ts";
import type { Hoglet, HttpReply, HttpRequest, PersonalApiKey } from "../../lib/index.ts";
import { holdStreams } from "./held-streams.ts";
import { isFromHere, isOwnRequest } from "./own-request.ts";

/** See `PageOptions.signIn`. */
export type SignIn = "key" | "loopback" | "trusted";

export interface Sessions {
  /**
   * Passes a request to the hoglet in the name of the signed-in user; requests of others, and of other sites, pass
   * unchanged. An event stream ends with its session.
   */
  ask(request: HttpRequest): Promise<HttpReply>;
  /** Does it come from a user who is signed in without a key, and so has all rights? */
  isOwner(request: HttpRequest): boolean;
  /** `ui/session`: GET returns the state, POST `{ key }` signs in, DELETE signs out. */
  answer(request: HttpRequest): Promise<HttpReply>;
}

/** The addition of a session to a request: the user's key, or the owner's rights. */
type Grant = Pick<HttpRequest, "actor"> & { authorization?: string };

/** Most sessions: far more than browsers of one hoglet; the oldest is dropped. */
const MOST_SESSIONS = 1000;

/** The actor of users without a key; it is in no database and has no value. */
const OWNER: PersonalApiKey = {
  id: "page",
  label: "page",
  mask_value: "",
  scopes: ["*"],
  scoped_projects: [],
  created_at: "",
  last_used_at: null,
  last_rolled_at: null,
};

/**
 * The sessions of the page. A session is a random value in an http-only, same-site cookie; its data stay in memory
 * here. So a key is never in the page, and users with a key sign in again after a restart.
 */
export function openSessions(hoglet: Pick<Hoglet, "handle">, signIn: SignIn): Sessions {
  const grants = new Map<string, Grant>();
  const streams = holdStreams();

  return {
    async ask(request) {
      const grant = isOwnRequest(request) ? find(request) : undefined;
      if (grant === undefined) return hoglet.handle(request);
      const reply = streams.hold(readCookie(request) ?? "", await hoglet.handle(inName(request, grant)));
      // The user signed out while the answer was made.
      if (find(request) === undefined) streams.end(readCookie(request) ?? "");
      return reply;
    },
    isOwner: (request) => isOwnRequest(request) && find(request)?.actor !== undefined,
    async answer(request) {
      if (!isOwnRequest(request)) return jsonReply(403, { detail: "This is for the page alone." });
      if (request.method === "GET") return tell(request);
      if (request.method === "POST") return enter(request);
      if (request.method === "DELETE") return leave(request);
      return { status: 405, headers: { allow: "GET, POST, DELETE" }, body: null };
    },
  };

  function find(request: HttpRequest): Grant | undefined {
    if (signIn === "trusted") return { actor: OWNER };
    const id = readCookie(request);
    return id === undefined ? undefined : grants.get(id);
  }

  async function tell(request: HttpRequest): Promise<HttpReply> {
    const grant = find(request);
    if (grant?.actor !== undefined) return jsonReply(200, { signed_in: true, by: signIn });
    // A key may have been revoked since.
    if (grant !== undefined && (await isKnown(request, grant))) return jsonReply(200, { signed_in: true, by: "key" });
    end(readCookie(request));
    if (signIn !== "loopback" || !isFromHere(request)) return jsonReply(200, { signed_in: false });
    return jsonReply(200, { signed_in: true, by: signIn }, grantTo(request, { actor: OWNER }));
  }

  async function enter(request: HttpRequest): Promise<HttpReply> {
    const key = readKey(request.body);
    if (key === undefined)
      return jsonReply(400, { detail: "Expected a personal API key, phx_…, as `key`.", attr: "key" });
    const grant = { authorization: `Bearer ${key}` };
    if (!(await isKnown(request, grant))) return jsonReply(401, { detail: "There is no such key.", attr: "key" });
    return jsonReply(200, { signed_in: true, by: "key" }, grantTo(request, grant));
  }

  async function isKnown(request: HttpRequest, { authorization }: Grant): Promise<boolean> {
    // A route that answers every known key, with any scopes and projects: 403 is an answer too.
    const { status } = await hoglet.handle({ ...bare(request), headers: { authorization } });
    return status !== 401;
  }

  function leave(request: HttpRequest): HttpReply {
    end(readCookie(request));
    return { status: 204, headers: { "set-cookie": toCookie(request, "", "; Max-Age=0") }, body: null };
  }

  /** The header that sets the cookie. */
  function grantTo(request: HttpRequest, grant: Grant): Record<string, string> {
    const id = randomBytes(32).toString("base64url");
    const [oldest] = grants.keys();
    if (grants.size >= MOST_SESSIONS) end(oldest);
    grants.set(id, grant);
    return { "set-cookie": toCookie(request, id, "") };
  }

  function end(id: string | undefined): void {
    if (id === undefined) return;
    grants.delete(id);
    streams.end(id);
  }
}

function inName(request: HttpRequest, { authorization, actor }: Grant): HttpRequest {
  if (actor !== undefined) return { ...request, actor };
  return { ...request, headers: { ...request.headers, ...(authorization !== undefined && { authorization }) } };
}

function bare({ ip }: HttpRequest): HttpRequest {
  return { method: "GET", url: "/api/projects/@current", headers: {}, body: new Uint8Array(0), ip };
}

function readKey(body: Uint8Array): string | undefined {
  try {
    const { key } = JSON.parse(new TextDecoder().decode(body)) as { key?: unknown };
    return typeof key === "string" && /^phx_\S+$/.test(key.trim()) ? key.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Browsers store cookies by host without its port; two hoglets on one machine must not sign each other out. */
function cookieName({ headers }: HttpRequest): string {
  return `hoglet_session_${/:(\d+)$/.exec(headers["host"] ?? "")?.[1] ?? "default"}`;
}

function readCookie(request: HttpRequest): string | undefined {
  const start = `${cookieName(request)}=`;
  const found = request.headers["cookie"]?.split(/;\s*/).find((pair) => pair.startsWith(start));
  return found?.slice(start.length);
}

function toCookie(request: HttpRequest, value: string, end: string): string {
  // A proxy may have removed the encryption; a client that sets this header itself only loses its own cookie.
  const isEncrypted = request.url.startsWith("https:") || request.headers["x-forwarded-proto"]?.startsWith("https");
  const isSecure = isEncrypted === true ? "; Secure" : "";
  return `${cookieName(request)}=${value}; Path=/; HttpOnly; SameSite=Strict${isSecure}${end}`;
}
