import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** The files that each file imports, types included. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Imports and exports from a file, imports for their effect, and `import("…")` of values and types. */
const IMPORT = /^(?:import|export)\s[^;"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

/** Reads which of the files import each other. */
export function readImports(files: readonly string[]): ImportGraph {
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): Set<string> {
  const paths = importedPaths(readFileSync(file, "utf8")).filter((path) => path.startsWith("."));
  return new Set(paths.map((path) => normalize(join(dirname(file), path))));
}

/** The paths that a source imports, types included. */
export function importedPaths(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...code.matchAll(IMPORT)].map(([, from, effect, dynamic]) => from ?? effect ?? dynamic ?? "");
}

/** Finds the cycles of a graph: each list holds all files that reach each other, sorted. (Tarjan's algorithm.) */
export function findCycles(graph: ImportGraph): string[][] {
  const places = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const lower = (file: string, place: number) => lowest.set(file, Math.min(lowest.get(file) ?? place, place));
  const visit = (file: string) => {
    const place = places.size;
    places.set(file, place);
    lower(file, place);
    stack.push(file);
    for (const other of graph.get(file) ?? []) {
      if (!graph.has(other)) continue;
      if (!places.has(other)) {
        visit(other);
        lower(file, lowest.get(other) ?? place);
      } else if (stack.includes(other)) {
        lower(file, places.get(other) ?? place);
      }
    }
    if (lowest.get(file) !== place) return;
    const cycle = stack.splice(stack.indexOf(file));
    if (cycle.length > 1 || graph.get(file)?.has(file)) cycles.push(cycle.toSorted());
  };

  for (const file of graph.keys()) if (!places.has(file)) visit(file);
  return cycles;
}
