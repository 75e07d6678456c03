import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

// Which parts of `dist` are older than what they are made from: tests build only those. By the content of the sources, since
// a checkout changes their times, and a deleted one has none.

/** A part of `dist`. */
export type Part = "code" | "types";

interface Sources {
  /** A file of the part: without it nothing was built. */
  made: string;
  from: string[];
}

const PACKAGES = ["package.json", "package-lock.json"];

const SOURCES: Record<Part, Sources> = {
  code: {
    made: "dist/bin/hoglet.js",
    from: [
      ...PACKAGES,
      "{adapters,bin,build,fixtures,lib}/**/*.{cjs,css,html,sql,ts,tsx}",
      "lib/storage/migrations/meta/_journal.json",
      "{SECURITY,docs/{*,guides/*,manual/*}}.md",
    ],
  },
  types: {
    made: "dist/index.d.ts",
    from: [...PACKAGES, "tsconfig*.json", "build/{entries,forms,types}.ts", "{adapters,lib}/**/*.ts"],
  },
};

/** Has a part to be built? */
export function isStale(part: Part): boolean {
  const { made } = SOURCES[part];
  const note = noteOf(part);
  return !existsSync(made) || !existsSync(note) || readFileSync(note, "utf8") !== hashSources(part);
}

/** Notes what a part was made from. Call it when the part is whole. */
export function noteBuilt(part: Part): void {
  mkdirSync(".cache", { recursive: true });
  writeFileSync(noteOf(part), hashSources(part));
}

/** Forgets that a part was made, before it is made again. */
export function forgetBuilt(part: Part): void {
  rmSync(noteOf(part), { force: true });
}

function noteOf(part: Part): string {
  return `.cache/built-${part}.txt`;
}

function hashSources(part: Part): string {
  const hash = createHash("sha256");
  for (const file of globSync(SOURCES[part].from).toSorted()) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}
