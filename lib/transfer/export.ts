import { setImmediate as nextTurn } from "node:timers/promises";
import * as v from "valibot";
import type { Context } from "../context.ts";
import { parseElements } from "../elements/index.ts";
import { personUuid, toUuidText } from "../ids.ts";
import { parse } from "../parse.ts";
import { getProject } from "../projects/index.ts";
import { toLineInstant } from "./line-instant.ts";
import { KINDS } from "./line.ts";
import type { Kind } from "./line.ts";

type Reads = Pick<Context, "db">;

/** What to export. */
export const ExportOptions = v.strictObject({
  /** The kinds of line to give, always in the order of `KINDS`. @default all */
  kinds: v.optional(v.array(v.picklist(KINDS))),
});
export type ExportOptions = v.InferInput<typeof ExportOptions>;

/** Ids looked at between two turns of the event loop: a few milliseconds. */
const PAGE = 1000;

/**
 * A project as NDJSON lines, without line ends: the project, persons, groups, cohorts, actions, then events in the order
 * of their arrival. Imported into an empty project with `persons: "given"` they give the same lines again, byte for
 * byte. Pages are read one by one, so what is written meanwhile may or may not be there; events that arrive after the
 * first of them was read are not. A person with no distinct id has no line, since nothing could refer to it.
 * @throws notFound for an unknown project; invalid for an unknown kind, both at the first line
 */
export async function* exportLines(ctx: Reads, projectId: number, options: ExportOptions = {}): AsyncGenerator<string> {
  const { kinds = KINDS } = parse(ExportOptions, options);
  getProject(ctx, projectId);
  for (const kind of KINDS) {
    if (!kinds.includes(kind)) continue;
    for await (const objects of PAGES[kind](ctx, projectId)) {
      for (const object of objects) yield JSON.stringify({ kind, ...object });
    }
  }
}

type Pages = (ctx: Reads, projectId: number) => AsyncGenerator<object[]>;

const PAGES: Record<Kind, Pages> = {
  project: projectPages,
  person: (ctx, projectId) =>
    pages(ctx, "SELECT max(id) FROM persons", (from, to) => persons(ctx, projectId, from, to)),
  group: (ctx, projectId) => pages(ctx, "SELECT max(id) FROM groups", (from, to) => groups(ctx, projectId, from, to)),
  cohort: (ctx, projectId) =>
    pages(ctx, "SELECT max(id) FROM cohorts", (from, to) => cohorts(ctx, projectId, from, to)),
  action: (ctx, projectId) =>
    pages(ctx, "SELECT max(id) FROM actions", (from, to) => actions(ctx, projectId, from, to)),
  event: (ctx, projectId) => pages(ctx, "SELECT max(seq) FROM events", (from, to) => events(ctx, projectId, from, to)),
};

/** Walks the ids of a table in windows of equal width, so that a page is small however many rows other projects have. */
async function* pages(
  { db }: Reads,
  maxSql: string,
  read: (from: number, to: number) => object[],
): AsyncGenerator<object[]> {
  const last = (db.sql(maxSql).pluck().get() as number | null) ?? 0;
  for (let from = 0; from < last; from += PAGE) {
    yield read(from, from + PAGE);
    await nextTurn();
  }
}

async function* projectPages(ctx: Reads, projectId: number): AsyncGenerator<object[]> {
  const { timezone, test_account_filters, path_cleaning_filters } = getProject(ctx, projectId);
  yield [{ timezone, test_account_filters, path_cleaning_filters }];
}

function persons(ctx: Reads, projectId: number, from: number, to: number): object[] {
  const rows = ctx.db
    .sql(
      `SELECT id, uuid, properties, is_identified, created_at FROM persons NOT INDEXED
       WHERE id > ? AND id <= ? AND project_id = ? ORDER BY id`,
    )
    .all(from, to, projectId) as {
    id: number;
    uuid: string;
    properties: string;
    is_identified: number;
    created_at: number;
  }[];
  return rows
    .map((row) => ({
      distinct_ids: distinctIdsOf(ctx, projectId, row),
      properties: JSON.parse(row.properties) as object,
      created_at: toLineInstant(row.created_at),
      is_identified: row.is_identified === 1,
    }))
    .filter((person) => person.distinct_ids.length > 0);
}

