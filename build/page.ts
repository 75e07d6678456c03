import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";

// esbuild bundles the page for browsers (adapters/ui/page); tsx is made of it, so it is installed anyway. It handles
// TSX and CSS; rolldown (`code.ts`) no longer handles CSS. The files of a view are loaded when the view is first shown.

const SOURCE = "adapters/ui/page";

/**
 * Builds the page into a folder, which is emptied first: `index.html`, scripts and two sheets of styles, with hashed
 * names. One of the scripts, `board`, is the server's: it draws documents of dashboards with the page's components.
 * @returns paths of all modules in the bundle
 */
export async function bundlePage(folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [
      join(SOURCE, "main.tsx"),
      join(SOURCE, "design/style.css"),
      join(SOURCE, "design/views.css"),
      join(SOURCE, "views/dashboards/board.tsx"),
    ],
    outdir: folder,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    // wouter reads the mode under the name that React uses.
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
  const built = Object.keys(metafile.outputs).map((path) => basename(path));
  const named = (start: string) => built.find((name) => name.startsWith(start)) ?? "";
  const html = await readFile(join(SOURCE, "index.html"), "utf8");
  await mkdir(folder, { recursive: true });
  // The folder above holds CommonJS, and who traces files reads these too.
  await writeFile(join(folder, "package.json"), `{ "type": "module" }\n`);
  await writeFile(
    join(folder, "index.html"),
    html
      .replace("main.tsx", named("main-"))
      .replace("style.css", named("style-"))
      .replace("views.css", named("views-")),
  );
  return Object.keys(metafile.inputs);
}
