import { Buffer } from "buffer";
import type { Bridge } from "./bridge.ts";
import { AbortError } from "../abort-error.ts";
import { FetchError } from "../fetch-error.ts";

/** A request that crosses the border. */
export interface GuestRequest {
  url: string;
  method: string;
  headers: [string, string][];
  /** Base64; null = none. */
  body: string | null;
  redirect: string;
  /** Zero = only the host's limit. */
  timeoutMs: number;
}

/** A response that crosses the border. */
export interface GuestResponse {
  status: number;
  statusText: string;
  url: string;
  headers: [string, string][];
  /** Base64. */
  body: string;
}

interface Init {
  method?: string;
  headers?: unknown;
  body?: unknown;
  redirect?: string;
  timeout?: number;
}

/** Headers by lower-case name; values of one name are joined by a comma. */
class Headers {
  #values = new Map<string, string>();

  constructor(init: unknown) {
    for (const [name, value] of toPairs(init)) this.append(name, value);
  }

  append(name: string, value: string): void {
    const old = this.get(name);
    this.set(name, old === null ? value : `${old}, ${value}`);
  }

  set(name: string, value: string): void {
    this.#values.set(String(name).toLowerCase(), String(value));
  }

  get(name: string): string | null {
    return this.#values.get(String(name).toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(String(name).toLowerCase());
  }

  delete(name: string): void {
    this.#values.delete(String(name).toLowerCase());
  }

  forEach(see: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) see(value, name);
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  values(): IterableIterator<string> {
    return this.#values.values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  raw(): Record<string, string[]> {
    return Object.fromEntries([...this.#values].map(([name, value]) => [name, [value]]));
  }
}

/** A response in the form of node-fetch 2, with its whole body. */
class Response {
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: Headers;
  readonly ok: boolean;
  readonly redirected = false;
  #body: Buffer;
  #isUsed = false;

  constructor({ status, statusText, url, headers, body }: GuestResponse) {
    this.status = status;
    this.statusText = statusText;
    this.url = url;
    this.headers = new Headers(headers);
    this.ok = status >= 200 && status < 300;
    this.#body = Buffer.from(body, "base64");
  }

  get bodyUsed(): boolean {
    return this.#isUsed;
  }

  async buffer(): Promise<Buffer> {
    if (this.#isUsed) throw new TypeError(`body used already for: ${this.url}`);
    this.#isUsed = true;
    return this.#body;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(await this.buffer()).buffer;
  }

  async text(): Promise<string> {
    return (await this.buffer()).toString("utf8");
  }

  async json(): Promise<unknown> {
    const text = await this.text();
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new FetchError(`invalid json response body at ${this.url} reason: ${(error as Error).message}`);
    }
  }

  clone(): Response {
    const { status, statusText, url } = this;
    return new Response({ status, statusText, url, headers: [...this.headers], body: this.#body.toString("base64") });
  }
}

/** Rejects with errors named FetchError or AbortError (reference/plugins.md 8). */
export function createFetch(bridge: Bridge) {
  const fetch = async (url: unknown, init: Init = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const body = toBody(init.body, headers);
    const request: GuestRequest = {
      url: String(url),
      method: String(init.method ?? "GET").toUpperCase(),
      headers: [...headers],
      body,
      redirect: init.redirect ?? "follow",
      timeoutMs: Number(init.timeout) || 0,
    };
    return new Response(await bridge.ask<GuestResponse>("fetch", request));
  };
  return Object.assign(fetch, { Headers, FetchError, AbortError });
}

/** Creates a response from the host's data, for calls other than `fetch`. */
export function toResponse(found: GuestResponse): object {
  return new Response(found);
}

/** Lower-case names and values, from any form that `fetch` accepts. */
export function toHeaderPairs(headers: unknown): [string, string][] {
  return [...new Headers(headers)];
}

function toBody(body: unknown, headers: Headers): string | null {
  if (body === null || body === undefined) return null;
  if (body instanceof Uint8Array) return Buffer.from(body).toString("base64");
  if (body instanceof ArrayBuffer) return Buffer.from(new Uint8Array(body)).toString("base64");
  const isForm = typeof body === "object" && body.constructor.name === "URLSearchParams";
  if (!headers.has("content-type")) {
    headers.set(
      "content-type",
      isForm ? "application/x-www-form-urlencoded;charset=UTF-8" : "text/plain;charset=UTF-8",
    );
  }
  return Buffer.from(String(body), "utf8").toString("base64");
}

function toPairs(init: unknown): [string, string][] {
  if (typeof init !== "object" || init === null) return [];
  const pairs = Symbol.iterator in init ? [...(init as Iterable<[unknown, unknown]>)] : Object.entries(init);
  return pairs.map(([name, value]) => [String(name), String(value)]);
}
