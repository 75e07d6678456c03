import { rolldown, RolldownMagicString } from "rolldown";
import type { Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";
import { dts } from "rolldown-plugin-dts";
import { ENTRIES, VITEST_ENTRY } from "./entries.ts";

// The compiler writes a declaration file for each of 500 sources (`tsconfig.build.json`); rolldown-plugin-dts bundles
// the declarations for users and nothing more: no tables, and no package that users would have to install. It is by
// rolldown's makers; API Extractor and dts-bundle-generator each have a compiler of their own, older than hoglet's.

/** Packages that users install: their types stay outside. */
const OUTSIDE = new Set(["posthog-node", "@jest/globals", "vitest", "expect"]);

/**
 * Keeps of valibot's types only those that the type of a parsed value follows from: without comments, and without the
 * property of each schema that names the function which made it, and through it every function and its asynchronous
 * twin.
 */
const bareValibot: Plugin = {
  name: "bare-valibot",
  transform: {
    filter: { id: /[\\/]valibot[\\/].*\.d\.c?m?ts$/ },
    order: "pre",
    handler: (code) => code.replaceAll(/\/\*\*[\s\S]*?\*\//g, "").replaceAll(/readonly reference: typeof [^;]+;/g, ""),
  },
};

/** The checks of a pipe, and what only documents: they leave the type of a value as it is. */
const CHECK =
  /\b(?:Check|RawCheck|MaxLength|MinLength|Length|Regex|Integer|MinValue|MaxValue|NonEmpty|Uuid|IsoTimestamp|Trim|ToLowerCase|Examples|Description)Action$/;

/** Leaves the checks out of the pipes of hoglet's own schemas: an editor would read them for each field, and learn nothing. */
const barePipes: Plugin = {
  name: "bare-pipes",
  transform: {
    filter: { id: /\.d\.ts$/ },
    order: "pre",
    handler(code, id) {
      const text = new RolldownMagicString(code);
      new Visitor({
        TSTupleType({ elementTypes }) {
          for (const [index, { type, start, end }] of elementTypes.entries()) {
            const before = elementTypes[index - 1];
            const name = type === "TSTypeReference" ? (/^[\w.]+/.exec(code.slice(start, end))?.[0] ?? "") : "";
            if (before !== undefined && CHECK.test(name)) text.remove(before.end, end);
          }
        },
      }).visit(parseSync(id, code).program);
      return { code: text.toString() };
    },
  },
};

/**
 * For users without posthog-node: its import is no error, and its types are `any`. Jest and Vitest need no such line:
 * each has an entry of its own, for its users.
 */
const optionalImports: Plugin = {
  name: "optional-imports",
  renderChunk: (code) => code.replace(/^import .* from "posthog-node";$/m, "// @ts-ignore: it is optional\n$&"),
};

/** Removes the comments that name the module of each part: users have no modules. */
const withoutRegions: Plugin = {
  name: "without-regions",
  renderChunk: (code) => code.replaceAll(/^\/\/#(?:end)?region.*\n/gm, ""),
};

/** Bundles the compiler's declarations in a folder into one file for each entry, and their common parts. */
export async function bundleTypes(from: string, folder: string): Promise<void> {
  const entries = Object.entries({ ...ENTRIES, ...VITEST_ENTRY });
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(([name, source]) => [name, `${from}/${source.replace(/\.ts$/, ".d.ts")}`])),
    external: (id) => id.startsWith("node:") || OUTSIDE.has(id),
    // The input is declarations already, so the named generator has no work, and oxc needs no compiler.
    plugins: [
      dts({ dtsInput: true, generator: "oxc", tsconfig: false }),
      optionalImports,
      bareValibot,
      barePipes,
      withoutRegions,
    ],
    checks: { pluginTimings: false },
  });
  await bundle.write({
    dir: folder,
    format: "es",
    // Handles can be disposed of; with this line compilers know the symbol, whatever `lib` users have.
    banner: '/// <reference lib="esnext.disposable" />',
    entryFileNames: ({ name }) => (name in VITEST_ENTRY ? "[name].d.ts" : "[name].d.cts"),
    chunkFileNames: "[name]-[hash].d.cts",
    minifyInternalExports: false,
  });
  await bundle.close();
}