/** By age, but the one that the UUID follows from comes first, so that the import makes the same UUID again. */
function distinctIdsOf({ db }: Reads, projectId: number, person: { id: number; uuid: string }): string[] {
  const distinctIds = db
    .sql("SELECT distinct_id FROM distinct_ids WHERE person_id = ? ORDER BY id")
    .pluck()
    .all(person.id) as string[];
  if (distinctIds.length < 2) return distinctIds;
  const founder = distinctIds.findIndex((distinctId) => personUuid(projectId, distinctId) === person.uuid);
  return founder < 1 ? distinctIds : [...distinctIds.splice(founder, 1), ...distinctIds];
}

function groups({ db }: Reads, projectId: number, from: number, to: number): object[] {
  const rows = db
    .sql(
      `SELECT group_type_index, group_type, group_key, properties, created_at
       FROM groups NOT INDEXED JOIN group_types USING (project_id, group_type_index)
       WHERE id > ? AND id <= ? AND project_id = ? ORDER BY id`,
    )
    .all(from, to, projectId) as {
    group_type_index: number;
    group_type: string;
    group_key: string;
    properties: string;
    created_at: number;
  }[];
  return rows.map(({ group_type_index, group_type, group_key, properties, created_at }) => ({
    group_type_index,
    // A type that nobody has named yet has a name made of its index: it is left out.
    group_type: group_type === `group_${group_type_index}` ? undefined : group_type,
    group_key,
    properties: JSON.parse(properties) as object,
    created_at: toLineInstant(created_at),
  }));
}

function cohorts(ctx: Reads, projectId: number, from: number, to: number): object[] {
  const rows = ctx.db
    .sql(
      `SELECT id, name, description, groups, is_static FROM cohorts NOT INDEXED
       WHERE id > ? AND id <= ? AND project_id = ? AND deleted = 0 ORDER BY id`,
    )
    .all(from, to, projectId) as { id: number; name: string; description: string; groups: string; is_static: number }[];
  return rows.map(({ id, name, description, groups: conditions, is_static }) => ({
    id,
    name,
    description: description || undefined,
    groups: JSON.parse(conditions) as object[],
    is_static: is_static === 1,
    members: is_static === 1 ? membersOf(ctx, projectId, id) : undefined,
  }));
}

/** One distinct id for each member, the first of its line. */
function membersOf(ctx: Reads, projectId: number, cohortId: number): string[] {
  const rows = ctx.db
    .sql(
      `SELECT p.id, p.uuid FROM cohort_members m JOIN persons p ON p.id = m.person_id
       WHERE m.cohort_id = ? AND p.project_id = ? ORDER BY p.id`,
    )
    .all(cohortId, projectId) as { id: number; uuid: string }[];
  return rows.flatMap((row) => distinctIdsOf(ctx, projectId, row).slice(0, 1));
}

function actions({ db }: Reads, projectId: number, from: number, to: number): object[] {
  const rows = db
    .sql(
      `SELECT id, name, description, steps FROM actions NOT INDEXED
       WHERE id > ? AND id <= ? AND project_id = ? ORDER BY id`,
    )
    .all(from, to, projectId) as { id: number; name: string; description: string; steps: string }[];
  return rows.map(({ id, name, description, steps }) => ({
    id,
    name,
    description: description || undefined,
    steps: JSON.parse(steps) as object[],
  }));
}

interface EventRow {
  event: string;
  distinct_id: string;
  timestamp: number;
  uuid: Buffer;
  properties: string;
  elements: string | null;
}

function events({ db }: Reads, projectId: number, from: number, to: number): object[] {
  const rows = db
    .sql(
      `SELECT n.name AS event, d.distinct_id, e.timestamp, e.uuid, e.properties, e.elements
       FROM events e NOT INDEXED
         CROSS JOIN event_names n ON n.id = e.event_name_id
         CROSS JOIN distinct_ids d ON d.id = e.distinct_id_id
       WHERE e.seq > ? AND e.seq <= ? AND e.project_id = ? ORDER BY e.seq`,
    )
    .all(from, to, projectId) as EventRow[];
  return rows.map((row) => ({
    event: row.event,
    distinct_id: row.distinct_id,
    timestamp: toLineInstant(row.timestamp),
    uuid: toUuidText(row.uuid),
    properties: JSON.parse(row.properties) as object,
    elements: parseElements(row.elements),
  }));
}
