import type { AnyPlan, FeedEntry, Selection, ValueSource } from "../../lib/engine.ts";
import type { Connection, Row } from "./connection.ts";
import type { Needs } from "./needs.ts";
import type { Cut, Gatherable, Reading } from "./reading.ts";
import { BUCKET_OF_ID, bucketOf, isIn } from "./slices.ts";
import { literal, openRows, unsupported, within } from "./sql/index.ts";
import type { Rows } from "./sql/index.ts";

/** Kinds that need only an event's name, time, actor, selections, and the values that the plan names. */
const KINDS: ReadonlySet<string> = new Set<AnyPlan["kind"]>([
  "trend-actors",
  "distinct-quantiles",
  "lifecycle",
  "lifecycle-actors",
  "stickiness-actors",
  "retention",
  "retention-actors",
  "appearances",
  "funnel",
  "funnel-actors",
  "funnel-periods",
  "funnel-times",
  "paths",
  "path-actors",
]);

/** Do the answers of a plan's kind depend on thin rows alone? */
export function isThin({ kind }: AnyPlan): boolean {
  return KINDS.has(kind);
}

/**
 * Makes rows thin: ClickHouse decides which of the plan's selections each event is in, and gives the values that the
 * plan names; only events in a selection are read. The plan then asks for these marks: the answer is the same.
 * @throws Unsupported for a part without an exact form in SQL
 */
export function toThin(connection: Connection, plan: AnyPlan, needs: Needs, cut: Cut): Gatherable {
  const rows = openRows(connection, needs.projectId, plan.cohorts);
  const marks = createMarks(rows);
  const thin = { ...(marks.rewrite(plan) as AnyPlan), cohorts: [] };
  const { fromMs, untilMs } = needs.range ?? { fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };
  const names = needs.names === null ? "1" : `event IN (${needs.names.map(literal).join(",") || "''"})`;
  const flags = [...marks.flags.values()];
  const values = [...marks.values.values()];
  // Conditions first: rows join what they ask for.
  const places = `arrayFilter(i -> i >= 0, CAST([${flags.map((test, place) => `if(${test}, ${place}, -1)`).join(",")}], 'Array(Int64)'))`;
  const bucket = cut === null ? "" : `, ${bucketOfRow(rows, cut)} AS bucket`;
  const wanted = cut?.slice === undefined ? "" : ` AND ${isIn(cut.slice, "bucket")}`;
  const from = `(SELECT seq, event, ord, ms, ${places} AS flags, CAST([${values.join(",")}], 'Array(String)') AS texts${bucket} FROM ${rows.from({ fromMs, untilMs })} WHERE ${names}) WHERE notEmpty(flags)${wanted}`;
  const keys = [...marks.values.keys()];
  return {
    plan: thin,
    from,
    readings: [
      ...stateReadings(connection, plan, needs, cut),
      {
        sql: `SELECT seq, event, ord, ms, flags, texts FROM ${from} ORDER BY seq`,
        toEntry: (row) => toEvent(row, needs, keys),
      },
    ],
  };
}

function bucketOfRow(rows: Rows, { actors }: NonNullable<Cut>): string {
  return bucketOf(actors, rows.actor(actors));
}

interface Marks {
  /** SQL of each selection, by its text in the plan. */
  flags: Map<string, string>;
  /** SQL of each value, by the property that it becomes. */
  values: Map<string, string>;
  rewrite(part: unknown): unknown;
}

type Fields = Record<string, unknown>;

function createMarks(rows: Rows): Marks {
  const flags = new Map<string, string>();
  const values = new Map<string, string>();
  const flagOf = (select: Selection): string => {
    const name = JSON.stringify(select);
    if (!flags.has(name)) flags.set(name, rows.selection(select));
    return `s${[...flags.keys()].indexOf(name)}`;
  };
  const carry = (key: string) => void values.set(key, rows.value({ type: "event", key, as: "text" }));
  const named = (source: ValueSource) => {
    // A length is a number to the plan, and a text is not.
    if (source.as === "length") unsupported("lengths");
    const key = `v ${JSON.stringify(source)}`;
    values.set(key, rows.value(source));
    return { type: "event", key, as: "text" };
  };
  const rewrite = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(rewrite);
    if (typeof part !== "object" || part === null) return part;
    const fields = part as Fields;
    if (Array.isArray(fields["anyOf"]) && "needsPerson" in fields) {
      const select = part as Selection;
      return marked(flagOf(select), select.needsPerson);
    }
    if (typeof fields["type"] === "string" && "as" in fields) return named(part as ValueSource);
    refuse(fields);
    if (typeof fields["groupTypeIndex"] === "number") carry(`$group_${fields["groupTypeIndex"]}`);
    // A property that is counted or names an item: its text keeps its key.
    if (typeof fields["key"] === "string" && (fields["by"] !== undefined || "trimSlash" in fields))
      carry(fields["key"]);
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, rewriteField(name, value, fields)]));
  };
  const rewriteField = (name: string, value: unknown, fields: Fields): unknown => {
    if (name === "cohorts" || value === null) return name === "cohorts" ? [] : null;
    // Only strict funnels need the events between.
    if (name === "between" && fields["order"] !== "strict") return marked("none", false);
    if (name === "sumOf") return named({ ...(value as { type: "event" | "person"; key: string }), as: "text" });
    return rewrite(value);
  };
  return { flags, values, rewrite };
}

