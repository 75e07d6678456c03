import { addRoute, createRouter, findRoute } from "rou3";
import { authenticate, requireProject, requireScopes, stillPasses } from "../admin/auth/index.ts";
import type { PersonalApiKey } from "../admin/auth/index.ts";
import { currentProject } from "../admin/organization/index.ts";
import type { Context } from "../handle/context.ts";
import { denied, methodNotAllowed, notFound, unauthenticated } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import { withSignal } from "../port/with-signal.ts";
import { parse } from "../base/parse.ts";
import { findProject, firstProject, getProject } from "../admin/projects/index.ts";
import type { Project } from "../admin/projects/index.ts";
import { absentPart } from "./absent.ts";
import { withCors } from "./cors.ts";
import { isFromAnotherSite } from "./cross-site.ts";
import { wantsEscapedFormulas } from "./csv.ts";
import { columnsOf, cutRows, toRowPages } from "./csv-rows.ts";
import { readFields } from "./fields.ts";
import { hasOwnFormat, toFormat } from "./format.ts";
import type { FormatRequest } from "./format.ts";
import { toTarget } from "./http.ts";
import type { HttpReply, HttpRequest, Target } from "./http.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { RateLimit } from "./rate-limit.ts";
import { csvReply, errorReply, isRawReply, jsonReply, tableReply, toHogletError, toReply } from "./reply.ts";
import type { Call, KeyRoute, Route } from "./route.ts";
import { targetFault } from "./target-fault.ts";
import { refuseBrackets, toFields } from "./text-fields.ts";

// rou3 is the router of h3 as a package of its own: typed, no dependencies. It compares segments instead of running a
// list of regular expressions for each request.

/**
 * Answers a request: authenticates, authorises, validates, runs, writes. Never rejects: every error becomes a reply.
 */
export type Dispatch = (request: HttpRequest) => Promise<HttpReply>;

/** Creates the dispatcher of a route table. */
export function createDispatch(ctx: Context, routes: readonly Route[]): Dispatch {
  const limit = createRateLimit(ctx);
  const router = routerOf(routes);

  return async (request) => {
    const fault = targetFault(request);
    if (fault !== null) return errorReply(fault, "json");
    let route: Route | undefined;
    let byMethod: ReadonlyMap<string, Route> | undefined;
    let isOpen = false;
    const target = toTarget(request);
    const send = (reply: HttpReply) => {
      reply.headers["x-content-type-options"] = "nosniff";
      return isOpen ? withCors(request, reply) : reply;
    };
    try {
      const match = find(router, target.path);
      if (match === undefined) throw notFound(absentPart(target.path));
      byMethod = match.data;
      route = byMethod.get(request.method);
      isOpen = isOpenToBrowsers(byMethod);
      const matched = { request, target, params: decodeAll(match.params), suffix: match.suffix };
      if (ctx.follower !== null && changesFirst(route, request))
        return send(await ctx.follower.forward(request, isOwner(request)));
      if (route?.access === "public") {
        const open = route;
        return send(await orForward(ctx, request, () => open.run(ctx, matched)));
      }
      if (route === undefined && request.method === "OPTIONS") return send(allowing(byMethod, jsonReply(200, {})));
      const keyed = route;
      return send(await orForward(ctx, request, () => runWithKey({ ctx, limit }, keyed, matched)));
    } catch (error) {
      const form = route?.access === "public" ? (route.errors ?? "json") : "json";
      const known = toHogletError(error);
      if (known.status >= 500) logFailure(ctx, request.method, target.path, known);
      const reply =
        typeof form === "string" ? errorReply(known, form) : form(ctx, known, { request, target, params: {} });
      return send(known.status === 405 && byMethod !== undefined ? allowing(byMethod, reply) : reply);
    }
  };
}

/** Does a hoglet that follows another send the request there? */
function changesFirst(route: Route | undefined, { method }: HttpRequest): boolean {
  if (route === undefined) return false;
  if (route.access === "public") return route.stores === true;
  if (route.isLocal === true) return false;
  return route.scopes.some((scope) => scope.endsWith(":write") || (scope === "*" && !READING.has(method)));
}

/** Is it of the owner of this process, such as the page's on loopback? It has no key that the first knows. */
function isOwner({ actor }: HttpRequest): boolean {
  return actor !== undefined && actor.scopes.includes("*") && actor.scoped_projects.length === 0;
}

/** Sends a request that wants to write, though its route does not say so, where a hoglet that follows another sends changes. */
async function orForward(
  { follower }: Context,
  request: HttpRequest,
  run: () => HttpReply | Promise<HttpReply>,
): Promise<HttpReply> {
  if (follower === null) return run();
  try {
    return await run();
  } catch (error) {
    if (toHogletError(error).code !== "following" || request.stream !== undefined) throw error;
    return follower.forward(request, isOwner(request));
  }
}

