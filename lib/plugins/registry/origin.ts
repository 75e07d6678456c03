import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { HogletError, invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { readArchive } from "./archive.ts";
import { MANIFEST, toStoredFiles } from "./files.ts";
import type { Files } from "./files.ts";
import { parseManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { findPackage, kindOf, readFolder } from "./read-folder.ts";

const Texts = v.record(
  v.string(),
  v.string("Expected the text of a file."),
  "Expected an object of texts by file name.",
);

const Bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array, "Expected the bytes of an archive.");

/** The source of a plugin: one of `path`, `package`, `files`, `archive`, `url`, or a name alone. */
export const PluginInput = v.object({
  /** A folder, or a zip or tgz file, on the machine of the database. */
  path: v.exactOptional(v.pipe(v.string(), v.nonEmpty("Expected a path."))),
  /** The name of an installed npm package, searched from the current folder upwards. */
  package: v.exactOptional(v.pipe(v.string(), v.nonEmpty("Expected the name of a package."))),
  /** Texts by name: `plugin.json`, `index.ts` (or `main`), `frontend.tsx`. */
  files: v.exactOptional(Texts),
  /** Bytes of a zip or tgz. */
  archive: v.exactOptional(Bytes),
  /**
   * `file:…`, `npm:…` or the address of an npm package's page; with `archive`, the address from which it was fetched.
   */
  url: v.exactOptional(v.nullable(v.string())),
  plugin_type: v.exactOptional(v.nullable(v.string())),
  /** The name of a plugin without a manifest. */
  name: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
});
export type PluginInput = v.InferOutput<typeof PluginInput>;

/** A plugin that was found and checked. */
export interface Found {
  type: "local" | "custom" | "source";
  /** The url from which it can be read again; null = none. Never with a query, which may hold a token. */
  url: string | null;
  name: string;
  /** Null = code that was typed in. */
  manifest: Manifest | null;
  /** The version of the manifest or the package; null = neither has a version. */
  tag: string | null;
  files: Files;
}

/** Finds a plugin and checks it. Nothing is downloaded. @throws invalid naming the invalid field */
export async function findPlugin(input: unknown): Promise<Found> {
  const wanted = parse(PluginInput, input);
  const { path, package: name, files, archive, url } = wanted;
  if (path !== undefined) return fromPath(resolve(path), "path");
  if (name !== undefined) return fromPackage(name, "package");
  if (archive !== undefined) return fromArchive(archive, url ?? null);
  if (files !== undefined || wanted.plugin_type === "source") return fromFiles(files ?? {}, wanted.name ?? null);
  if (url) return fromUrl(url);
  throw invalid("url", "This field is required.", "required");
}

const NPM_PAGE = /^https:\/\/(?:www\.)?npmjs\.com\/package\/((?:@[^/?#]+\/)?[^/?#]+)/;

/** Finds a plugin by its url, in the forms that need no network. */
export async function fromUrl(url: string): Promise<Found> {
  const name = NPM_PAGE.exec(url)?.[1] ?? (url.startsWith("npm:") ? url.slice("npm:".length) : null);
  if (name !== null) return fromPackage(name, "url");
  if (url.startsWith("file:")) return fromPath(toPath(url), "url");
  throw invalid("url", "Nothing is downloaded: give an archive, file:<path> or npm:<an installed package>.");
}

function toPath(url: string): string {
  if (!url.startsWith("file://")) return resolve(url.slice("file:".length));
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw invalid("url", error instanceof Error ? error.message : "Expected a file.");
  }
}

async function fromPath(path: string, attr: string): Promise<Found> {
  const kind = path.includes("\0") ? null : await kindOf(path);
  if (kind === null) throw invalid(attr, `There is no folder and no archive at ${path}.`);
  const url = `file:${path}`;
  try {
    if (kind === "file") return { ...(await fromArchive(await readFile(path), url)), type: "local" };
    return toFound(await readFolder(path, toMain), { type: "local", url, name: basename(path) });
  } catch (error) {
    throw error instanceof HogletError ? error : invalid(attr, `${path} cannot be read: ${String(error)}.`);
  }
}

/** Names that npm allows, so that no other path can be meant. */
const PACKAGE_NAME = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;

async function fromPackage(name: string, attr: string): Promise<Found> {
  const folder = PACKAGE_NAME.test(name) ? await findPackage(name, process.cwd()) : null;
  if (folder === null) throw invalid(attr, `There is no installed package ${name}: nothing is downloaded.`);
  return toFound(await readFolder(folder, toMain), { type: "custom", url: `npm:${name}`, name });
}

async function fromArchive(bytes: Uint8Array, url: string | null): Promise<Found> {
  const known = url === null || url === "" ? null : (url.split("?")[0] ?? null);
  return toFound(await readArchive(bytes), { type: "custom", url: known, name: null });
}

function fromFiles(files: Files, name: string | null): Found {
  const isTyped = !Object.hasOwn(files, MANIFEST);
  const found = isTyped ? null : toFound(files, { type: "source", url: null, name });
  if (found !== null) return found;
  if (name === null || name === "") throw invalid("name", "This field is required.", "required");
  return { type: "source", url: null, name, manifest: null, tag: null, files: toStoredFiles(files, null) };
}

function toMain(manifest: string): string | null | undefined {
  return parseManifest(manifest).main;
}

/** @param known its `name` serves a manifest without one; null = the manifest must have a name */
function toFound(files: Files, known: { type: Found["type"]; url: string | null; name: string | null }): Found {
  const text = files[MANIFEST];
  if (text === undefined) throw invalid(MANIFEST, `There is no ${MANIFEST} in it.`, "required");
  const manifest = parseManifest(text);
  const name = manifest.name || known.name;
  if (!name) throw invalid(`${MANIFEST}__name`, "This field is required.", "required");
  const tag = manifest.version ?? toVersion(files["package.json"]);
  return { ...known, name, manifest, tag, files: toStoredFiles(files, manifest.main) };
}

/** Null when it cannot be read. */
function toVersion(text: string | undefined): string | null {
  try {
    const { version } = JSON.parse(text ?? "{}") as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
