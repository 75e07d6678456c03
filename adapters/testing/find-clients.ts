import { createRequire } from "node:module";
import type { Fetch } from "../../lib/index.ts";
import type { Client } from "./client.ts";

type Found = (client: Client) => void;

interface Watched {
  [WATCHED]?: WeakMap<Fetch, Found>;
  options?: unknown;
}

// A symbol of the registry: two copies of this module share the class that they watch.
const WATCHED = Symbol.for("hoglet.testing.clients");

const require = createRequire(import.meta.url);

/**
 * Reports each client of posthog-node made with this `fetch`. A client that holds events has made no request, and gives
 * no other sign: the class is watched for its constructor's assignment of `options`.
 */
export function findClients(fetch: Fetch, found: Found): void {
  for (const path of modulePaths()) {
    const prototype = load(path);
    if (prototype === null) continue;
    prototype[WATCHED] ??= watch(prototype);
    prototype[WATCHED].set(fetch, found);
  }
}

/** The module of `require`, if it is loaded, and that of `import`: their classes differ. */
function modulePaths(): string[] {
  try {
    const path = require.resolve("posthog-node");
    const imported = path.replace(/\.js$/, ".mjs");
    return Object.hasOwn(require.cache, path) ? [path, imported] : [imported];
  } catch {
    return [];
  }
}

/** Null = it is missing, or cannot be loaded here. */
function load(path: string): Watched | null {
  try {
    return (require(path) as { PostHog: { prototype: Watched } }).PostHog.prototype;
  } catch {
    return null;
  }
}

function watch(prototype: Watched): WeakMap<Fetch, Found> {
  const watched = new WeakMap<Fetch, Found>();
  Object.defineProperty(prototype, "options", {
    configurable: true,
    set(this: Client, options: { fetch?: Fetch }) {
      Object.defineProperty(this, "options", { value: options, writable: true, enumerable: true, configurable: true });
      if (options.fetch !== undefined) watched.get(options.fetch)?.(this);
    },
  });
  return watched;
}
