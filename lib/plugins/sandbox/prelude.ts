import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { toCommonJs } from "../transform.ts";

const GUEST = new URL("../guest/", import.meta.url);
const resolve = createRequire(import.meta.url).resolve;

/**
 * Packages that the guest runs besides its own files. buffer: the browser's Buffer, by which bundlers have replaced Node's for
 * a decade; it needs the two others.
 */
const PACKAGES = { buffer: "buffer/index.js", "base64-js": "base64-js/index.js", ieee754: "ieee754/index.js" };

let prelude: string | undefined;

/**
 * The script that makes a plugin's world: an expression that gives `createGuest` (guest/main.ts). The guest's files are
 * those beside this folder, sources or built, brought to CommonJS by the transform that plugins go through too.
 */
export function toPrelude(): string {
  prelude ??= bundle();
  return prelude;
}

function bundle(): string {
  const kind = extname(import.meta.url);
  const own = readdirSync(fileURLToPath(GUEST))
    .filter((file) => file.endsWith(kind) && !file.endsWith(".d.ts"))
    .map((file) => [`./${file}`, toCommonJs(readFileSync(new URL(file, GUEST), "utf8"), file)]);
  const packages = Object.entries(PACKAGES).map(([name, file]) => [name, readFileSync(resolve(file), "utf8")]);
  const modules = [...own, ...packages].map(
    ([name, code]) => `${JSON.stringify(name)}(module,exports,require){${code}\n}`,
  );
  return `(() => {
    const sources = { ${modules.join(",\n")} };
    const loaded = new Map();
    const require = (name) => {
      const known = loaded.get(name);
      if (known !== undefined) return known.exports;
      const module = { exports: {} };
      loaded.set(name, module);
      sources[name](module, module.exports, require);
      return module.exports;
    };
    return require("./main${kind}").createGuest;
  })()`;
}
