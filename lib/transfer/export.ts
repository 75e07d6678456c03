import * as v from "valibot";
import { nextTurn } from "../base/platform.ts";
import type { Context } from "./context.ts";
import { parseElements } from "../events/elements/index.ts";
import { corrupt, HogletError } from "../base/errors.ts";
import { personUuid } from "../base/ids.ts";
import { parse } from "../base/parse.ts";
import { getProject } from "../admin/projects/index.ts";
import { flagsBetween, toFlagLine } from "./flag-line.ts";
import { toLineInstant } from "./line-instant.ts";
import { KINDS } from "./line.ts";
import type { Kind } from "./line.ts";
import { newestSeq, readExportPage } from "../log/index.ts";
import type { ExportedEvent } from "../log/index.ts";
import { hasAllRows, numbersFault, rowFault, sound } from "../storage/index.ts";
import type { RowOf } from "../storage/index.ts";
import type * as tables from "../storage/tables/index.ts";

type Reads = Pick<Context, "db">;

/** The options of an export. */
export const ExportOptions = v.strictObject({
  /** The kinds of line, always in the order of `KINDS`. @default all */
  kinds: v.optional(v.array(v.picklist(KINDS))),
  /** Leave out damaged rows instead of ending at the first. @default false */
  skipBad: v.optional(v.boolean(), false),
  /** Called, with `skipBad`, for each row that was left out. */
  onLeft: v.optional(v.custom<(left: LeftRow) => void>(isFunction, "Expected a function.")),
});
export type ExportOptions = v.InferInput<typeof ExportOptions>;

/** A row that an export left out because its bytes are damaged. */
export interface LeftRow {
  kind: Kind;
  /** Uuid of an event or a person, key of a group, id of any other row; empty = damaged too. */
  name: string;
  /** Primary key; for an event its `seq`; 0 and an empty name = rows that damage hides. */
  id: number;
  /** The reason, as a sentence. */
  reason: string;
}

/** Ids between two turns of the event loop: a few ms. */
const PAGE = 1000;

/**
 * A project as NDJSON lines, without line ends: the project, persons, groups, cohorts, actions, feature flags, then
 * events in the order of their arrival. An import into an empty project with `persons: "given"` exports the same lines
 * again, byte for byte. Changes made meanwhile may or may not appear; events that arrive after the first event was read
 * do not. A person without a distinct id has no line, since nothing could refer to it.
 * @throws notFound for an unknown project; invalid for an unknown kind, both at the first line; corrupt naming the
 * first damaged row, unless `skipBad`
 */
export async function* exportLines(ctx: Reads, projectId: number, options: ExportOptions = {}): AsyncGenerator<string> {
  const { kinds = KINDS, skipBad, onLeft } = parse(ExportOptions, options);
  getProject(ctx, projectId);
  const leave = skipBad ? (left: LeftRow) => onLeft?.(left) : refuse;
  for (const kind of KINDS) {
    if (!kinds.includes(kind)) continue;
    for await (const objects of PAGES[kind]({ db: ctx.db, leave }, projectId)) {
      for (const object of objects) yield JSON.stringify({ kind, ...object });
    }
  }
}

interface Exporting extends Reads {
  /** Called for each damaged row; may throw. */
  leave(left: LeftRow): void;
}

/** The events of a project behind a place of the log, as lines of an export. @throws corrupt naming the first damaged event */
export async function* eventLinesAfter(ctx: Reads, projectId: number, after: number): AsyncGenerator<string> {
  for await (const objects of eventPages({ db: ctx.db, leave: refuse }, projectId, after))
    for (const object of objects) yield JSON.stringify({ kind: "event", ...object });
}

type Pages = (ctx: Exporting, projectId: number) => AsyncGenerator<object[]>;

function refuse({ kind, name, id, reason }: LeftRow): never {
  if (name === "" && id === 0)
    throw corrupt(`${reason} Export all others by \`--skip-bad\`; \`hoglet doctor\` lists all that is damaged.`);
  const mend =
    kind === "event"
      ? `delete it (\`hoglet deletions request event ${name}\`, then \`hoglet deletions run\`)`
      : "`hoglet doctor` lists all that is damaged";
  throw corrupt(`The ${kind} ${name} (number ${id}) is damaged: ${reason} Leave it out by \`--skip-bad\`, or ${mend}.`);
}

