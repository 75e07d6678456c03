import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PLACES } from "../lib/base/side-file.ts";

// Written here, because the bundles come from two bundlers, and plugins for this know one.

const INTRODUCTION = `hoglet contains the following packages, in whole or in part. Each is used under its own licence, given here.
Licences with the same words stand here once, below all packages that they are of.`;

/** The folders of the packages of these modules, and of QuickJS. */
export function packagesOf(modules: readonly string[]): string[] {
  return [...new Set([...modules, PLACES.quickJs.source].flatMap(toPackage))].toSorted();
}

/** Writes the licences of packages. @throws Error when a package has none */
export async function writeLicences(folders: readonly string[], file: string): Promise<void> {
  const notices = await Promise.all(folders.map(toNotice));
  const groups = [...Map.groupBy(notices, ({ words }) => words.replaceAll(/\s+/g, " ")).values()];
  const texts = groups.map((same) => [...same.map(({ head }) => head), same[0]?.words].join("\n\n"));
  await writeFile(file, [INTRODUCTION, ...texts].join(`\n\n${"-".repeat(80)}\n\n`));
}

/** The folder of a module's package; none for hoglet's sources. */
function toPackage(path: string): string[] {
  const found = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path.replace(/^\0/, ""))?.[0];
  return found === undefined ? [] : [found.slice(found.indexOf("node_modules"))];
}

/** The fields of a package.json that are told. */
export interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

interface Notice {
  /** The package, the name of its licence, and the holders of the copyright. */
  head: string;
  words: string;
}

/** Characters of the shortest first paragraph of a licence; names of licences and holders are shorter. */
const SHORTEST = 150;

async function toNotice(folder: string): Promise<Notice> {
  const { name, version, license, author } = await readManifest(folder);
  if (license === undefined) throw new Error(`${folder} says no licence.`);
  const holder = typeof author === "object" ? author.name : author;
  const texts = await readTexts(folder);
  const head = `${name} ${version} (${license})${holder === undefined ? "" : `, by ${holder}`}`;
  const paragraphs = texts.flatMap((text) => text.trim().split(/\n\s*\n/));
  const first = paragraphs.findIndex(({ length }) => length >= SHORTEST);
  // Some packages only name their licence.
  const start = first === -1 ? paragraphs.length : first;
  return {
    head: [head, ...paragraphs.slice(0, start)].join("\n\n"),
    words: paragraphs.slice(start).join("\n\n"),
  };
}

/** Reads the package.json of a package. */
export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}

async function readTexts(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) =>
      !name.includes("node_modules") && /(?:^|[\\/])(?:licen[cs]e|copying|notice|third-party)[^\\/]*$/i.test(name),
  );
  return Promise.all(
    names.toSorted().map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
    }),
  );
}
