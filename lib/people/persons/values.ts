import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import type { Context } from "../context.ts";
import type { Json } from "../../events/filters/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { NOBODY } from "./property-column.ts";

/** Filters for values. */
export const PersonValuesQuery = v.object({
  /** Name of the property; empty or absent = an empty answer, also for `$virt…`, which are computed elsewhere. */
  key: v.optional(v.string(), ""),
  /** Keep values whose text contains this, in any letter case; empty = absent. */
  value: v.optional(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), ""),
});
export type PersonValuesQuery = v.InferOutput<typeof PersonValuesQuery>;
export type PersonValuesInput = v.InferInput<typeof PersonValuesQuery>;

/** A value of a property, as text, with its number of persons. */
export const PropertyValue = v.pipe(
  v.object({ name: v.string(), count: Count }),
  v.examples([{ name: "pro", count: 12 }]),
);
export interface PropertyValue extends v.InferOutput<typeof PropertyValue> {}

/** Most values of an answer. */
const LIMIT = 20;

/**
 * The most frequent values: at most 20, by count, then by text. Counts all persons (PostHog samples); leaves out empty
 * texts. Source: reference/rest.md 5.11.
 */
export async function listPersonValues(
  { properties }: Pick<Context, "properties">,
  project: Project,
  { key, value }: PersonValuesQuery,
): Promise<PropertyValue[]> {
  if (key === "" || key.startsWith("$virt")) return [];
  const column = (await properties.columns(project.id, new Set([key]))).get(key);
  if (column === undefined) return [];
  const persons = new Uint32Array(column.values.length);
  for (const code of column.codes) if (code !== NOBODY) persons[code] = (persons[code] ?? 0) + 1;

  const counts = new Map<string, number>();
  const wanted = value.toLowerCase();
  for (const [code, stored] of column.values.entries()) {
    const count = persons[code] ?? 0;
    if (stored === undefined || count === 0) continue;
    const name = toName(stored);
    if (name === "" || !name.toLowerCase().includes(wanted)) continue;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, LIMIT);
}

/** JSON with sorted keys for a list or an object, `None` for null. */
function toName(value: Json): string {
  if (value === null) return "None";
  return typeof value === "object" ? toSpacedJson(value) : String(value);
}

// JSON with a blank after comma and colon, as in PostHog.
function toSpacedJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(toSpacedJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}: ${toSpacedJson(inner)}`).join(", ")}}`;
}
