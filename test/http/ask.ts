import * as assert from "uvu/assert";
import { createDispatch, routes } from "../../lib/http/index.ts";
import { addKey } from "../../lib/admin/auth/index.ts";
import { writeNow } from "../../lib/storage/index.ts";
import { toFetch } from "../../lib/http/fetch.ts";
import type { HogletOptions } from "../../lib/handle/options.ts";
import { conformance } from "../support/conformance.ts";
import { openWorld } from "../support/world.ts";
import type { World } from "../support/world.ts";

/** The whole reply to a request; `body` is parsed JSON, or other text; null = the reply has no body. */
export interface Reply<Body = ReplyBody> {
  status: number;
  body: Body;
  headers: Headers;
}

/** The fields that most tests read; a test that reads other fields names its type by `ask<Body>`. */
export interface ReplyBody {
  results: Record<string, unknown>[];
  [field: string]: unknown;
}

/** The content of a request: a JSON body, or another body with its content type. */
export interface Asked {
  body?: unknown;
  contentType?: string;
  /** Value of a personal key; null = no key. @default a key with all scopes */
  key?: string | null;
  headers?: Record<string, string>;
}

/** A world and its HTTP surface. */
export interface Rest extends World {
  /** `ask("GET", "/api/projects/1/persons")` */
  ask<Body = ReplyBody>(method: string, path: string, asked?: Asked): Promise<Reply<Body>>;
  /** The value of a new key. */
  key(scopes: string[], projects?: number[]): string;
}

/** Opens a database with the projects 1 and 2 behind HTTP. */
export function openRest(options: HogletOptions = {}): Rest {
  const world = openWorld(options);
  const fetch = toFetch(createDispatch(world.ctx, routes));
  let made = 0;
  return {
    ...world,
    async ask<Body>(
      method: string,
      path: string,
      { body, contentType = "application/json", key = "phx_test_key", headers = {} }: Asked = {},
    ) {
      const isText = typeof body === "string" || body instanceof FormData;
      const response = await fetch(path, {
        method,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && !(body instanceof FormData) && { "content-type": contentType }),
          ...headers,
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
      const reply = { status: response.status, body: toBody(await response.text()) as Body, headers: response.headers };
      // So every scenario is a test of the OpenAPI document too.
      assert.equal(conformance(method, path, reply).faults, []);
      return reply;
    },
    key: (scopes, projects = []) =>
      writeNow(world.ctx.db, () => addKey(world.ctx, { label: `key ${++made}`, scopes, projects }).value),
  };
}

function toBody(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
