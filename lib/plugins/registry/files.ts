/** Text by path, with `/`, relative to the plugin's root. */
export type Files = Record<string, string>;

export const MANIFEST = "plugin.json";
export const FRONTEND = "frontend.tsx";

/** Kept for browsers, beside the backend. */
const EXTRAS = [FRONTEND, "site.ts"];

/** Tried in this order without `main` in the manifest (reference/plugins.md 2). */
const DEFAULT_MAINS = ["index.js", "index.ts"];

/** Stored names, which show the language. */
const BACKENDS = ["index.ts", "index.js", "index.tsx", "index.jsx"];

/** The files to store: manifest, the one backend file as `index.…`, if it exists, frontend. */
export function toStoredFiles(files: Files, main: string | null | undefined): Files {
  const found = (main ? [toPath(main)] : DEFAULT_MAINS).find((name) => Object.hasOwn(files, name));
  const kept = [MANIFEST, ...EXTRAS].filter((name) => Object.hasOwn(files, name));
  return {
    ...Object.fromEntries(kept.map((name) => [name, files[name] ?? ""])),
    ...(found !== undefined && { [toBackendName(found)]: files[found] ?? "" }),
  };
}

/** The paths that `toStoredFiles` reads. */
export function wantedPaths(main: string | null | undefined): string[] {
  return [...EXTRAS, ...(main ? [toPath(main)] : DEFAULT_MAINS)];
}

/** The path of a file, without `./` in front. */
function toPath(main: string): string {
  return main.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
}

function toBackendName(path: string): string {
  const ending = /\.(tsx?|jsx)$/.exec(path)?.[1] ?? "js";
  return `index.${ending}`;
}

/** The name of the backend among stored files; undefined = none. */
export function findBackend(files: Files): string | undefined {
  return BACKENDS.find((name) => Object.hasOwn(files, name));
}

function isBackend(name: string): boolean {
  return BACKENDS.includes(name);
}

/** Null removes a file; a backend in another language replaces the old one. */
export function changeFiles(files: Files, changes: Readonly<Record<string, string | null>>): Files {
  const replaces = Object.entries(changes).some(([name, text]) => isBackend(name) && text !== null);
  const left = Object.entries(files).filter(
    ([name]) => !(replaces && isBackend(name)) && !Object.hasOwn(changes, name),
  );
  const given = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries([...left, ...given]);
}
