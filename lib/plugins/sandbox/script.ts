import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { toCommonJs } from "../transform.ts";

/** `.ts` where the sources run as they are, `.js` where they are built. */
export const KIND = extname(import.meta.url);

/**
 * A file and those beside it that it needs, brought to CommonJS by the transform that plugins go through too: code by
 * `./name.kind`.
 */
export async function readModules(folder: URL, main: string): Promise<Record<string, string>> {
  const modules: Record<string, string> = {};
  const wanted = [`./${main}${KIND}`];
  for (const name of wanted) {
    const code = await toCommonJs(readFileSync(new URL(name, folder), "utf8"), name);
    modules[name] = code;
    for (const [, other = ""] of code.matchAll(/\brequire\(["'](\.\/[^"']+)["']\)/g)) {
      if (!wanted.includes(other)) wanted.push(other);
    }
  }
  return modules;
}

/**
 * Makes one script of CommonJS modules: an expression that gives a `require` for them.
 * @param outside an expression: the `require` for everything else
 */
export function toScript(modules: Record<string, string>, outside = "undefined"): string {
  const sources = Object.entries(modules).map(
    ([name, code]) => `${JSON.stringify(name)}(module,exports,require){${code}\n}`,
  );
  return `(() => {
    const outside = ${outside};
    const sources = { ${sources.join(",\n")} };
    const loaded = new Map();
    const load = (name) => {
      const known = loaded.get(name);
      if (known !== undefined) return known.exports;
      if (!Object.hasOwn(sources, name)) return outside(name);
      const module = { exports: {} };
      loaded.set(name, module);
      sources[name](module, module.exports, load);
      return module.exports;
    };
    return load;
  })()`;
}
