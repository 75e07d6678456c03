import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { sortDistinctIds, toName } from "./name.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { Properties } from "./person.ts";
import { parseStored } from "../../storage/index.ts";
import { and, eq, query, soundColumn } from "../../storage/queries/index.ts";
import { persons } from "../../storage/tables/index.ts";
import { distinctIdsOf } from "./distinct-ids.ts";

/** A person as clients see it. */
export interface PersonRecord {
  id: number;
  /** The first display-name property with a value; else a distinct id. */
  name: string;
  /** Non-anonymous ids first. */
  distinct_ids: string[];
  properties: Properties;
  /** ISO text. */
  created_at: string;
  uuid: string;
  /** hoglet's own field, beyond the contract. */
  is_identified: boolean;
}

// Primary key.
const personById = query((db, given: { projectId: number; id: number }) =>
  db
    .select({
      id: persons.id,
      uuid: persons.uuid,
      properties: soundColumn(persons.properties),
      isIdentified: persons.isIdentified,
      createdAt: persons.createdAt,
    })
    .from(persons)
    .where(and(eq(persons.id, given.id), eq(persons.projectId, given.projectId))),
);

/** The record of the person with this id; undefined = the project has no such person. @throws corrupt for a damaged row */
export function findRecord(db: Context["db"], project: Project, id: number): PersonRecord | undefined {
  const row = personById.get(db, { projectId: project.id, id });
  if (row === undefined) return undefined;
  const distinctIds = distinctIdsOf(db, id);
  const properties = parseStored<Properties>("person", id, row.properties);
  return {
    id,
    name: toName({ id, properties, distinctIds }, project.person_display_name_properties),
    distinct_ids: sortDistinctIds(distinctIds),
    properties,
    created_at: toIso(row.createdAt),
    uuid: row.uuid,
    is_identified: row.isIdentified === 1,
  };
}

/** The records of these persons, in the order of the ids; unknown ids are left out. */
export function readRecords(db: Context["db"], project: Project, ids: readonly number[]): PersonRecord[] {
  return ids.flatMap((id) => findRecord(db, project, id) ?? []);
}
