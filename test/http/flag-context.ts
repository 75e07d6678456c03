import { createDispatch } from "../../lib/http/index.ts";
import type { Route } from "../../lib/http/route.ts";
import type { Context } from "../../lib/handle/context.ts";
import { toFetch } from "../../lib/http/fetch.ts";
import type { Fetch } from "../../lib/http/fetch.ts";
import { createFlagStore } from "../../lib/flags/program/index.ts";
import type { Flags } from "../../lib/flags/program/index.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import { parseOptions } from "../../lib/handle/options.ts";
import type { HogletOptions } from "../../lib/handle/options.ts";

/** 2024-06-01T00:00:00Z. */
export const NOW = "2024-06-01T00:00:00Z";
export const TOKEN = "phc_test";
export const KEY = "phx_test-key";

/** A fresh database with project 1 (token `phc_test`, key `phx_test-key`), and `fetch` over some routes. */
export function openRoutes(
  routes: readonly Route[],
  { flags, ...options }: HogletOptions & { flags?: Flags } = {},
): { ctx: Context; fetch: Fetch } {
  const given: HogletOptions = { now: NOW, projectToken: TOKEN, personalApiKey: KEY, ...options };
  const { ctx } = openContext(parseOptions(given));
  const withFlags: Context = { ...ctx, flags: createFlagStore(flags) };
  return { ctx: withFlags, fetch: toFetch(createDispatch(withFlags, routes)) };
}
