import { rolldown } from "rolldown";
import type { Plugin } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { ENTRIES, VITEST_ENTRY } from "./entries.ts";

// The compiler writes a declaration file for each of 500 sources (`tsconfig.build.json`); rolldown-plugin-dts makes of them what
// users see and nothing more: no table of ours, and no package that they would have to have. It is by rolldown's makers; API
// Extractor and dts-bundle-generator each bring a compiler of their own, older than ours.

/** What users bring: its types are theirs. */
const OUTSIDE = new Set(["posthog-node", "@jest/globals", "vitest", "expect"]);

/** Comments of valibot's types, which no user of hoglet reads: 3 kB of the packed package. */
const bareValibot: Plugin = {
  name: "bare-valibot",
  transform: {
    filter: { id: /[\\/]valibot[\\/].*\.d\.c?m?ts$/ },
    order: "pre",
    handler: (code) => code.replaceAll(/\/\*\*[\s\S]*?\*\//g, ""),
  },
};

/**
 * For users without posthog-node: its import is no error, and its types are `any`. Jest and Vitest need no such line: each has an
 * entry of its own, for those who have it.
 */
const optionalImports: Plugin = {
  name: "optional-imports",
  renderChunk: (code) => code.replace(/^import .* from "posthog-node";$/m, "// @ts-ignore: it is optional\n$&"),
};

/** Bundles the declarations in a folder that the compiler has written into one file for each entry, and their common parts. */
export async function bundleTypes(from: string, folder: string): Promise<void> {
  const entries = Object.entries({ ...ENTRIES, ...VITEST_ENTRY });
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(([name, source]) => [name, `${from}/${source.replace(/\.ts$/, ".d.ts")}`])),
    external: (id) => id.startsWith("node:") || OUTSIDE.has(id),
    // What is named as the generator has nothing to do, and needs no compiler for it.
    plugins: [dts({ dtsInput: true, generator: "oxc", tsconfig: false }), optionalImports, bareValibot],
    checks: { pluginTimings: false },
  });
  await bundle.write({
    dir: folder,
    format: "es",
    // Handles can be disposed of; by this the compilers know the symbol whatever `lib` their users have.
    banner: '/// <reference lib="esnext.disposable" />',
    entryFileNames: ({ name }) => (name in VITEST_ENTRY ? "[name].d.ts" : "[name].d.cts"),
    chunkFileNames: "[name]-[hash].d.cts",
  });
  await bundle.close();
}
