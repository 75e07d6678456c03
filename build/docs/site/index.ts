import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { toHtml, toTryHtml, TRY } from "./page-html.ts";
import { readPage } from "./read-page.ts";
import { shippedPages } from "./shipped.ts";

// The documentation as a site: every page is HTML when the package is built, so that a server only sends it. Search and the
// form of requests are two small scripts of its own; nothing is loaded from another host.

const SOURCE = "adapters/ui/docs/site";

/** The site: its files by their path below `/docs/`, and the modules in its scripts. */
export interface Site {
  files: Record<string, string>;
  modules: string[];
}

/** Makes the site from the Markdown files and the sources of its scripts. */
export async function buildSite(): Promise<Site> {
  const names = shippedPages();
  const pages = [...names.keys()].map((file) => readPage(file, readFileSync(file, "utf8"), names));
  const groups = pages.find(({ name }) => name === "index")?.groups ?? [];
  const { scripts, modules } = await bundleScripts();
  const script = hashed("docs", "js", scripts["docs"] ?? "");
  const tryScript = hashed("try", "js", scripts["try"] ?? "");
  const style = hashed("style", "css", scripts["style"] ?? "");
  const loaded = { style: style.name, script: script.name, tryScript: tryScript.name };
  const files: Record<string, string> = {};
  for (const page of pages) files[`${page.name}.html`] = toHtml(page, groups, loaded);
  files[`${TRY}.html`] = toTryHtml(groups, loaded);
  for (const { name, text } of [script, tryScript, style]) files[name] = text;
  return { files, modules };
}

async function bundleScripts(): Promise<{ scripts: Record<string, string>; modules: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: ["docs.ts", "try.ts", "style.css"].map((name) => `${SOURCE}/${name}`),
    outdir: "out",
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    logLevel: "warning",
  });
  const scripts = Object.fromEntries(
    outputFiles.map(({ path, text }) => [path.replace(/^.*[\\/]([\w-]+)\.\w+$/, "$1"), text]),
  );
  return { scripts, modules: Object.keys(metafile.inputs) };
}

/** A file whose name changes with its content, so that browsers may keep it. */
function hashed(name: string, ending: string, text: string): { name: string; text: string } {
  const hash = createHash("sha256").update(text).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 8);
  return { name: `${name}-${hash}.${ending}`, text };
}
