import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery, idleEntries } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { quoteName } from "../../hogql/index.ts";
import { DEFAULT_VALUES, MaxValues, rowsOf, sampleEntries } from "./taxonomy-fields.ts";
import type { ValueSample } from "./taxonomy-fields.ts";

/** The values that persons or groups have: a node of kind ActorsPropertyTaxonomyQuery. Source: reference/query.md 4.13. */
const ActorsPropertyTaxonomyNode = v.strictObject({
  kind: v.literal("ActorsPropertyTaxonomyQuery"),
  properties: v.pipe(v.array(v.string()), v.maxLength(100)),
  /** Groups of this type, 0 to 4. @default persons */
  groupTypeIndex: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4))),
  maxPropertyValues: MaxValues,
  ...idleEntries,
});

export interface ActorsPropertyTaxonomyQueryTypes {
  kind: "ActorsPropertyTaxonomyQuery";
  node: v.InferInput<typeof ActorsPropertyTaxonomyNode>;
  /** The values, in the order of `properties`. */
  answer: { results: ValueSample[] };
}

export const actorsPropertyTaxonomyQuery = defineQuery<ActorsPropertyTaxonomyQueryTypes, QueryAsks>()({
  kind: "ActorsPropertyTaxonomyQuery",
  summary: "Lists sample values of properties of persons or groups.",
  node: ActorsPropertyTaxonomyNode,
  example: { kind: "ActorsPropertyTaxonomyQuery", properties: ["plan"] },
  answer: v.object({ results: v.array(v.object(sampleEntries)) }),
  override: (node) => node,
  run: runTaxonomy,
});

async function runTaxonomy(
  ctx: QueryAsks,
  project: Project,
  { properties, groupTypeIndex, maxPropertyValues }: v.InferOutput<typeof ActorsPropertyTaxonomyNode>,
  { keyId }: AskedHow,
): Promise<Run<ActorsPropertyTaxonomyQueryTypes>> {
  if (properties.length === 0) return { results: [] };
  const isOfGroups = groupTypeIndex !== null && groupTypeIndex !== undefined;
  const from = isOfGroups ? `groups WHERE group_type_index = ${groupTypeIndex}` : "persons";
  const columns = properties.flatMap((name) => {
    const value = `nullIf(toString(properties.${quoteName(name)}), '')`;
    return [
      `arraySlice(arraySort(groupUniqArray(${value})), 1, ${maxPropertyValues ?? DEFAULT_VALUES})`,
      `uniq(${value})`,
    ];
  });
  const [row = []] = await rowsOf(ctx, project, `SELECT ${columns.join(", ")} FROM ${from}`, {}, keyId);
  return {
    results: properties.map((_, index) => ({
      sample_values: ((row[2 * index] ?? []) as unknown[]).map(String),
      sample_count: Number(row[2 * index + 1]),
    })),
  };
}
