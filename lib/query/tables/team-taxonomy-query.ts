import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery, idleEntries } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { LOOK_BACK_DAYS, MAX_NAMES, rowsOf } from "./taxonomy-fields.ts";

/** The names of a project's events: a node of kind TeamTaxonomyQuery. Source: reference/query.md 4.13. */
const TeamTaxonomyNode = v.strictObject({ kind: v.literal("TeamTaxonomyQuery"), ...idleEntries });

export interface NamedCount {
  event: string;
  count: number;
}

export interface TeamTaxonomyQueryTypes {
  kind: "TeamTaxonomyQuery";
  node: v.InferInput<typeof TeamTaxonomyNode>;
  answer: { results: NamedCount[] };
}

export const teamTaxonomyQuery = defineQuery<TeamTaxonomyQueryTypes, QueryAsks>()({
  kind: "TeamTaxonomyQuery",
  summary: "Lists the names of events in the last 30 days, the most frequent first.",
  node: TeamTaxonomyNode,
  example: { kind: "TeamTaxonomyQuery" },
  answer: v.object({ results: v.array(v.object({ event: v.string(), count: v.number() })) }),
  override: (node) => node,
  async run(ctx: QueryAsks, project: Project, _, { keyId }: AskedHow): Promise<Run<TeamTaxonomyQueryTypes>> {
    const text = `SELECT event, count() AS number FROM events WHERE timestamp >= now() - INTERVAL ${LOOK_BACK_DAYS} DAY
      GROUP BY event ORDER BY number DESC, event LIMIT ${MAX_NAMES}`;
    const rows = await rowsOf(ctx, project, text, {}, keyId);
    return { results: rows.map(([event, count]) => ({ event: String(event), count: Number(count) })) };
  },
});