/** Do SDKs in browsers call the path? Then its errors and preflights are open too. */
function isOpenToBrowsers(byMethod: ReadonlyMap<string, Route>): boolean {
  return [...byMethod.values()].some((route) => route.access === "public" && route.browsers === true);
}

/** Adds the header `Allow`: the methods of a path, without one that is there only to be refused with a reason. */
function allowing(byMethod: ReadonlyMap<string, Route>, reply: HttpReply): HttpReply {
  const methods = [...byMethod].filter(([, { status }]) => status !== 405).map(([method]) => method);
  const implied = methods.includes("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"];
  reply.headers["allow"] = [...new Set([...methods, ...implied])].join(", ");
  return reply;
}

type Router = ReturnType<typeof createRouter<Map<string, Route>>>;

/** The router of each table: all handles have the same one, and making it takes longer than answering a request. */
const routers = new WeakMap<readonly Route[], Router>();

function routerOf(routes: readonly Route[]): Router {
  const known = routers.get(routes);
  if (known !== undefined) return known;
  const router = createRouter<Map<string, Route>>();
  for (const [path, byMethod] of groupByPath(routes)) addRoute(router, "", path, byMethod);
  routers.set(routes, router);
  return router;
}

/**
 * The routes of a path. `.csv` and `.json` at its end name the answer's format if the route of the path without them
 * knows CSV; elsewhere they belong to the last segment, since an id may end like this.
 */
function find(router: Router, path: string) {
  const suffix: FormatRequest["suffix"] = path.endsWith(".csv") ? "csv" : path.endsWith(".json") ? "json" : null;
  if (suffix !== null) {
    const bare = findRoute(router, "", toCurrentPath(path.slice(0, -suffix.length - 1)));
    const knowsCsv = bare !== undefined && [...bare.data.values()].some((row) => row.access === "key" && row.csv);
    if (knowsCsv) return { ...bare, suffix };
  }
  const match = findRoute(router, "", toCurrentPath(path));
  return match === undefined ? undefined : { ...match, suffix: null };
}

/** Decodes path parameters; a parameter with invalid percent escapes stays unchanged, and then matches nothing. */
function decodeAll(params: Record<string, string> | undefined): Record<string, string> {
  if (params === undefined) return {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decoded(value)]));
}

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function logFailure(ctx: Context, method: string, path: string, { code, cause }: HogletError): void {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  ctx.log.error("request failed", { method, path, code, cause: reason });
}

function groupByPath(routes: readonly Route[]): Map<string, Map<string, Route>> {
  const paths = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const byMethod = paths.get(route.path) ?? new Map<string, Route>();
    for (const method of route.methods) byMethod.set(method, route);
    paths.set(route.path, byMethod);
  }
  return paths;
}

// The older forms of a path, which use the key's (or the first) project (docs/decisions/010-one-shape-on-the-wire.md).
const OLDER_PREFIXES: [older: string, current: string][] = [
  ["/api/person", "/api/projects/@current/persons"],
  ["/api/plugin_config", "/api/projects/@current/plugin_configs"],
  ["/api/insight", "/api/projects/@current/insights"],
  ["/api/feature_flag", "/api/projects/@current/feature_flags"],
  ["/api/environments", "/api/projects"],
];

function toCurrentPath(path: string): string {
  if (!path.startsWith("/api/")) return path;
  for (const [older, current] of OLDER_PREFIXES) {
    if (path === older || path.startsWith(`${older}/`)) return current + path.slice(older.length);
  }
  return path;
}

interface Matched {
  request: HttpRequest;
  target: Target;
  params: Readonly<Record<string, string>>;
  suffix: FormatRequest["suffix"];
}

