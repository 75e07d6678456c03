import { COLOURS, OTHER } from "../../parts/chart-lines.ts";
import type { Series, SeriesLine } from "./series.ts";

/** The lines that are drawn at first: as many as there are colours, each with its period before. The table has all, and chooses others. */
export function firstShown({ lines }: Pick<Series, "lines">): ReadonlySet<number> {
  const current = lines.filter(({ isPrevious }) => isPrevious !== true);
  const colours = new Set(current.slice(0, current.length > COLOURS ? COLOURS : undefined).map(({ colour }) => colour));
  return new Set([...lines.keys()].filter((index) => colours.has(lines[index]?.colour ?? OTHER)));
}

/** The chosen lines; of many whose sum has a meaning, all others as one, in grey. */
export function drawnLines(
  { lines, hasTotal }: Pick<Series, "lines" | "hasTotal">,
  shown: ReadonlySet<number>,
): SeriesLine[] {
  const chosen = lines.filter((_, index) => shown.has(index));
  const current = lines.filter(({ isPrevious }) => isPrevious !== true);
  const rest = lines.filter(({ isPrevious }, index) => !shown.has(index) && isPrevious !== true);
  if (current.length <= COLOURS || !hasTotal || rest.length === 0) return chosen;
  const data = (rest[0]?.data ?? []).map((_, place) => rest.reduce((sum, line) => sum + (line.data[place] ?? 0), 0));
  return [...chosen, { name: `Other (${rest.length})`, data, colour: OTHER, links: [] }];
}
