import type { Context } from "../context.ts";
import { denied, HogletError, unauthenticated } from "../../base/errors.ts";
import { findKey, getKey } from "./keys.ts";
import type { PersonalApiKey } from "./keys.ts";
import { SECRET_PREFIX } from "./secret-prefix.ts";
import { satisfies } from "./scope.ts";
import type { Scope } from "./scope.ts";

/** The places of a key, in the order of the search; the first place with a key decides. */
export interface Credentials {
  /** The `Authorization` header. */
  authorization: string | null;
  /** `personal_api_key` of the query string. */
  query: string | null;
  /** `personal_api_key` of the body. */
  body: string | null;
}

/**
 * The key of a request. @throws unauthenticated 401 without a key, or for an unknown key
 * @param options `projectSecret`: may it be a project's secret (`phs_…`) too?
 */
export function authenticate(
  ctx: Pick<Context, "db" | "clock" | "log">,
  credentials: Credentials,
  { projectSecret = false } = {},
): PersonalApiKey {
  const found = locate(credentials);
  if (found === null) throw unauthenticated();
  const isRefused = !projectSecret && found.value.startsWith(SECRET_PREFIX);
  const key = isRefused ? undefined : findKey(ctx, found.value);
  if (key === undefined) {
    throw unauthenticated(`Personal API key found in request ${found.place} is invalid.`, "authentication_failed");
  }
  return key;
}

function locate({ authorization, body, query }: Credentials): { value: string; place: string } | null {
  // A header of another scheme is ignored (reference/rest.md 3.2). Letter case does not matter (RFC 9110 11.1).
  const bearer = authorization === null ? null : /^Bearer\s+(\S+)\s*$/i.exec(authorization);
  if (bearer?.[1] !== undefined) return { value: bearer[1], place: "Authorization header" };
  if (body) return { value: body, place: "body" };
  if (query) return { value: query, place: "query string" };
  return null;
}

/** Requires every scope that a route needs. @throws denied 403 naming the first missing scope (3.3) */
export function requireScopes(key: { scopes: readonly string[] }, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !satisfies(key.scopes, scope));
  if (missing === "*") throw denied("This action does not support Personal API Key access");
  if (missing !== undefined) throw denied(`API key missing required scope '${missing}'`);
}

/**
 * Requires that a key may touch the project; `projectId` null = a route without a project.
 * @throws denied 403
 */
export function requireProject(key: PersonalApiKey, projectId: number | null): void {
  if (key.scoped_projects.length === 0) return;
  if (projectId === null) {
    throw denied("API keys with scoped projects are only supported on project-based endpoints.");
  }
  if (!key.scoped_projects.includes(projectId)) {
    throw denied(`API key does not have access to the requested project: ID ${projectId}.`);
  }
}

/**
 * Is a key that once passed still valid? For long answers: not when it was revoked or rolled since, or lost the scope
 * or the project. Costs one look-up by its id.
 */
export function stillPasses(
  ctx: Pick<Context, "db">,
  key: PersonalApiKey,
  { scopes, projectId }: { scopes: readonly Scope[]; projectId: number },
): boolean {
  try {
    const now = getKey(ctx, key.id);
    requireScopes(now, scopes);
    requireProject(now, projectId);
    return now.mask_value === key.mask_value && now.last_rolled_at === key.last_rolled_at;
  } catch (error) {
    if (error instanceof HogletError) return false;
    throw error;
  }
}