/** Checks in the order of PostHog: format, key, project, scopes, rate, input (reference/rest.md 2.2). */
async function runWithKey(
  { ctx, limit }: { ctx: Context; limit: RateLimit },
  route: KeyRoute | undefined,
  matched: Matched,
): Promise<HttpReply> {
  const { request, params, suffix } = matched;
  const target = { ...matched.target, origin: matched.target.origin + (request.base ?? "") };
  const { headers } = request;
  refuseOtherSites(request);
  const wish = { suffix, query: target.query, accept: headers["accept"] };
  const format = route === undefined ? "json" : toFormat(route, wish);
  // The body is read before the caller is known only when no other place can hold the key.
  const isKeyInBody =
    route?.streams !== true &&
    request.actor === undefined &&
    headers["authorization"] === undefined &&
    !target.query.has("personal_api_key");
  const read = async (isStranger: boolean): Promise<Record<string, unknown>> =>
    route?.streams === true ? {} : readFields(request, { files: route?.files === true, isStranger });
  const early = isKeyInBody ? await read(true) : null;
  const key =
    request.actor ??
    authenticate(
      ctx,
      {
        authorization: headers["authorization"] ?? null,
        query: target.query.get("personal_api_key"),
        body: typeof early?.["personal_api_key"] === "string" ? early["personal_api_key"] : null,
      },
      { projectSecret: route?.projectSecret === true },
    );
  const project = resolveProject(ctx, key, matched);
  if (route === undefined) throw methodNotAllowed(request.method);
  requireScopes(key, route.scopes);
  limit(key.id);
  route.find?.(ctx, { project, params });
  const given = withoutOurs(route, { ...toFields(target.query), ...(early ?? (await read(false))) });
  refuseBrackets(given, namesOf(route.fields ?? route.input));
  const input = route.input === null ? null : parse(route.input, given);
  const { scopes } = route;
  // The actor of a caller within the process is not a key, and cannot be revoked.
  const stillMay = () => request.actor !== undefined || stillPasses(ctx, key, { scopes, projectId: project.id });
  const bytes = route.streams === true ? bytesOf(request) : NO_BYTES;
  const call = { key, project, params, input, target, headers, bytes, stillMay };
  const own = withSignal(ctx, request.signal);
  return format === "csv" ? answerCsv(own, route, call, given) : toReply(route.status, await route.run(own, call));
}

const NO_BYTES: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} };

/** The body as it arrives; adapters that hold it, and calls in process, have it in one piece. */
function bytesOf({ stream, body }: HttpRequest): AsyncIterable<Uint8Array> {
  if (stream !== undefined) return stream;
  return {
    async *[Symbol.asyncIterator]() {
      if (body.length > 0) yield body;
    },
  };
}

const READING = new Set(["GET", "HEAD"]);

/**
 * Refuses requests of other sites' pages: a form needs no permission to be sent, and its key may be public. @throws
 * denied
 */
function refuseOtherSites(request: HttpRequest): void {
  if (READING.has(request.method) || !isFromAnotherSite(request)) return;
  throw denied("A page of another site cannot change anything here. Send the request from a server of yours.");
}

/** The names of a schema's fields; null = it takes any. */
function namesOf(schema: KeyRoute["input"]): ReadonlySet<string> | null {
  if (schema === null) return new Set();
  return "entries" in schema ? new Set(Object.keys(schema.entries as object)) : null;
}

/** Removes the fields that the dispatcher read: strict inputs refuse them, and a use case needs no secrets. */
function withoutOurs(route: KeyRoute, given: Record<string, unknown>): Record<string, unknown> {
  const { personal_api_key: _, escape_formulas: __, format, ...rest } = given;
  return format !== undefined && hasOwnFormat(route) ? { ...rest, format } : rest;
}

async function answerCsv(
  ctx: Context,
  route: KeyRoute,
  call: Call<unknown>,
  given: Readonly<Record<string, unknown>>,
): Promise<HttpReply> {
  const options = { escapeFormulas: wantsEscapedFormulas(call.target.query), columns: columnsOf(route.response) };
  const reply = { status: route.status, name: toFileName(route.path), options };
  if (typeof route.csv === "function") {
    const found = await route.csv(ctx, call);
    if (typeof found !== "function") return tableReply(reply.name, found, options);
    return csvReply({ ...reply, pages: cutRows(found, given, route.pageFields) });
  }
  const value = await route.run(ctx, call);
  if (value === undefined || isRawReply(value)) return toReply(route.status, value);
  return csvReply({ ...reply, pages: toRowPages(value) });
}

/** The file's name: the last part of the path that is not a parameter. */
function toFileName(path: string): string {
  const name = path.split("/").findLast((part) => part !== "" && !part.startsWith(":")) ?? "answer";
  return `${name}.csv`;
}

/** The project of a request (reference/rest.md 1.2): of its token, `@current`, or the number in the path. */
function resolveProject(ctx: Context, key: PersonalApiKey, { request, target, params }: Matched): Project {
  const segment = params["project_id"];
  if (segment === undefined) {
    requireProject(key, null);
    return firstProject(ctx);
  }
  const project = findNamed(ctx, key, segment, request.method === "GET" ? toToken(target.query) : null);
  requireProject(key, project.id);
  return project;
}

function toToken(query: URLSearchParams): string | null {
  return query.get("token") ?? query.get("api_key");
}

function findNamed(ctx: Context, key: PersonalApiKey, segment: string, token: string | null): Project {
  if (token !== null) {
    const project = findProject(ctx, token);
    if (project === undefined) {
      throw unauthenticated("Incorrect authentication credentials.", "authentication_failed");
    }
    return project;
  }
  if (segment === "@current") return currentProject(ctx, key);
  if (!/^\d{1,15}$/.test(segment)) throw notFound("Project not found.");
  return getProject(ctx, Number(segment));
}
