import type { Context } from "../../lib/handle/context.ts";
import type { Fetch } from "../../lib/http/fetch.ts";
import { routes } from "../../lib/http/routes/index.ts";
import { KEY, openRoutes } from "./flag-context.ts";

/** The path of the flags of project 1. */
export const P = "/api/projects/1/feature_flags";

export type Body = Record<string, unknown>;

/** The API of stored flags, over a database of its own. */
export interface FlagApi {
  ctx: Context;
  fetch: Fetch;
  ask(method: string, path: string, body?: object, key?: string): Promise<{ status: number; body: Body }>;
  /** Creates a flag. */
  make(body: object): Promise<Body>;
}

/** An API without flags. */
export function openApi(): FlagApi {
  const { ctx, fetch } = openRoutes(routes);
  const ask = async (
    method: string,
    path: string,
    body?: object,
    key = KEY,
  ): Promise<{ status: number; body: Body }> => {
    const reply = await fetch(path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: text === "" ? {} : (JSON.parse(text) as Body) };
  };
  const make = async (body: object) => (await ask("POST", P, body)).body;
  return { ctx, fetch, ask, make };
}

/** A condition on the flag with this id. */
export function dependsOn(key: string) {
  return { key, type: "flag", operator: "flag_evaluates_to", value: true };
}
