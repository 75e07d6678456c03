import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import type { ModuleInfo, Plugin } from "rolldown";

// rolldown bundles the page's code (adapters/ui/page), esbuild its styles, which rolldown no longer handles. The files of a view are
// loaded when the view is first shown, except those of Home, which are in the first file: esbuild gave its shared modules 35 files,
// which cost browsers a third of a second before Home could ask anything.

const SOURCE = resolve("adapters/ui/page");
const MAIN = join(SOURCE, "main.tsx");
const BOARD = join(SOURCE, "views/dashboards/board.tsx");

/**
 * Builds the page into a folder, which is emptied first: `index.html`, scripts and two sheets of styles, with hashed
 * names. One of the scripts, `board`, is the server's: it draws documents of dashboards with the page's components.
 * @returns paths of all modules in the bundle
 */
export async function bundlePage(folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  const scripts = await bundleScripts(folder);
  const { metafile } = await build({
    entryPoints: [join(SOURCE, "design/style.css"), join(SOURCE, "design/views.css")],
    outdir: folder,
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    metafile: true,
    target: "es2022",
    logLevel: "warning",
  });
  const built = [...scripts.names, ...Object.keys(metafile.outputs).map((path) => basename(path))];
  const named = (start: string) => built.find((name) => name.startsWith(start)) ?? "";
  const html = await readFile(join(SOURCE, "index.html"), "utf8");
  await mkdir(folder, { recursive: true });
  // The folder above holds CommonJS, and who traces files reads these too.
  await writeFile(join(folder, "package.json"), `{ "type": "module" }\n`);
  await writeFile(
    join(folder, "index.html"),
    html
      .replace("main.tsx", named("main-"))
      .replace("parts.ts", named("parts-"))
      .replace("style.css", named("style-"))
      .replace("views.css", named("views-")),
  );
  return [...scripts.modules, ...Object.keys(metafile.inputs)];
}

async function bundleScripts(dir: string): Promise<{ names: string[]; modules: string[] }> {
  const found: { main: Set<string>; board: Set<string> } = { main: new Set(), board: new Set() };
  const findClosures: Plugin = {
    name: "find-closures",
    buildEnd() {
      found.main = closureOf(MAIN, (id) => this.getModuleInfo(id));
      found.board = closureOf(BOARD, (id) => this.getModuleInfo(id));
    },
  };
  const bundle = await rolldown({
    input: { main: MAIN, board: BOARD },
    plugins: [findClosures],
    preserveEntrySignatures: "allow-extension",
    transform: {
      target: "es2022",
      // wouter reads the mode under the name that React uses.
      define: { "process.env.NODE_ENV": '"production"' },
    },
  });
  const { output } = await bundle.write({
    dir,
    format: "es",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    comments: false,
    minify: true,
    codeSplitting: {
      // Two files come first: the server's script cannot run the page's, and shares these parts with it.
      groups: [
        { name: "parts", test: (id) => found.main.has(id) && found.board.has(id) },
        { name: "main", test: (id) => found.main.has(id) },
      ],
    },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  return { names: chunks.map(({ fileName }) => fileName), modules: chunks.flatMap(({ moduleIds }) => moduleIds) };
}

/** A module and all that it imports at once. */
function closureOf(id: string, infoOf: (id: string) => ModuleInfo | null, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of infoOf(id)?.importedIds ?? []) closureOf(next, infoOf, seen);
  return seen;
}
