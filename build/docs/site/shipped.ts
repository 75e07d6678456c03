import { globSync } from "node:fs";

/** Notes for people who work on hoglet, and for programs that read its file without it: they stay in the repository, as `docs/reference` does. */
const INTERNAL = new Set(["architecture", "decisions", "file-format", "performance"].map((name) => `docs/${name}.md`));

/**
 * The pages that `hoglet serve` shows at `/docs/`, by the file that each is written in: every page for users below
 * `docs`, and the promises of SECURITY.md. A page's name is its path below `/docs/` without an ending.
 */
export function shippedPages(): Map<string, string> {
  const files = globSync("docs/{*,guides/*,manual/*}.md").map((file) => file.replaceAll("\\", "/"));
  const named = files.filter((file) => !INTERNAL.has(file)).map((file): [string, string] => [file, file.slice(5, -3)]);
  return new Map([...named.toSorted(([a], [b]) => (a < b ? -1 : 1)), ["SECURITY.md", "security"]]);
}
