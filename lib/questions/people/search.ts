import type { ActorKeys } from "../../port/actors.ts";
import type { Context } from "../context.ts";
import { groupLookup, propertyText, storedValue } from "../../events/filters/index.ts";
import type { Properties } from "../../events/filters/index.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { RowOf } from "../../storage/index.ts";
import type { distinctIds, persons as personsTable } from "../../storage/tables/index.ts";

type Db = Context["db"];

/** The texts by which an actor is found; any of them may be missing. */
interface Findable {
  properties: Properties;
  texts: readonly string[];
}

/**
 * Makes a search: of some places of a list, those whose actor has an email, a name or a distinct id (a group: a name or
 * a key) that contains the text. Source: reference/insights.md 13.
 */
export function createSearch(
  db: Db,
  projectId: number,
  search: string,
): (actors: ActorKeys, places: readonly number[]) => number[] {
  const part = search.toLowerCase();
  return (actors, places) => {
    const found =
      actors.by === "groups"
        ? readGroups(db, projectId, actors, places)
        : readPersons(db, projectId, actors.ids, places);
    return places.filter((place) => {
      const one = found.get(place);
      return one !== undefined && contains(one, part);
    });
  };
}

/** @param part in lower case */
function contains({ properties, texts }: Findable, part: string): boolean {
  const named = ["email", "name"].map((key) => propertyText(storedValue(properties, key)) ?? "");
  return [...named, ...texts].some((text) => text.toLowerCase().includes(part));
}

type StoredName = RowOf<typeof distinctIds, "id" | "distinct_id">;

/** Persons and personless actors. (Primary keys; index distinct_ids_by_person.) */
function readPersons(db: Db, projectId: number, ids: Float64Array, places: readonly number[]): Map<number, Findable> {
  const all = places.map((place) => ids[place] ?? 0);
  const persons = db
    .sql<RowOf<typeof personsTable, "id" | "properties">>(
      `SELECT id, ${sound("persons", "p", "properties")} AS properties FROM persons p
       WHERE project_id = ? AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(projectId, JSON.stringify(all));
  const names = db
    .sql<StoredName>(
      `SELECT person_id AS id, ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id FROM distinct_ids d
        WHERE project_id = ? AND person_id IN (SELECT value FROM json_each(?))`,
    )
    .all(projectId, JSON.stringify(all));
  const personless = db
    .sql<StoredName>(
      `SELECT -id AS id, ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id FROM distinct_ids d
        WHERE project_id = ? AND id IN (SELECT -value FROM json_each(?))`,
    )
    .all(projectId, JSON.stringify(all));
  const properties = new Map(persons.map((row) => [row.id, parseStored<Properties>("person", row.id, row.properties)]));
  const named = Map.groupBy([...names, ...personless], ({ id }) => id);
  return new Map(
    places.map((place) => {
      const id = ids[place] ?? 0;
      const texts = (named.get(id) ?? []).map(({ distinct_id }) => distinct_id);
      return [place, { properties: properties.get(id) ?? {}, texts }];
    }),
  );
}

function readGroups(
  db: Db,
  projectId: number,
  { groupTypeIndex, keys }: Extract<ActorKeys, { by: "groups" }>,
  places: readonly number[],
): Map<number, Findable> {
  const groupOf = groupLookup(db, projectId);
  return new Map(
    places.map((place) => {
      const key = keys[place] ?? "";
      const { name } = groupOf(groupTypeIndex, key);
      return [place, { properties: name === undefined ? {} : { name }, texts: [key] }];
    }),
  );
}