/** Yields nothing for damaged bytes. */
function readable<T>(
  { leave }: Pick<Exporting, "leave">,
  row: Pick<LeftRow, "kind" | "name" | "id">,
  toLine: () => T,
): T[] {
  try {
    return [toLine()];
  } catch (error) {
    const damage = error instanceof HogletError && error.code === "storage_corrupt" ? error.cause : error;
    if (!(damage instanceof SyntaxError) && !(damage instanceof RangeError)) throw error;
    leave({
      ...row,
      reason: row.kind === "event" && damage instanceof RangeError ? damage.message : "It cannot be read.",
    });
    return [];
  }
}

const PAGES: Record<Kind, Pages> = {
  project: projectPages,
  person: (ctx, projectId) =>
    pages(requireRows(ctx, "person"), "SELECT max(id) FROM persons", (from, to) => persons(ctx, projectId, from, to)),
  group: (ctx, projectId) =>
    pages(requireRows(ctx, "group"), "SELECT max(id) FROM groups", (from, to) => groups(ctx, projectId, from, to)),
  cohort: (ctx, projectId) =>
    pages(ctx, "SELECT max(id) FROM cohorts", (from, to) => cohorts(ctx, projectId, from, to)),
  action: (ctx, projectId) =>
    pages(ctx, "SELECT max(id) FROM actions", (from, to) => actions(ctx, projectId, from, to)),
  feature_flag: (ctx, projectId) =>
    pages(ctx, "SELECT max(id) FROM feature_flags", (from, to) => flags(ctx, projectId, from, to)),
  event: eventPages,
};

/** Tells of rows that damage hides. */
function requireRows(ctx: Exporting, kind: "person" | "group"): Exporting {
  const needed = { person: ["persons", "distinct_ids"], group: ["groups"] } as const;
  for (const table of needed[kind]) {
    if (hasAllRows(ctx.db, table)) continue;
    ctx.leave({ kind, name: "", id: 0, reason: `Rows of ${table} are lost.` });
  }
  return ctx;
}

/** Walks ids in windows of equal width, so that a page is small whatever other projects have. */
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

async function* projectPages(ctx: Exporting, projectId: number): AsyncGenerator<object[]> {
  const { timezone, test_account_filters, path_cleaning_filters } = getProject(ctx, projectId);
  yield [{ timezone, test_account_filters, path_cleaning_filters }];
}

function persons(ctx: Exporting, projectId: number, from: number, to: number): object[] {
  const rows = ctx.db
    .sql<RowOf<typeof tables.persons, "id" | "uuid" | "properties" | "is_identified" | "created_at"> & Checked>(
      `SELECT id, uuid, properties, is_identified, created_at, ${rowFault("persons", "p")} AS fault FROM persons p NOT INDEXED
       WHERE id > ? AND id <= ? AND (project_id = ? OR ${numbersFault("persons", "p")}) ORDER BY id`,
    )
    .all(from, to, projectId);
  return rows
    .flatMap((row) =>
      readable(ctx, { kind: "person", name: row.uuid, id: row.id }, () => ({
        distinct_ids: distinctIdsOf(ctx, projectId, requireSound(row)),
        properties: JSON.parse(row.properties) as object,
        created_at: toLineInstant(row.created_at),
        is_identified: row.is_identified === 1,
      })),
    )
    .filter((person) => person.distinct_ids.length > 0);
}

/** A row whose checksums were compared; 1 = it, or a row that it refers to, is damaged. */
interface Checked {
  fault: number;
}

/** @throws RangeError for a damaged row */
function requireSound<Row extends Checked>(row: Row): Row {
  if (row.fault !== 0) throw new RangeError("It is damaged, or a row that it refers to.");
  return row;
}

/** Oldest first, but the distinct id of which the UUID is made comes first: the import makes the same UUID. */
function distinctIdsOf({ db }: Reads, projectId: number, person: { id: number; uuid: string }): string[] {
  const distinctIds = db
    .sql<string>(
      `SELECT ${sound("distinct_ids", "d", "distinct_id")} FROM distinct_ids d WHERE person_id = ? ORDER BY id`,
    )
    .pluck()
    .all(person.id);
  if (distinctIds.length < 2) return distinctIds;
  const founder = distinctIds.findIndex((distinctId) => personUuid(projectId, distinctId) === person.uuid);
  return founder < 1 ? distinctIds : [...distinctIds.splice(founder, 1), ...distinctIds];
}

