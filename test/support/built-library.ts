import { registerHooks } from "node:module";
import { ensureBuilt } from "./command.ts";

// Preloaded (`node --import`) by programs that tests start: imports of the library resolve to `dist`, the form that users have.
// From source Node takes ten times as long to load it.

const ROOT = new URL("../../", import.meta.url).href;

const BUILT = new Map(
  Object.entries({
    "lib/index.ts": "dist/index.js",
    "adapters/h3/index.ts": "dist/h3.js",
    "adapters/posthog/index.ts": "dist/posthog.js",
  }).map(([source, built]) => [`${ROOT}${source}`, `${ROOT}${built}`]),
);

ensureBuilt("code");
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const built = BUILT.get(resolved.url);
    return built === undefined ? resolved : { url: built, shortCircuit: true };
  },
});
