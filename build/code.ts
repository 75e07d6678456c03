import { rm } from "node:fs/promises";
import { join, parse, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { rolldown } from "rolldown";
import type { OutputChunk, OutputOptions, Plugin, RolldownOptions } from "rolldown";
import { PLACES } from "../lib/base/side-file.ts";
import { ENTRIES, toCodeName, VITEST_ENTRY } from "./entries.ts";
import { lazyChunks } from "./lazy-chunks.ts";
import { leanPackages } from "./lean-packages.ts";
import { shortLines } from "./short-lines.ts";
import { findStages, toOwnGroup } from "./stages.ts";

// rolldown: the only bundler that splits CommonJS into parts that several entries share (esbuild splits ES modules
// only, so the command, the threads and the library would each carry a copy), from the makers of Vite, and without a
// stack of plugins.
//
// CommonJS, because plain Jest can load nothing else, because a single executable starts from it, and because a process
// then has a single form of the code: ES modules re-export it (`forms.ts`), and an error of one form is an `instanceof`
// the other's class. The bundle has each package once: several are ES modules only, and 90 packages took longer to
// install and to load than hoglet itself. Outside stay better-sqlite3, which is native, and packages of users.

const OUTSIDE = ["better-sqlite3", "@clickhouse/client", "posthog-node", "@jest/globals", "vitest"];

/**
 * Modules that only define things (`test/architecture.test.ts` holds it). A script that imports a name from a door gets
 * only the module of that name: threads and child processes load a third of the code, and no drizzle.
 */
const DEFINITIONS = /[\\/]lib[\\/].*\.ts$/;

/** Scripts of threads and processes, and scripts that are loaded on demand. */
const SCRIPTS = [
  PLACES.engineThread,
  PLACES.importThread,
  PLACES.serializeThread,
  PLACES.doctorProcess,
  PLACES.copyProcess,
  PLACES.replicationProcess,
  PLACES.queryProcess,
  PLACES.readerProcess,
  PLACES.pluginThread,
  PLACES.re2,
];

/** A file of its own, because it is loaded first (`forms.ts`). */
const PLATFORM = resolve("lib/base/platform.ts");

/** Packages, too, take from there what a test may replace, and what Jest's jsdom lacks. */
const OF_PLATFORM = Object.fromEntries(
  ["TextDecoder", "TextEncoder", "clearInterval", "clearTimeout", "performance", "queueMicrotask", "setImmediate"]
    .concat("setInterval", "setTimeout", "structuredClone")
    .map((name): [string, [string, string]] => [name, [PLATFORM, name]]),
);

/** Scripts in `.js`. */
const SCRIPT_NAMES = new Set(
  SCRIPTS.map(({ built }) => parse(built))
    .filter(({ ext }) => ext === ".js")
    .map(({ name }) => name),
);

/**
 * Bundles the library, its adapters, the command and the scripts of threads into a folder.
 * @returns paths of all modules in the bundle
 */
export async function bundleCode(folder: string): Promise<string[]> {
  const entries = Object.entries(ENTRIES).map(([name, source]) => [toCodeName(name), source]);
  const scripts = SCRIPTS.map(({ source, built }) => [parse(built).name, source]);
  await rm(TRIED, { recursive: true, force: true });
  const library = { ...Object.fromEntries(entries), platform: PLATFORM };
  const stages = findStages(TRIED, await writeChunks(library, TRIED, lazyChunks(toOwnGroup)));
  const input = { ...Object.fromEntries([...entries, ...scripts]), command: "bin/hoglet.ts", platform: PLATFORM };
  const layout = lazyChunks((id) => stages.get(id));
  const chunks = await writeChunks(input, folder, layout, [leanPackages, shortPackages, shortLines]);
  return chunks.flatMap(({ moduleIds }) => moduleIds);
}

/** The library that `findStages` plays, with a file for each module. */
const TRIED = ".cache/stages";

async function writeChunks(
  input: Record<string, string>,
  dir: string,
  { plugin, nameOf }: ReturnType<typeof lazyChunks>,
  more: readonly Plugin[] = [],
): Promise<OutputChunk[]> {
  return write(
    {
      input,
      plugins: [...more, withConstants, plugin],
      // The files of the code export to each other what they need.
      preserveEntrySignatures: "allow-extension",
    },
    {
      dir,
      format: "cjs",
      extension: "cjs",
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: nameOf, debugName: "folders" }] },
    },
  );
}

/** Bundles the entry that imports Vitest, as ES modules over the other entries. */
export async function bundleVitest(folder: string): Promise<void> {
  const index = /[\\/]adapters[\\/]testing[\\/]index\.ts$/;
  await write(
    {
      input: VITEST_ENTRY,
      plugins: [
        shortLines,
        {
          name: "other-entries",
          resolveId: (id, from) =>
            from !== undefined && index.test(join(from, "..", id)) ? { id: "./index.js", external: true } : null,
        },
      ],
    },
    { dir: folder, format: "es", extension: "js" },
  );
}

/** Modules whose constants come from files of the repository: the build puts the values into the code. */
const withConstants: Plugin = {
  name: "with-constants",
  transform: {
    filter: { id: /[\\/]lib[\\/](?:storage[\\/]migration-scripts|base[\\/]version)\.ts$/ },
    async handler(_, id) {
      const constants = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>);
      return constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join("\n");
    },
  },
};

/** Shortens names of inner functions in packages too, whose stacks nobody has to read. */
const shortPackages: Plugin = {
  name: "short-packages",
  transform: {
    filter: { id: /[\\/]node_modules[\\/].*\.[cm]?js$/ },
    handler: async (code) => (await transform(code, { minify: true, legalComments: "none", target: "node22.15" })).code,
  },
};

async function write(
  options: Pick<RolldownOptions, "input" | "plugins" | "preserveEntrySignatures">,
  {
    dir,
    format,
    extension,
    codeSplitting = true,
  }: Pick<OutputOptions, "codeSplitting"> & { dir: string; format: "cjs" | "es"; extension: string },
): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    ...options,
    external: OUTSIDE,
    platform: "node",
    treeshake: { moduleSideEffects: [{ test: DEFINITIONS, sideEffects: false }] },
    // The ES modules of packages that have both forms: unused parts are dropped, and names of modules become short.
    resolve: { mainFields: ["module", "main"] },
    transform: {
      target: "node22.15",
      inject: OF_PLATFORM,
      // Packages that would be AMD modules where there is a loader: webpack takes hoglet's whole code for theirs.
      define: { define: "undefined" },
    },
  });
  const { output } = await bundle.write({
    dir,
    format,
    codeSplitting,
    entryFileNames: ({ name }) => `${name}.${SCRIPT_NAMES.has(name) ? "js" : extension}`,
    chunkFileNames: `[name].${extension}`,
    // Without comments (the declarations have the docs, and licences have a file of their own), with short names except
    // for functions and classes, so that stacks stay readable. Together this saves a fifth of the package and of the
    // time to read it.
    comments: false,
    minify: {
      mangle: { toplevel: true, keepNames: true },
      compress: { keepNames: { function: true, class: true } },
      codegen: { removeWhitespace: true },
    },
  });
  await bundle.close();
  return output.filter((file) => file.type === "chunk");
}
