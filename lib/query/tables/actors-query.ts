import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { defineQuery } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { NodePerson } from "../../questions/people/index.ts";
import { runHogQL } from "../hogql-query.ts";
import type { HogQLNode } from "../hogql-query.ts";
import type { QueryAsks } from "../query-asks.ts";
import { overrideSource } from "./actor-id-queries.ts";
import { ActorsNode } from "./actors-node.ts";
import type { ActorsQueryTypes, ActorsRead } from "./actors-node.ts";
import { insightActorRows } from "./insight-actor-rows.ts";
import { personRows } from "./person-rows.ts";
import { tableAnswer } from "./table-fields.ts";

export const actorsQuery = defineQuery<ActorsQueryTypes, QueryAsks>()({
  kind: "ActorsQuery",
  summary: "Lists persons, or the persons or groups behind a number of an insight.",
  node: ActorsNode,
  example: {
    kind: "ActorsQuery",
    source: {
      kind: "FunnelsActorsQuery",
      source: { kind: "FunnelsQuery", series: [{ event: "signed up" }, { event: "paid" }] },
      funnelStep: -2,
    },
    select: ["person_display_name", "properties.email"],
  },
  answer: v.object({ ...tableAnswer, missing_actors_count: v.number() }),
  // A dashboard's filters are for the insight's events.
  override: overrideSource,
  run: runActors,
});

async function runActors(
  ctx: QueryAsks,
  project: Project,
  node: ActorsRead,
  how: AskedHow,
): Promise<Run<ActorsQueryTypes>> {
  const { source } = node;
  if (!source) return personRows(ctx, project, node, null, how);
  if (source.kind !== "HogQLQuery") return insightActorRows(ctx, project, node, source, how);
  return personRows(ctx, project, node, await personsOf(ctx, project, source, how), how);
}

/** Persons that SQL may name: as many as a statement has rows. */
const MAX_ROWS = 50_000;

/** The persons in the column `actor_id`, `person_id` or `group_key`, else in the first with `id` in its name. */
async function personsOf(
  ctx: QueryAsks,
  project: Project,
  source: v.InferOutput<typeof HogQLNode>,
  { keyId }: AskedHow,
): Promise<NodePerson[]> {
  const { result } = await runHogQL(ctx, project, source, keyId, MAX_ROWS);
  const { columns, results, hasMore } = result;
  if (hasMore) throw invalid(null, `The source has more than ${MAX_ROWS} rows. Narrow it down.`);
  const place = ["actor_id", "person_id", "group_key"].map((name) => columns.indexOf(name)).find((at) => at !== -1);
  const column = place ?? columns.findIndex((name) => name.includes("id"));
  if (column === -1) {
    throw invalid(null, "The source has no column of actors: name one person_id or actor_id.");
  }
  if (columns[column] === "group_key") throw invalid(null, "Groups out of SQL are not supported; expected person_id.");
  const uuids = new Set(results.map((row) => String(row[column])));
  return Array.from(uuids, (uuid) => ({ uuid, value: null }));
}
