import type { Bridge } from "./bridge.ts";

/** The parts of a URL, from the host's own parser. */
export interface UrlParts {
  href: string;
  origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
}

type Part = Exclude<keyof UrlParts, "origin">;
const PARTS: readonly Part[] = [
  "href",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
];

/** The web's classes: the host parses and writes, since QuickJS has neither. */
export function createUrlClasses(bridge: Bridge): Record<"URL" | "URLSearchParams", object> {
  const URLSearchParams = createParamsClass(bridge);

  class URL {
    #parts: UrlParts;
    readonly searchParams: InstanceType<typeof URLSearchParams>;

    constructor(url: unknown, base?: unknown) {
      this.#parts = bridge.answer<UrlParts>("url.parse", [String(url), base === undefined ? null : String(base)]);
      this.searchParams = new URLSearchParams(this.#parts.search, (text) => {
        this.#parts = bridge.answer<UrlParts>("url.change", [this.#parts.href, "search", text]);
      });
    }

    static canParse(url: unknown, base?: unknown): boolean {
      try {
        void new URL(url, base);
        return true;
      } catch {
        return false;
      }
    }

    get origin(): string {
      return this.#parts.origin;
    }

    toString(): string {
      return this.#parts.href;
    }

    toJSON(): string {
      return this.#parts.href;
    }

    get [Symbol.toStringTag](): string {
      return "URL";
    }

    /** Reads or writes a part, for the accessors below. */
    static part(url: URL, name: Part, value?: string): string {
      if (value !== undefined) {
        url.#parts = bridge.answer<UrlParts>("url.change", [url.#parts.href, name, value]);
        url.searchParams.reset(url.#parts.search);
      }
      return url.#parts[name];
    }
  }

  const { part } = URL;
  for (const name of PARTS) {
    Object.defineProperty(URL.prototype, name, {
      enumerable: true,
      configurable: true,
      get(this: URL) {
        return part(this, name);
      },
      set(this: URL, value: unknown) {
        part(this, name, String(value));
      },
    });
  }
  Reflect.deleteProperty(URL, "part");
  return { URL, URLSearchParams };
}

function createParamsClass(bridge: Bridge) {
  const parsePairs = (text: string) => bridge.answer<[string, string][]>("url.pairs", text);

  return class URLSearchParams {
    #pairs: [string, string][];
    #changed: (text: string) => void;

    constructor(init: unknown = "", changed: (text: string) => void = () => {}) {
      this.#pairs = toPairs(init, parsePairs);
      this.#changed = changed;
    }

    get size(): number {
      return this.#pairs.length;
    }

    append(name: string, value: string): void {
      this.#change([...this.#pairs, [String(name), String(value)]]);
    }

    delete(name: string, value?: string): void {
      this.#change(this.#pairs.filter((pair) => pair[0] !== name || (value !== undefined && pair[1] !== value)));
    }

    get(name: string): string | null {
      return this.#pairs.find((pair) => pair[0] === name)?.[1] ?? null;
    }

    getAll(name: string): string[] {
      return this.#pairs.filter((pair) => pair[0] === name).map(([, value]) => value);
    }

    has(name: string, value?: string): boolean {
      return this.#pairs.some((pair) => pair[0] === name && (value === undefined || pair[1] === value));
    }

    set(name: string, value: string): void {
      const at = this.#pairs.findIndex((pair) => pair[0] === name);
      if (at < 0) return this.append(name, value);
      const kept = this.#pairs.filter((pair, index) => index <= at || pair[0] !== name);
      this.#change(kept.with(at, [String(name), String(value)]));
    }

    sort(): void {
      this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
    }

    forEach(see: (value: string, name: string, all: URLSearchParams) => void, that?: unknown): void {
      for (const [name, value] of this.#pairs) see.call(that, value, name, this);
    }

    entries(): IterableIterator<[string, string]> {
      return this.#pairs.map(([name, value]): [string, string] => [name, value]).values();
    }

    keys(): IterableIterator<string> {
      return this.#pairs.map(([name]) => name).values();
    }

    values(): IterableIterator<string> {
      return this.#pairs.map(([, value]) => value).values();
    }

    [Symbol.iterator](): IterableIterator<[string, string]> {
      return this.entries();
    }

    toString(): string {
      return bridge.answer<string>("url.query", this.#pairs);
    }

    get [Symbol.toStringTag](): string {
      return "URLSearchParams";
    }

    /** Replaces the content with a URL's new query. */
    reset(search: string): void {
      this.#pairs = parsePairs(search);
    }

    #change(pairs: [string, string][]): void {
      this.#pairs = pairs;
      this.#changed(this.toString());
    }
  };
}

/** The functions of node:url that are older than the class. */
export function createLegacyUrl(bridge: Bridge): Record<"parse" | "resolve" | "format", unknown> {
  return {
    parse: (url: unknown, parsesQuery = false) => bridge.answer("url.legacy", [String(url), Boolean(parsesQuery)]),
    resolve: (from: unknown, to: unknown) => bridge.answer("url.resolve", [String(from), String(to)]),
    format: (parts: unknown) => bridge.answer("url.format", parts),
  };
}

function toPairs(init: unknown, parsePairs: (text: string) => [string, string][]): [string, string][] {
  if (typeof init !== "object" || init === null) return parsePairs(init === undefined ? "" : String(init));
  const entries = Symbol.iterator in init ? [...(init as Iterable<[unknown, unknown]>)] : Object.entries(init);
  return entries.map(([name, value]) => [String(name), String(value)]);
}
