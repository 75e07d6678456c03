import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { formatInstant } from "../../questions/index.ts";
import { nodePersons, readNodePeople } from "../../questions/people/index.ts";
import type { Actor, NodeActor } from "../../questions/people/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { actorLists } from "./actor-sources.ts";
import type { ActorsSource } from "./actor-sources.ts";
import type { ActorsQueryTypes, ActorsRead } from "./actors-node.ts";
import { toPersonObject } from "./person-object.ts";
import { personRows } from "./person-rows.ts";
import { toTablePage } from "./run-table.ts";
import { withoutComment } from "./table-column.ts";

const OF_PERSONS = ["person", "id", "person.$delete"];
const OF_GROUPS = ["group"];

/** Actors of a number that expressions can read, at most. */
const MAX_ACTORS = 100_000;

/**
 * A page of the actors behind a number. Columns that all actors have are read in the order of the engine's list;
 * expressions, filters and an order are SQL over the persons among the actors.
 * @throws HogletError 400 naming the field
 */
export async function insightActorRows(
  ctx: QueryAsks,
  project: Project,
  node: ActorsRead,
  source: ActorsSource,
  how: AskedHow,
): Promise<Run<ActorsQueryTypes>> {
  const lists = await actorLists(ctx, project, source);
  const isPlain = (node.select ?? []).every((text) => Object.hasOwn(COLUMNS, withoutComment(text)));
  if (isPlain && !isNarrowed(node)) return readPlain(ctx, project, node, lists);
  const persons = await nodePersons(ctx, project, lists);
  if (persons.length > MAX_ACTORS) {
    throw invalid(null, `Expressions look at ${MAX_ACTORS} actors at most; the number has ${persons.length}.`);
  }
  const [first] = (await readNodePeople(ctx, project, lists, { search: "", limit: 1, offset: 0 })).people;
  if (first?.actor.type === "group") {
    throw invalid("select", `Groups have the columns ${GROUP_COLUMNS.join(", ")}.`, "unsupported");
  }
  return personRows(ctx, project, node, persons, how);
}

function isGiven(filters: ActorsRead["properties"]): boolean {
  return Array.isArray(filters) ? filters.length > 0 : filters !== null && filters !== undefined;
}

function isNarrowed({ properties, fixedProperties, orderBy }: ActorsRead): boolean {
  return isGiven(properties) || isGiven(fixedProperties) || (orderBy ?? []).length > 0;
}

async function readPlain(
  ctx: QueryAsks,
  project: Project,
  node: ActorsRead,
  lists: Awaited<ReturnType<typeof actorLists>>,
): Promise<Run<ActorsQueryTypes>> {
  const page = toTablePage(node);
  const { people, hasMore } = await readNodePeople(ctx, project, lists, { search: node.search ?? "", ...page });
  const isOfGroups = people[0]?.actor.type === "group";
  const columns = node.select ?? (isOfGroups ? OF_GROUPS : OF_PERSONS);
  const names = columns.map(withoutComment);
  return {
    results: people.map((each) => names.map((name) => COLUMNS[name]?.toValue(project, each) ?? null)),
    columns: [...columns],
    types: names.map((name) => COLUMNS[name]?.type ?? "String"),
    hasMore,
    hogql: "",
    ...page,
    missing_actors_count: people.filter(({ actor }) => actor.created_at === null).length,
  };
}

interface ActorColumn {
  /** ClickHouse's name. */
  type: string;
  toValue(project: Project, each: NodeActor): unknown;
}

const OBJECT: ActorColumn = { type: "Tuple", toValue: (project, { actor }) => toActorObject(project, actor) };

/** Columns of actors without an expression (reference/query.md 4.4). */
const COLUMNS: Readonly<Record<string, ActorColumn>> = {
  actor: OBJECT,
  person: OBJECT,
  group: OBJECT,
  id: { type: "UUID", toValue: (_, { actor }) => idOf(actor) },
  "person.$delete": { type: "UInt8", toValue: () => 1 },
  created_at: {
    type: "DateTime64(3)",
    toValue: ({ timezone }, { actor }) => toInstant(actor.created_at, timezone),
  },
  person_display_name: {
    type: "Tuple",
    toValue: (_, { actor }) => ({ display_name: actorNameOf(actor), id: idOf(actor) }),
  },
  matched_recordings: { type: "Array(Tuple)", toValue: () => [] },
  event_count: { type: "Float64", toValue: (_, { actor }) => actor.value_at_data_point },
  appearances: { type: "Array(UInt64)", toValue: (_, { cells }) => cells },
};

const GROUP_COLUMNS = ["group", "actor", "id", "created_at", "event_count"];

function idOf(actor: Actor): string {
  return actor.type === "group" ? actor.group_key : actor.uuid;
}

function actorNameOf(actor: Actor): unknown {
  return actor.type === "group" ? (actor.properties["name"] ?? actor.group_key) : actor.name;
}

/** An actor without a row has only an id. */
function toActorObject(project: Project, actor: Actor): Record<string, unknown> {
  if (actor.type === "person") {
    if (actor.created_at === null) return { id: actor.uuid, distinct_ids: actor.distinct_ids };
    return { ...toPersonObject(project, { ...actor, created_at: actor.created_at }) };
  }
  const { group_key, group_type_index, properties, created_at } = actor;
  if (created_at === null) return { id: group_key, group_type_index };
  return {
    id: group_key,
    type: "group",
    properties,
    group_key,
    group_type_index,
    created_at: toInstant(created_at, project.timezone),
    group_properties: properties,
  };
}

function toInstant(iso: string | null, timezone: string): string | null {
  return iso === null ? null : formatInstant(Date.parse(iso), timezone);
}
