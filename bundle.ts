import { readFile, rm } from "node:fs/promises";
import { relative, sep } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "esbuild";
import { bundlePage } from "./bundle-page.ts";

// Run by `npm run build` after the compiler: makes the command, dist/bin, of bin/ and all that it imports. Node needs about half
// a millisecond for each ES module that it loads, and these are over 500: to the first answer of an empty server it takes 200
// ms so and 400 ms with the compiler's files (`npm run bench -- start`, median of 11, a bare node:http server 63 ms). esbuild:
// what tsx is made of, so it is here anyway.
//
// Packages stay packages, and the library stays the compiler's files in dist/lib: users import these, and the command
// starts its threads and processes from them.

const OUT = "dist/bin";

/**
 * `import.meta.url` is how a source finds what lies beside it (a worker's script, the migrations). Here it is made to say where
 * the compiler put that source.
 * @param dist from the bundle's own folder
 */
function keepPlaces(dist: string): Plugin {
  return {
    name: "keep-places",
    setup(bundler) {
      bundler.onLoad({ filter: /[\\/](?:lib|adapters)[\\/].*\.ts$/ }, async ({ path }) => {
        const place = relative("", path).split(sep).join("/").replace(/\.ts$/, ".js");
        const url = `new URL("${dist}/${place}", import.meta.url).href`;
        const source = await readFile(path, "utf8");
        return { contents: source.replaceAll("import.meta.url", url), loader: "ts" };
      });
    },
  };
}

// The names of parts carry a hash of what is in them.
await rm(OUT, { recursive: true, force: true });
await build({
  entryPoints: ["bin/hoglet.ts"],
  outdir: OUT,
  bundle: true,
  // What is imported when it is first used stays a file of its own, with the packages that it needs.
  splitting: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node22",
  plugins: [keepPlaces("..")],
  logLevel: "warning",
});

// The engine's threads are in the way of the first answer of a file too: 180 modules of the compiler's take 250 ms of processor
// time each, in one file 165 ms.
await build({
  entryPoints: ["lib/engine/worker.ts"],
  outfile: "dist/lib/engine/worker.js",
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node22",
  plugins: [keepPlaces("../..")],
  logLevel: "warning",
});

await bundlePage("dist/adapters/ui/page");
