import { HogletError } from "../../lib/index.ts";
import { openGathered } from "../../lib/engine.ts";
import type { AnyPlan, EventEntry, FeedEntry } from "../../lib/engine.ts";
import type { Connection, Row } from "./connection.ts";
import { needsOf } from "./needs.ts";
import type { Needs } from "./needs.ts";
import type { Reading } from "./reading.ts";
import { list, literal, within } from "./sql/index.ts";
import { toThin } from "./thin.ts";
import type { ThinPlan } from "./thin.ts";

interface Gathering {
  connection: Connection;
  /** Most events. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/**
 * Answers any plan: reads the rows that it looks at out of ClickHouse, and lets hoglet's own engine answer over them.
 * @throws HogletError 400 `too_many_events` when there are more than the limit
 */
export async function answerByGathering(plan: AnyPlan, { connection, limit, signal }: Gathering): Promise<unknown> {
  const needs = needsOf(plan);
  const events = `${connection.table("events")} WHERE ${toWhere(needs)}`;
  const gathering = { connection, limit, signal };
  return answerOver(
    { plan, count: `SELECT count() FROM ${events}`, readings: readings(connection, needs, events) },
    needs,
    gathering,
  );
}

/**
 * Answers a plan over thin rows, where ClickHouse can make them.
 * @returns undefined = the kind of the plan looks at whole events
 * @throws Unsupported for a part without an exact form in SQL
 */
export async function answerByThinRows(plan: AnyPlan, gathering: Gathering): Promise<{ answer: unknown } | undefined> {
  const needs = needsOf(plan);
  const thin = toThin(gathering.connection, plan, needs);
  return thin === null ? undefined : { answer: await answerOver(thin, needs, gathering) };
}

async function answerOver(
  { plan, count: counting, readings: parts }: ThinPlan,
  needs: Needs,
  { connection, limit, signal }: Gathering,
): Promise<unknown> {
  const [row] = await connection.rows<[number]>(counting, { signal });
  const count = Number(row?.[0] ?? 0);
  if (count > limit) throw tooMany(count, limit);
  const gathered = openGathered({ events: count });
  try {
    for (const { sql, toEntry } of parts) {
      await connection.stream(sql, (rows) => gathered.add(rows.map((each) => toEntry(each, needs))), { signal });
    }
    return await gathered.ask(plan, { signal });
  } finally {
    await gathered.close();
  }
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

function tooMany(count: number, limit: number): HogletError {
  const detail =
    `This question has to gather ${count} events from ClickHouse, and the limit is ${limit} (the option gatherEvents). ` +
    "Ask for a shorter time, or for fewer events.";
  return new HogletError({ status: 400, type: "validation_error", code: "too_many_events", detail });
}
