import type { Context } from "./context.ts";
import { freeUuid } from "../people/persons/index.ts";
import { sound, textsSum, toJson } from "../storage/index.ts";
import type { MoveJob } from "./move-job.ts";

interface StagedPerson {
  line: number;
  /** JSON list. */
  distinct_ids: string;
  properties: string;
  created_at: number | null;
  is_identified: number | null;
}

interface StoredPerson {
  id: number;
  uuid: string;
  properties: string;
  is_identified: number;
  version: number;
  created_at: number;
}

/**
 * Rows read at once: a statement cannot write while another statement still returns rows. A larger page costs memory.
 */
const PAGE = 1000;

/** Applies the person lines, in their order. */
export function movePersons(job: MoveJob): void {
  const page = job.staging.sql(
    `SELECT line, distinct_ids, properties, created_at, is_identified FROM staging.persons
     WHERE line > ? ORDER BY line LIMIT ${PAGE}`,
  );
  let rows = page.all(0) as StagedPerson[];
  while (rows.length > 0) {
    const lines = rows.map((row) => ({ row, distinctIds: JSON.parse(row.distinct_ids) as string[] }));
    const claimed = claimedIds(
      job,
      lines.flatMap(({ distinctIds }) => distinctIds),
    );
    for (const { row, distinctIds } of lines) movePerson(job, row, distinctIds, claimed);
    rows = page.all(rows.at(-1)?.line) as StagedPerson[];
  }
}

/** Texts that are the same in JSON: SQLite reads some other characters in its own way. */
const PLAIN = /^[ -~]*$/;

/**
 * Plain distinct ids that a person has. No line of a file changes this for another: a distinct id is on one line, and
 * merges move ids that a person has. A question for a page takes a tenth of the time (index distinct_ids_by_text).
 */
function claimedIds({ ctx, projectId }: MoveJob, distinctIds: readonly string[]): ReadonlySet<string> {
  const found = ctx.db
    .sql<string>(
      `SELECT asked.value FROM json_each(?) asked
         CROSS JOIN distinct_ids d ON d.project_id = ? AND d.distinct_id = asked.value WHERE d.person_id IS NOT NULL`,
    )
    .pluck()
    .all(JSON.stringify(distinctIds), projectId);
  return new Set(found);
}

function movePerson(
  job: MoveJob,
  line: StagedPerson,
  distinctIds: readonly string[],
  claimed: ReadonlySet<string>,
): void {
  const { ctx, projectId } = job;
  const [survivor, ...others] = claimants(
    job,
    distinctIds.filter((distinctId) => claimed.has(distinctId) || !PLAIN.test(distinctId)),
  );
  const personId = survivor === undefined ? addPerson(job, line, distinctIds) : survivor.id;
  if (survivor !== undefined) updatePerson(job, line, survivor, others);
  const claim = ctx.db.sql(
    `INSERT INTO distinct_ids (project_id, distinct_id, person_id, text_sum) VALUES (?, ?, ?, ?)
     ON CONFLICT (project_id, distinct_id) DO UPDATE SET person_id = excluded.person_id`,
  );
  for (const distinctId of distinctIds) claim.run(projectId, distinctId, personId, textsSum(distinctId));
}

/** The persons that claim any of the distinct ids, in the order of the ids (index distinct_ids_by_text). */
function claimants({ ctx, projectId }: MoveJob, distinctIds: readonly string[]): StoredPerson[] {
  const find = ctx.db.sql(
    `SELECT p.id, p.uuid, ${sound("persons", "p", "properties")} AS properties, p.is_identified, p.version, p.created_at
     FROM distinct_ids d JOIN persons p ON p.id = d.person_id WHERE d.project_id = ? AND d.distinct_id = ?`,
  );
  const found = new Map<number, StoredPerson>();
  for (const distinctId of distinctIds) {
    const person = find.get(projectId, distinctId) as StoredPerson | undefined;
    if (person !== undefined) found.set(person.id, person);
  }
  return [...found.values()];
}

