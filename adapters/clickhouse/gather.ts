import { HogletError } from "../../lib/index.ts";
import { openGathered, slicedActors } from "../../lib/engine.ts";
import type { AnyPlan, EventEntry, FeedEntry, Gathered } from "../../lib/engine.ts";
import type { Connection, Row } from "./connection.ts";
import { needsOf } from "./needs.ts";
import type { Needs } from "./needs.ts";
import type { Cut, Gatherable, Reading } from "./reading.ts";
import { bucketOf, cutSlices, isIn, KEY_OF_ID } from "./slices.ts";
import { list, literal, within } from "./sql/index.ts";
import { isThin, toThin } from "./thin.ts";

interface Gathering {
  connection: Connection;
  /** Events gathered at once. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/**
 * Answers any plan: reads its rows from ClickHouse, and lets hoglet's own engine answer over them; in slices of actors
 * where there are more rows than the limit.
 * @throws HogletError 400 `too_many_events` when there are more, and the plan has no slices
 */
export async function answerByGathering(plan: AnyPlan, gathering: Gathering): Promise<unknown> {
  const needs = needsOf(plan);
  return answerOver(plan, (cut) => wholeRows(gathering.connection, plan, needs, cut), needs, gathering);
}

/**
 * Answers a plan over thin rows, where ClickHouse can make them.
 * @returns undefined = the kind of the plan looks at whole events
 * @throws Unsupported for a part without an exact form in SQL
 */
export async function answerByThinRows(plan: AnyPlan, gathering: Gathering): Promise<{ answer: unknown } | undefined> {
  const needs = needsOf(plan);
  const make = (cut: Cut) => toThin(gathering.connection, plan, needs, cut);
  return isThin(plan) ? { answer: await answerOver(plan, make, needs, gathering) } : undefined;
}

async function answerOver(
  plan: AnyPlan,
  make: (cut: Cut) => Gatherable,
  needs: Needs,
  { connection, limit, signal }: Gathering,
): Promise<unknown> {
  const ask = async <T>(rows: Gatherable, events: number, work: (gathered: Gathered) => Promise<T>): Promise<T> => {
    const gathered = openGathered({ events });
    try {
      for (const { sql, toEntry } of rows.readings) {
        await connection.stream(sql, (found) => gathered.add(found.map((each) => toEntry(each, needs))), { signal });
      }
      return await work(gathered);
    } finally {
      await gathered.close();
    }
  };
  const whole = make(null);
  const [row] = await connection.rows<[number]>(`SELECT count() FROM ${whole.from}`, { signal });
  const count = Number(row?.[0] ?? 0);
  if (count <= limit) return ask(whole, count, (gathered) => gathered.ask(whole.plan, { signal }));
  const actors = slicedActors(plan);
  if (actors === null) throw tooMany(count, limit, "This kind of question needs them all at once.");
  const sizes = await connection.rows<[number, number]>(
    `SELECT bucket, count() FROM ${make({ actors }).from} GROUP BY bucket`,
    { signal },
  );
  const slices = cutSlices(actors, new Map(sizes.map(([bucket, size]) => [Number(bucket), Number(size)])), limit);
  if (slices === null) throw tooMany(count, limit, "Its actors cannot be asked in slices: a few have more than that.");
  const parts: unknown[] = [];
  for (const slice of slices.slice(0, -1)) {
    const rows = make({ actors, slice });
    parts.push(await ask(rows, slice.events, (gathered) => gathered.askPart(rows.plan, { signal })));
  }
  const last = slices.at(-1);
  const rows = make(last === undefined ? { actors } : { actors, slice: last });
  return ask(rows, last?.events ?? 0, (gathered) => gathered.askLast(rows.plan, parts, { signal }));
}

function wholeRows(connection: Connection, plan: AnyPlan, needs: Needs, cut: Cut): Gatherable {
  const stored = `${connection.table("events")} WHERE ${toWhere(needs)}`;
  const from = cut === null ? stored : sliced(connection, needs, stored, cut);
  return { plan, from, readings: readings(connection, needs, from) };
}

/** Events with the buckets of their actors, of a slice or all. */
function sliced(
  connection: Connection,
  { projectId }: Needs,
  stored: string,
  { actors, slice }: NonNullable<Cut>,
): string {
  const ids = `SELECT id AS ord, ${KEY_OF_ID} AS actor_key FROM ${connection.table("distinct_ids")} FINAL WHERE project_id = ${projectId}`;
  const rows =
    actors.by === "persons"
      ? `SELECT *, ${bucketOf(actors, "actor_key")} AS bucket FROM (SELECT * FROM ${stored}) AS e LEFT ANY JOIN (${ids}) AS d USING (ord)`
      : `SELECT *, ${bucketOf(actors, `text[${literal(actors.by === "groups" ? `$group_${actors.groupTypeIndex}` : actors.source.key)}]`)} AS bucket FROM ${stored}`;
  return slice === undefined ? `(${rows})` : `(${rows}) WHERE ${isIn(slice, "bucket")}`;
}

function readings(connection: Connection, { projectId, groups, members }: Needs, events: string): Reading[] {
  const own = (table: string) => `${connection.table(table)} FINAL WHERE project_id = ${projectId}`;
  const ids = `${own("distinct_ids")} AND id IN (SELECT ord FROM ${events})`;
  const found: Reading[] = [
    { sql: `SELECT id, distinct_id, person_id, is_personless FROM ${ids}`, toEntry: toDistinctId },
    {
      sql: `SELECT id, uuid, properties, is_identified, created FROM ${own("persons")} AND id IN (SELECT person_id FROM ${ids})`,
      toEntry: toPerson,
    },
  ];
  if (groups) found.push({ sql: `SELECT id, idx, key, properties, created FROM ${own("groups")}`, toEntry: toGroup });
  if (members.length > 0) {
    const sql = `SELECT cohort_id, person_id FROM ${own("members")} AND cohort_id IN (${list(members)}) AND person_id IN (SELECT person_id FROM ${ids})`;
    found.push({ sql, toEntry: toMember });
  }
  const columns = "seq, toString(uuid), event, ord, ms, received, properties, elements";
  found.push({ sql: `SELECT ${columns} FROM ${events} ORDER BY seq`, toEntry: toEvent });
  return found;
}

function toWhere({ projectId, range, names }: Needs): string {
  const tests = [`project_id = ${projectId}`];
  if (range !== null) tests.push(within(range));
  if (names !== null) tests.push(names.length === 0 ? "0" : `event IN (${names.map(literal).join(",")})`);
  return tests.join(" AND ");
}

function toEvent(row: Row, { projectId }: Needs): EventEntry {
  const [seq, uuid, event, distinctId, timestampMs, receivedMs, properties, elements] = row as [
    number,
    string,
    string,
    number,
    number,
    number,
    string,
    string | null,
  ];
  return { kind: "event", projectId, seq, uuid, event, distinctId, timestampMs, receivedMs, properties, elements };
}

function toDistinctId(row: Row, { projectId }: Needs): FeedEntry {
  const [id, distinctId, person, isPersonless] = row as [number, string, number, number];
  const now = { distinctId, personId: person === 0 ? null : person, isPersonless: isPersonless === 1 };
  return { kind: "distinct-id", projectId, at: 0, id, now };
}

function toPerson(row: Row, { projectId }: Needs): FeedEntry {
  const [id, uuid, properties, isIdentified, createdMs] = row as [number, string, string, number, number];
  return {
    kind: "person",
    projectId,
    at: 0,
    id,
    now: { uuid, properties, isIdentified: isIdentified === 1, createdMs },
  };
}

function toGroup(row: Row, { projectId }: Needs): FeedEntry {
  const [id, groupTypeIndex, key, properties, createdMs] = row as [number, number, string, string, number];
  return { kind: "group", projectId, at: 0, id, now: { groupTypeIndex, key, properties, createdMs } };
}

function toMember(row: Row, { projectId }: Needs): FeedEntry {
  const [cohortId, personId] = row as [number, number];
  return { kind: "member", projectId, at: 0, cohortId, personId, isMember: true };
}

function tooMany(count: number, limit: number, why: string): HogletError {
  const detail =
    `This question has to gather ${count} events from ClickHouse, and the limit is ${limit} at a time (the option gatherEvents). ` +
    `${why} Ask for a shorter time, or for fewer events.`;
  return new HogletError({ status: 400, type: "validation_error", code: "too_many_events", detail });
}
