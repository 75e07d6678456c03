import * as v from "valibot";
import { Id, Instant, Properties, Uuid } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { sortDistinctIds, toName } from "./name.ts";
import type { Project } from "../../admin/projects/index.ts";
import { parseStored } from "../../storage/index.ts";
import { and, eq, query, soundColumn } from "../../storage/queries/index.ts";
import { persons } from "../../storage/tables/index.ts";
import { distinctIdsOf } from "./distinct-ids.ts";

/** A person as clients see it. */
export const Person = v.pipe(
  v.object({
    id: Id,
    /** The first display-name property with a value; else a distinct id. */
    name: v.string(),
    /** Non-anonymous ids first. */
    distinct_ids: v.array(v.string()),
    properties: Properties,
    /** ISO text. */
    created_at: Instant,
    uuid: Uuid,
    /** hoglet's own field, beyond the contract. */
    is_identified: v.boolean(),
  }),
  v.examples([
    {
      id: 41,
      name: "mira@example.org",
      distinct_ids: ["mira@example.org", "18f2a77c0d1-0b5e3c9a1f22-1b525634-13c680-18f2a77c0d2"],
      properties: { email: "mira@example.org", plan: "pro" },
      created_at: "2024-03-01T08:15:30.250000Z",
      uuid: "6931a681-6e90-500d-8294-14582dcc2e3f",
      is_identified: true,
    },
  ]),
);
export interface PersonRecord extends v.InferOutput<typeof Person> {}

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

/** Undefined = not in the project. @throws corrupt for a damaged row */
export function findRecord(db: Context["db"], project: Project, id: number): PersonRecord | undefined {
  const row = personById.get(db, { projectId: project.id, id });
  if (row === undefined) return undefined;
  const distinctIds = distinctIdsOf(db, id);
  const properties = parseStored<PersonRecord["properties"]>("person", id, row.properties);
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
