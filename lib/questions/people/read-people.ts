import type { ActorPage } from "../../port/actors.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { personUuid } from "../../base/ids.ts";
import { readRecords, toName } from "../../people/persons/index.ts";
import type { PersonRecord, Properties } from "../../people/persons/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { RowOf } from "../../storage/index.ts";
import type { persons } from "../../storage/tables/index.ts";

type Db = Context["db"];

/** A person behind a number. */
export interface PersonActor extends Omit<PersonRecord, "id" | "created_at"> {
  type: "person";
  /** Null = a personless actor: a distinct id without a person. */
  id: number | null;
  /** ISO text; null = a personless actor. */
  created_at: string | null;
  /** Recordings are not stored. */
  matched_recordings: never[];
  /** Behind a trend: how many of the counted events are theirs, or the statistic of these. Null behind other insights. */
  value_at_data_point: number | null;
}

/** A group behind a number. */
export interface GroupActor {
  type: "group";
  /** Its key. */
  id: string;
  group_key: string;
  /** 0 to 4. */
  group_type_index: number;
  /** ISO text; null = no `$groupidentify` described it. */
  created_at: string | null;
  properties: Properties;
  /** Recordings are not stored. */
  matched_recordings: never[];
  /** The value of the group, as a person's. */
  value_at_data_point: number | null;
}

/** Somebody, or something, that a number counts. */
export type Actor = PersonActor | GroupActor;

/** Distinct ids that a person shows at most (reference/rest.md 4.1). */
const MAX_DISTINCT_IDS = 1000;

/** Reads the actors of a page, in its order. Actors that are gone by now are left out. */
export function readPeople(db: Db, project: Project, page: ActorPage): Actor[] {
  const found =
    page.by === "groups"
      ? page.keys.map((key) => [readGroup(db, project.id, page.groupTypeIndex, key)])
      : Array.from(page.ids, (id) => readPerson(db, project, id));
  return found.flatMap((actors, place) => actors.map((actor): Actor => Object.assign(actor, atPoint(page, place))));
}

type AtPoint = Pick<PersonActor, "matched_recordings" | "value_at_data_point">;

function atPoint({ values }: ActorPage, place: number): AtPoint {
  return { matched_recordings: [], value_at_data_point: values?.[place] ?? null };
}

/** Newest first, then by UUID (groups: by key); actors without a time of creation last. */
export function sortPeople<Row extends Actor>(people: readonly Row[]): Row[] {
  return people
    .map((actor) => ({
      actor,
      ms: actor.created_at === null ? -Infinity : Date.parse(actor.created_at),
      name: actorKeyOf(actor),
    }))
    .toSorted((a, b) => (a.ms === b.ms ? compare(a.name, b.name) : b.ms - a.ms))
    .map(({ actor }) => actor);
}

function actorKeyOf(actor: Actor): string {
  return actor.type === "person" ? actor.uuid : actor.group_key;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function readPerson(db: Db, project: Project, id: number): Omit<PersonActor, keyof AtPoint>[] {
  if (id < 0) return readPersonless(db, project, -id);
  return readRecords(db, project, [id]).map(
    ({ id: key, uuid, created_at, properties, is_identified, name, distinct_ids }) => ({
      type: "person",
      id: key,
      uuid,
      created_at,
      properties,
      is_identified,
      name,
      distinct_ids: distinct_ids.slice(0, MAX_DISTINCT_IDS),
    }),
  );
}

/** A personless actor looks like the person that its distinct id would found. */
function readPersonless(db: Db, project: Project, ordinal: number): Omit<PersonActor, keyof AtPoint>[] {
  const distinctId = db
    .sql<string>(
      `SELECT ${sound("distinct_ids", "d", "distinct_id")} FROM distinct_ids d WHERE id = ? AND project_id = ?`,
    )
    .pluck()
    .get(ordinal, project.id);
  if (distinctId === undefined) return [];
  const distinctIds = [distinctId];
  return [
    {
      type: "person",
      id: null,
      uuid: personUuid(project.id, distinctId),
      created_at: null,
      properties: {},
      is_identified: false,
      name: toName({ id: ordinal, properties: {}, distinctIds }, project.person_display_name_properties),
      distinct_ids: distinctIds,
    },
  ];
}

function readGroup(db: Db, projectId: number, groupTypeIndex: number, key: string): Omit<GroupActor, keyof AtPoint> {
  const row = db
    .sql<RowOf<typeof persons, "properties" | "created_at">>(
      `SELECT ${sound("groups", "g", "properties")} AS properties, created_at FROM groups g
       WHERE project_id = ? AND group_type_index = ? AND group_key = ?`,
    )
    .get(projectId, groupTypeIndex, key);
  return {
    type: "group",
    id: key,
    group_key: key,
    group_type_index: groupTypeIndex,
    created_at: row === undefined ? null : toIso(row.created_at),
    properties: row === undefined ? {} : parseStored<Properties>("group", null, row.properties),
  };
}