/** @throws Unsupported for parts of plans that need more than marks and values */
function refuse(fields: Fields): void {
  if (fields["by"] === "cohorts") unsupported("lines of cohorts");
  if (fields["by"] === "session_seconds" || fields["by"] === "sessions") unsupported("sessions");
  if ((fields["elementsText"] ?? null) !== null) unsupported("elements");
}

/** Selects events with a mark. */
function marked(key: string, needsPerson: boolean): Selection {
  const filter = { type: "event" as const, key, operator: "is_set" as const, value: null, negation: false };
  return {
    anyOf: [{ event: null, filter: { type: "AND", values: [filter] } }],
    filter: { type: "AND", values: [] },
    needsPerson,
    needsSession: false,
  };
}

/**
 * Distinct ids with their persons, and the newest of these persons, after which the numbers of actors without a person
 * begin; for lifecycles all persons and groups, with their creation times.
 */
function stateReadings(
  connection: Connection,
  plan: AnyPlan,
  { projectId, range, groups }: Needs,
  cut: Cut,
): Reading[] {
  const own = (table: string) => `${connection.table(table)} FINAL WHERE project_id = ${projectId}`;
  const stretch = range === null ? "" : `AND ${within(range)}`;
  const slice = cut?.actors.by === "persons" ? cut.slice : undefined;
  const isWanted = slice === undefined ? "" : `AND ${isIn(slice, BUCKET_OF_ID)}`;
  const ids = `${own("distinct_ids")} ${isWanted} AND id IN (SELECT ord FROM ${connection.table("events")} WHERE project_id = ${projectId} ${stretch})`;
  const found: Reading[] = [
    { sql: `SELECT id, person_id, is_personless FROM ${ids}`, toEntry: (row) => toDistinctId(row, projectId) },
  ];
  if (plan.kind !== "lifecycle" && plan.kind !== "lifecycle-actors") {
    const newest = `SELECT max(person_id) AS newest, 0 FROM ${ids} HAVING newest > 0`;
    return [...found, { sql: newest, toEntry: (row) => toPerson(row, projectId) }];
  }
  const persons = `SELECT id, created FROM ${own("persons")} AND id IN (SELECT person_id FROM ${ids})`;
  found.push({ sql: persons, toEntry: (row) => toPerson(row, projectId) });
  if (groups)
    found.push({
      sql: `SELECT id, idx, key, created FROM ${own("groups")}`,
      toEntry: (row) => toGroup(row, projectId),
    });
  return found;
}

function toEvent(row: Row, { projectId }: Needs, keys: readonly string[]): FeedEntry {
  const [seq, event, distinctId, timestampMs, flags, texts] = row as [
    number,
    string,
    number,
    number,
    number[],
    string[],
  ];
  const properties: Record<string, string | number> = {};
  for (const flag of flags) properties[`s${flag}`] = 1;
  // To plans, a missing value equals an empty text.
  for (const [place, key] of keys.entries()) if (texts[place] !== "") properties[key] = texts[place] ?? "";
  return {
    kind: "event",
    projectId,
    seq,
    uuid: toUuid(seq),
    event,
    distinctId,
    timestampMs,
    receivedMs: timestampMs,
    properties: JSON.stringify(properties),
    elements: null,
  };
}

function toDistinctId(row: Row, projectId: number): FeedEntry {
  const [id, person, isPersonless] = row as [number, number, number];
  const now = { distinctId: String(id), personId: person === 0 ? null : person, isPersonless: isPersonless === 1 };
  return { kind: "distinct-id", projectId, at: 0, id, now };
}

function toPerson(row: Row, projectId: number): FeedEntry {
  const [id, createdMs] = row as [number, number];
  return {
    kind: "person",
    projectId,
    at: 0,
    id,
    now: { uuid: toUuid(id), properties: "{}", isIdentified: false, createdMs },
  };
}

function toGroup(row: Row, projectId: number): FeedEntry {
  const [id, groupTypeIndex, key, createdMs] = row as [number, number, string, number];
  return { kind: "group", projectId, at: 0, id, now: { groupTypeIndex, key, properties: "{}", createdMs } };
}

/** A uuid that nobody sees: rows need one each. */
function toUuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}