function groups({ db, leave }: Exporting, projectId: number, from: number, to: number): object[] {
  const rows = db
    .sql<
      RowOf<typeof tables.groups, "id" | "group_type_index" | "group_key" | "properties" | "created_at"> & {
        /** Null = the type's row is lost. */
        group_type: string | null;
      } & Checked
    >(
      `SELECT id, group_type_index, group_type, group_key, properties, created_at, ${rowFault("groups", "g")} AS fault
       FROM groups g NOT INDEXED LEFT JOIN group_types NOT INDEXED USING (project_id, group_type_index)
       WHERE id > ? AND id <= ? AND (project_id = ? OR ${numbersFault("groups", "g")}) ORDER BY id`,
    )
    .all(from, to, projectId);
  return rows.flatMap(({ id, group_type_index, group_type, group_key, properties, created_at, fault }) =>
    readable({ leave }, { kind: "group", name: group_key, id }, () => ({
      group_type_index: requireSound({ group_type_index, fault: group_type === null ? 1 : fault }).group_type_index,
      // The line of a type without a name leaves its made-up name out.
      group_type: group_type === `group_${group_type_index}` ? undefined : group_type,
      group_key,
      properties: JSON.parse(properties) as object,
      created_at: toLineInstant(created_at),
    })),
  );
}

function cohorts(ctx: Exporting, projectId: number, from: number, to: number): object[] {
  const rows = ctx.db
    .sql<RowOf<typeof tables.cohorts, "id" | "name" | "description" | "groups" | "is_static">>(
      `SELECT id, name, description, groups, is_static FROM cohorts NOT INDEXED
       WHERE id > ? AND id <= ? AND project_id = ? AND deleted = 0 ORDER BY id`,
    )
    .all(from, to, projectId);
  return rows.flatMap(({ id, name, description, groups: conditions, is_static }) =>
    readable(ctx, { kind: "cohort", name: String(id), id }, () => ({
      id,
      name,
      description: description || undefined,
      groups: JSON.parse(conditions) as object[],
      is_static: is_static === 1,
      members: is_static === 1 ? membersOf(ctx, projectId, id) : undefined,
    })),
  );
}

/** One distinct id a member: the first of the member's line. */
function membersOf(ctx: Reads, projectId: number, cohortId: number): string[] {
  const rows = ctx.db
    .sql<RowOf<typeof tables.persons, "id" | "uuid">>(
      `SELECT p.id, p.uuid FROM cohort_members m JOIN persons p ON p.id = m.person_id
       WHERE m.cohort_id = ? AND p.project_id = ? ORDER BY p.id`,
    )
    .all(cohortId, projectId);
  return rows.flatMap((row) => distinctIdsOf(ctx, projectId, row).slice(0, 1));
}

function actions({ db, leave }: Exporting, projectId: number, from: number, to: number): object[] {
  const rows = db
    .sql<RowOf<typeof tables.actions, "id" | "name" | "description" | "steps">>(
      `SELECT id, name, description, steps FROM actions NOT INDEXED
       WHERE id > ? AND id <= ? AND project_id = ? ORDER BY id`,
    )
    .all(from, to, projectId);
  return rows.flatMap(({ id, name, description, steps }) =>
    readable({ leave }, { kind: "action", name: String(id), id }, () => ({
      id,
      name,
      description: description || undefined,
      steps: JSON.parse(steps) as object[],
    })),
  );
}

function flags(ctx: Exporting, projectId: number, from: number, to: number): object[] {
  return flagsBetween
    .all(ctx.db, { projectId, from, to })
    .flatMap((row) => readable(ctx, { kind: "feature_flag", name: row.key, id: row.id }, () => toFlagLine(row)));
}

/** Walks the log from place to place. */
async function* eventPages({ db, leave: say }: Exporting, projectId: number, from = -1): AsyncGenerator<object[]> {
  const newest = newestSeq(db);
  const left = new Set<number>();
  const leave = (row: LeftRow) => {
    if (left.has(row.id)) return;
    left.add(row.id);
    say(row);
  };
  // A damaged `seq` may be 0.
  for (let after = from; after < newest; await nextTurn()) {
    const stretch = { after, count: PAGE, until: newest };
    const { last, requireAll, events, uuidOf, read } = readExportPage(db, projectId, stretch);
    // Tells of events that damage hides, once.
    readable({ leave }, { kind: "event", name: "", id: 0 }, requireAll);
    yield events.flatMap((event) =>
      readable({ leave }, { kind: "event", name: uuidOf(event), id: event.seq }, () => toEventLine(read(event))),
    );
    after = last;
  }
}

function toEventLine({ event, distinct_id, timestamp, uuid, properties, elements }: ExportedEvent): object {
  return {
    event,
    distinct_id,
    timestamp: toLineInstant(timestamp),
    uuid,
    properties: JSON.parse(properties) as object,
    elements: parseElements(elements),
  };
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