function addPerson({ ctx, projectId, staging }: MoveJob, line: StagedPerson, distinctIds: readonly string[]): number {
  const earliest = staging
    .sql("SELECT min(earliest) FROM staging.actors WHERE distinct_id IN (SELECT value FROM json_each(?))")
    .pluck();
  const createdAtMs = line.created_at ?? earliest.get(line.distinct_ids) ?? ctx.clock.now();
  const uuid = freeUuid(ctx.db, projectId, distinctIds[0] ?? "");
  const { lastInsertRowid } = ctx.db
    .sql(
      `INSERT INTO persons (project_id, uuid, properties, is_identified, created_at, text_sum)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(projectId, uuid, line.properties, line.is_identified ?? 0, createdAtMs, textsSum(uuid, line.properties));
  return Number(lastInsertRowid);
}

/** The line's properties win, then the survivor's, then those of merged persons. The earliest creation counts. */
function updatePerson({ ctx }: MoveJob, line: StagedPerson, survivor: StoredPerson, others: StoredPerson[]): void {
  const { db } = ctx;
  const all = [survivor, ...others];
  for (const other of others) absorb(ctx, other.id, survivor.id);
  const properties: Record<string, unknown> = Object.assign(
    {},
    ...all.toReversed().map((person) => JSON.parse(person.properties) as object),
    JSON.parse(line.properties),
  );
  const text = toJson(properties);
  const createdAtMs = line.created_at ?? Math.min(...all.map((person) => person.created_at));
  const isIdentified = line.is_identified ?? Math.max(...all.map((person) => person.is_identified));
  const isSame =
    others.length === 0 &&
    text === survivor.properties &&
    createdAtMs === survivor.created_at &&
    isIdentified === survivor.is_identified;
  if (isSame) return;
  const version = Math.max(...all.map((person) => person.version)) + 1;
  db.sql(
    "UPDATE persons SET properties = ?, text_sum = ?, created_at = ?, is_identified = ?, version = ? WHERE id = ?",
  ).run(text, textsSum(survivor.uuid, text), createdAtMs, isIdentified, version, survivor.id);
}

function absorb({ db }: Pick<Context, "db">, from: number, into: number): void {
  db.sql("UPDATE distinct_ids SET person_id = ? WHERE person_id = ?").run(into, from);
  db.sql("UPDATE OR IGNORE cohort_members SET person_id = ? WHERE person_id = ?").run(into, from);
  db.sql("DELETE FROM cohort_members WHERE person_id = ?").run(from);
  db.sql("DELETE FROM persons WHERE id = ?").run(from);
}

/** Creates a person for every distinct id of ordinary events that no person claims. */
export function createPersons({ ctx, projectId, staging }: MoveJob): void {
  const page = staging.sql(
    `SELECT a.id, a.distinct_id, a.earliest, a.ordinal FROM staging.actors a JOIN distinct_ids d ON d.id = a.ordinal
     WHERE a.id > ? AND a.ordinary = 1 AND d.person_id IS NULL ORDER BY a.id LIMIT ${PAGE}`,
  );
  const add = ctx.db.sql(
    "INSERT INTO persons (project_id, uuid, created_at, properties, text_sum) VALUES (?, ?, ?, '{}', ?)",
  );
  const claim = ctx.db.sql("UPDATE distinct_ids SET person_id = ? WHERE id = ?");
  type Row = { id: number; distinct_id: string; earliest: number; ordinal: number };
  let rows = page.all(0) as Row[];
  while (rows.length > 0) {
    for (const { distinct_id, earliest, ordinal } of rows) {
      const uuid = freeUuid(ctx.db, projectId, distinct_id);
      const { lastInsertRowid } = add.run(projectId, uuid, earliest, textsSum(uuid, "{}"));
      claim.run(lastInsertRowid, ordinal);
    }
    rows = page.all(rows.at(-1)?.id) as Row[];
  }
}
