import { toUuid } from "../../base/ids.ts";
import * as v from "valibot";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import type { Project } from "../../admin/projects/index.ts";
import { findPersonId } from "./get.ts";
import { ownerOf } from "./distinct-ids.ts";
import { findRecord, Person } from "./record.ts";
import type { PersonRecord } from "./record.ts";

/**
 * Names a distinct id for reuse after its person was deleted. PostHog hides a person who comes back until its record's
 * version is raised; here the person comes back with the next event, so nothing needs to be done.
 */
export const ResetInput = v.object({
  distinct_id: v.pipe(v.string("distinct_id is required"), v.minLength(1, "distinct_id is required")),
});
export type ResetInput = v.InferInput<typeof ResetInput>;

/** Persons by the requested key; unknown persons are absent. */
export const PersonBatch = v.pipe(
  v.object({ results: v.record(v.string(), Person) }),
  v.examples([{ results: Object.fromEntries(v.getExamples(Person).map((person) => [person.name, person])) }]),
);
export type PersonBatch = { results: Record<string, PersonRecord> };

/** Further keys are ignored (reference/rest.md 5.13). */
const MAX_LOOKUPS = 200;

/** Distinct ids in the answer for each person. */
const MAX_SHOWN_IDS = 10;

/** The persons with these distinct ids; any input but a list of texts finds none. */
export function findPersonsByDistinctIds(
  ctx: Pick<Context, "db">,
  project: Project,
  distinctIds: unknown,
): PersonBatch {
  return lookUp(ctx, project, distinctIds, (distinctId) => ownerOf(ctx.db, project.id, distinctId));
}

/** The persons with these UUIDs, by the UUID as given. @throws invalid when one is not a UUID */
export function findPersonsByUuids(ctx: Pick<Context, "db">, project: Project, uuids: unknown): PersonBatch {
  return lookUp(ctx, project, uuids, (uuid) => {
    if (toUuid(uuid) === null) throw invalid("uuids", `Expected UUIDs but received "${uuid}".`);
    return findPersonId(ctx, project.id, uuid);
  });
}

function lookUp(
  { db }: Pick<Context, "db">,
  project: Project,
  names: unknown,
  find: (name: string) => number | null | undefined,
): PersonBatch {
  const wanted = Array.isArray(names) ? names.slice(0, MAX_LOOKUPS).map(toIdText) : [];
  const found = wanted.flatMap((name) => {
    const id = find(name);
    const person = typeof id === "number" ? findRecord(db, project, id) : undefined;
    return person === undefined
      ? []
      : [[name, { ...person, distinct_ids: person.distinct_ids.slice(0, MAX_SHOWN_IDS) }] as const];
  });
  return { results: Object.fromEntries(found) };
}

/** Like capture; an object's `toString` may be any JSON value. */
function toIdText(name: unknown): string {
  return typeof name === "object" ? JSON.stringify(name) : String(name);
}
